import { formatNumber } from '@hindsight/shared-contracts/rules';
import type { Keyword } from '../../model/keyword';

export const AGENTS_NOT_LOADED = 'Couldn’t load agents';
export const NO_AGENTS = 'No agents yet';
export const NO_KEYWORDS = 'No keywords yet';
export const LOADING = 'Loading…';
const FILTERS = 'Filters';
export const OPEN_CONVERSATION = 'Open the conversation';
export const ANY_TIME = 'Any time';
export const CHOSEN_DAYS = 'Choose days';
export const ANY_KEYWORD = 'Any keyword';
export const MATCHES: { value: 'any' | 'all'; label: string }[] = [
  { value: 'any', label: 'Any of them' },
  { value: 'all', label: 'All of them' },
];
export const EVERY_KEYWORD = 'All of the keywords';

/** Option label with its number of memories, if known: `High (80-100) · 180`. */
export const countedLabel = (label: string, count: number | undefined) =>
  count === undefined ? label : `${label} · ${formatNumber(count)}`;

/** `Filters`, `Filters (2)`. */
export const filtersText = (count: number) => (count === 0 ? FILTERS : `${FILTERS} (${count})`);

/** The keyword's text, or the end of its ID if the keyword is unknown. */
export const keywordName = (id: string, keywords: readonly Pick<Keyword, 'id' | 'text'>[]): string =>
  keywords.find((one) => one.id === id)?.text ?? id.slice(-8);
