/** Kana and syllables of Hangul in a query: each is a term of its own, and one alone says nothing. Those of a word say something together. */

const SYLLABLE = /^[\u3041-\u30ff\uac00-\ud7a3]$/u;
/** The characters of a word: two of katakana, or three of hiragana, whose endings and particles are shorter. */
const KANA_WORD = /[\u30a1-\u30fa\u30fc]{2,}|[\u3041-\u3096]{3,}/gu;
/** What follows the first two syllables of a Korean word is most often its ending, which changes. */
const KOREAN_WORD = /(?<![\uac00-\ud7a3])[\uac00-\ud7a3]{1,2}/gu;

/** How Korean words begin that carry no subject: who asks how or why, and what is done, is or must be. */
const NO_SUBJECT = new Set(
  '그러 그런 그리 누가 누구 대한 대해 됩니 되나 되는 때문 무슨 무엇 뭐가 습니 안되 안돼 어느 어디 어떤 어떻 언제 없나 없습 왜 이런 이렇 있나 있는 있습 저는 제가 하나 하는 하면 한다 합니 해야 해요'.split(
    ' ',
  ),
);

export const isSyllable = (term: string): boolean => SYLLABLE.test(term);

const lettersOf = (words: readonly string[]) => words.map((word) => [...new Set(word)]);

/** The words of kana in a text, each as its different characters. */
export const kanaWords = (text: string): string[][] => lettersOf(text.match(KANA_WORD) ?? []);

/** The beginnings of the Korean words in a text that have a subject, each as its different syllables. */
export const koreanWords = (text: string): string[][] =>
  lettersOf((text.normalize('NFC').match(KOREAN_WORD) ?? []).filter((word) => !NO_SUBJECT.has(word)));
