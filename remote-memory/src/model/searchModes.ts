/** The ways in which the search box can search, and what each of them marks. */

/** The default first. */
export const SEARCH_MODES = [
  { value: 'text', label: 'Exact text', hint: 'Contains exactly what you type' },
  { value: 'full-text', label: 'All words', hint: 'Contains your words in any form' },
  { value: 'semantic', label: 'Meaning', hint: 'Is about the same thing' },
  { value: 'hybrid', label: 'Best match', hint: 'Words and meaning together' },
] as const;

export type SearchMode = (typeof SEARCH_MODES)[number]['value'];

/** How many of the best hits a ranked search shows; it has an order of its own and no pages on the wire. */
export const RANKED_LIMIT = 60;

/** Whether the rows come ranked by how well they fit, instead of in the chosen order. */
export function isRanked(view: { search: string; mode: SearchMode }): boolean {
  return view.mode !== 'text' && view.search.trim() !== '';
}

const LEAST_TO_CUT = 5;
const ENDINGS = /(?:ings?|edly|ed|ly|(?<=ss|x|ch|sh)es|s)$/;

/** Roughly what the service's dictionary makes of a word, so that `timeouts` also marks `timeout`. */
function rootOf(word: string): string {
  return word.length < LEAST_TO_CUT ? word : word.replace(ENDINGS, '');
}

/**
 * What to mark for a search: the text itself, or in the other modes each of its words. Words that exclude (`-draft`) and
 * the word `or` are no hits.
 */
export function termsOf(view: { search: string; mode: SearchMode }): string | string[] {
  if (!isRanked(view)) return view.search;
  const words = view.search
    .replace(/(^|\s)-\S+/g, ' ')
    .toLowerCase()
    .match(/[\p{L}\p{N}_]+/gu);
  return (words ?? []).filter((word) => word.length > 2 && word !== 'and').map(rootOf);
}
