/** Search modes of the search box, and the words that each of them marks. */
import { isUuid } from '@hindsight/shared-contracts/rules';

/** Search modes, the default first. */
export const SEARCH_MODES = [
  { value: 'hybrid', label: 'Best match' },
  { value: 'full-text', label: 'All words' },
  { value: 'text', label: 'Exact text' },
  { value: 'semantic', label: 'Semantic' },
] as const;

export type SearchMode = (typeof SEARCH_MODES)[number]['value'];

/** Displayed name of a mode. */
export const modeLabel = (mode: SearchMode): string =>
  SEARCH_MODES.find(({ value }) => value === mode)?.label ?? mode;

interface Search {
  search: string;
  mode: SearchMode;
}

/** Whether rows are ranked by relevance instead of sorted. An ID is looked up by exact text. */
export function isRanked({ search, mode }: Search): boolean {
  return mode !== 'text' && search.trim() !== '' && !isUuid(search);
}

const LEAST_TO_CUT = 5;
const ENDINGS = /(?:ings?|edly|ed|ly|(?<=ss|x|ch|sh)es|s)$/;

/** Approximates the stemmer of the service, so `timeouts` also marks `timeout`. */
function wordRoot(word: string): string {
  return word.length < LEAST_TO_CUT ? word : word.replace(ENDINGS, '');
}

/**
 * Terms to mark if the service names no matches: the text itself, or each word in the other modes. Excluded words
 * (`-draft`) and the word `or` are not marked. A minus excludes nothing if no other word remains.
 */
export function toTerms(view: Search): string | string[] {
  if (!isRanked(view)) return view.search;
  const wanted = view.search.replace(/(^|\s)-\S+/g, ' ');
  const words = (wanted.trim() === '' ? view.search : wanted).toLowerCase().match(/[\p{L}\p{M}\p{N}_]+/gu);
  return (words ?? []).filter((word) => word.length > 2 && word !== 'and').map(wordRoot);
}
