/** Splits texts into names, kept whole between spaces, and words of scripts without spaces between words or with attached particles. */
import { foldLetters, foldText } from '@hindsight/shared-contracts/rules';

/** The same letters and marks as in `hindsight_unspaced` of the database. */
const LETTERS =
  '\\u0e01-\\u0e30\\u0e32\\u0e33\\u0e3f-\\u0e46\\u0e4f-\\u0e5b\\u0e81-\\u0eb0\\u0eb2\\u0eb3\\u0ebd-\\u0ec6\\u0ed0-\\u0edf\\u1000-\\u102a\\u103f-\\u1055\\u1780-\\u17b3\\u17d7\\u17dc\\u3041-\\u3096\\u309d-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7af';
const MARKS =
  '\\u0e31\\u0e34-\\u0e3a\\u0e47-\\u0e4e\\u0eb1\\u0eb4-\\u0ebc\\u0ec8-\\u0ece\\u102b-\\u103e\\u1056-\\u1059\\u17b4-\\u17d3\\u17dd\\u3099\\u309a';
const LETTER = new RegExp(`[${LETTERS}]`);
const UNIT = new RegExp(`[${LETTERS}][${MARKS}]*`, 'g');
const UNITS = new RegExp(`(?:[${LETTERS}][${MARKS}]*)+`, 'g');
const HANGUL = /[\uac00-\ud7af]/;

/** Segments long runs without spaces in parts: the segmenter copies the whole run for each word. */
const RUN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]{1,400}/gu;
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Half-width kana, which the segmenter does not recognize as words. */
const HALF_WIDTH = /[\uff61-\uff9f]+/g;

/** Inserts spaces between the words of scripts that have none. */
export const separateWords = (text: string): string =>
  text
    .replace(HALF_WIDTH, (run) => run.normalize('NFKC'))
    .replace(RUN, (run) => ` ${Array.from(segmenter.segment(run), ({ segment }) => segment).join(' ')} `);

/** Whether a text has a letter of a script that the index stores as pairs of adjacent letters. */
export const isUnspaced = (text: string): boolean => LETTER.test(text);

export interface UnspacedWord {
  word: string;
  /** Pairs of adjacent letters; the letter itself if there is only one. */
  pairs: string[];
  /**
   * Pairs that a text with this word must contain: only the first in Korean, whose words end in particles. Empty for a single letter, which
   * says nothing.
   */
  needed: string[];
}

/** Extracts the words of these scripts from a text with separated words, by the letters of the index. */
export function unspacedWords(separate: string): UnspacedWord[] {
  return (foldLetters(separate).match(UNITS) ?? []).map((word) => {
    const units = word.match(UNIT) ?? [];
    const pairs = units.length < 2 ? units : units.slice(1).map((unit, at) => units[at]! + unit);
    const needed = HANGUL.test(word) ? pairs.slice(0, 1) : pairs;
    return { word, pairs, needed: units.length < 2 ? [] : needed };
  });
}

/** Separators of names: spaces, brackets, quotes, and non-ASCII punctuation. An apostrophe joins some names, as in O'Reilly. */
const BETWEEN =
  /(?:[\s"`()<>[\]{},;|]|(?![\0-\x7f])[\p{P}\p{S}]|(?<!\p{Script=Cyrillic}|(?<!\p{L})o)'|'(?!\p{L}{3}|(?<=\p{Script=Cyrillic}')\p{Script=Cyrillic}))+/iu;
/** Sentence punctuation around a name. A leading dot, slash, dollar sign or hyphen belongs to the name, and so do trailing #, + and %. */
const AROUND = /^(?:[!=+:?&\\*]|\.{3})+|(?<![.:!?*=~^&@$\\/-])[.:!?*=~^&@$\\/-]+$/g;

/** Splits a text into words and names. */
export const splitNames = (text: string): string[] =>
  text.split(BETWEEN).flatMap((part) => {
    const name = part.replace(AROUND, '');
    return /[\p{L}\p{N}]/u.test(name) ? [name] : [];
  });

/** Normalizes a name like `hindsight_names` of the database: audit-sink, auditSink and audit_sink are the same, $HOME and HOME are not. */
export const indexedName = (name: string): string =>
  foldText(name)
    .lower.replace(/^-+/, '-')
    .replace(/^@/, '&@')
    .replace(/(?<=\p{L})[-_./:@](?=[\p{L}\p{N}])|(?<=\p{N})[-_./:@](?=\p{L})/gu, '');
