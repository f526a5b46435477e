/** The ways in which the search box can search, and what each of them marks. */
import { isUuid } from '@hindsight/shared-contracts/rules';

/** The default first. */
export const SEARCH_MODES = [
  { value: 'hybrid', label: 'Best match' },
  { value: 'full-text', label: 'All words' },
  { value: 'text', label: 'Exact text' },
  { value: 'semantic', label: 'Semantic' },
] as const;

export type SearchMode = (typeof SEARCH_MODES)[number]['value'];

/** The mode as a person reads it. */
export const modeLabel = (mode: SearchMode): string =>
  SEARCH_MODES.find(({ value }) => value === mode)?.label ?? mode;

interface Search {
  search: string;
  mode: SearchMode;
}

/** Whether the rows come ranked by how well they fit, instead of in the chosen order. An ID is looked for as it is. */
export function isRanked({ search, mode }: Search): boolean {
  return mode !== 'text' && search.trim() !== '' && !isUuid(search);
}

const LEAST_TO_CUT = 5;
const ENDINGS = /(?:ings?|edly|ed|ly|(?<=ss|x|ch|sh)es|s)$/;

/** Roughly what the service's dictionary makes of a word, so that `timeouts` also marks `timeout`. */
function wordRoot(word: string): string {
  return word.length < LEAST_TO_CUT ? word : word.replace(ENDINGS, '');
}

/**
 * What to mark for a search where the service names no matches: the text itself, or in the other modes each of its words. Words that
 * exclude (`-draft`) and the word `or` are no hits. A minus excludes nothing where no other word is left to search.
 */
export function toTerms(view: Search): string | string[] {
  if (!isRanked(view)) return view.search;
  const wanted = view.search.replace(/(^|\s)-\S+/g, ' ');
  const words = (wanted.trim() === '' ? view.search : wanted).toLowerCase().match(/[\p{L}\p{M}\p{N}_]+/gu);
  return (words ?? []).filter((word) => word.length > 2 && word !== 'and').map(wordRoot);
}
