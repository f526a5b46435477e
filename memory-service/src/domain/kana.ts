/** Kana in a query: each is a term of its own, and one alone says nothing. Those of a loan word say something together. */

const KANA = /^[\u3041-\u30ff]$/u;
/** The characters of a word: two of katakana, or three of hiragana, whose endings and particles are shorter. */
const WORD = /[\u30a1-\u30fa\u30fc]{2,}|[\u3041-\u3096]{3,}/gu;

export const isKana = (term: string): boolean => KANA.test(term);

/** The words of kana in a text, each as its different characters. */
export const kanaWords = (text: string): string[][] =>
  (text.match(WORD) ?? []).map((word) => [...new Set(word)]);
