/** Chooses keywords for a text, deterministically. */
import { stemmer } from '@orama/stemmers/english';
import { withoutHidden } from '@hindsight/shared-contracts/api';
import { normalizeText } from '@hindsight/shared-contracts/rules';
import { STOP_WORDS, stopWordsAmong } from './rules/stopWords';
import { separateWords, splitNames } from './rules/words';

export const MAX_KEYWORDS = 10;
/** Maximum number of keywords added without a request. */
const MAX_AUTOMATIC = 5;
/** A technical name (node.js, utf-8, http2, snake_case, c++) weighs as much as ten more occurrences. */
const TECHNICAL_BONUS = 10;

/** Arabic and Hebrew vowel marks, which most texts omit, the tatweel, invisible marks, and more than four marks on a letter. */
const OTHER_MARKS =
  /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u0652\u0670\u0640]|(?=\p{M})\p{Default_Ignorable_Code_Point}|(?<=\p{Mn}{4})\p{Mn}/gu;

/** Email addresses are never keywords. */
const MAIL = /[\w.+-]{1,64}@(?:[\w-]+\.)+\p{L}{2,}(?![\w/])/gu;

/** Markdown emphasis: several words between underscores. */
const EMPHASIS = /(?<![^\s(])(__?)(?=[^\s_][^_\n]*\s)([^_\n]+)\1(?![\p{L}\p{N}_])/gu;

/**
 * Grammatical endings after an apostrophe: the English “not”, and Turkish suffixes of names (three letters keep d'être and l'œuvre intact).
 */
const CONTRACTION = /(?<!\p{L})\p{L}+n't(?!\p{L})|(?<=\p{L}{3})'\p{L}+/giu;

const isTechnical = (word: string) => /[\d_.+#$@&/:-]/.test(word);
/**
 * Amounts: 30s, 2.5GB, 3x, $5, 50%, 2nd, 10ms/op and 2026-06-01T12, but not names like 2FA, 3D and 9f3c2ab, nor 10.0.0.1 and 1.2.3-beta.
 * Also abbreviations like e.g.
 */
const AMOUNT =
  /^[~$+-]?\d+(?:[.:]\d+)?(?:%|-.*|\+?x|[nmk]?s|[kKmMbB]|[kKmMgGtT]i?[bB]|[dhmwyp]|p[xt]|st|nd|rd|th|[ap]m|min|secs?|hrs?|[kKMG]?[hH]z|kg|m?[vVwWA])?(?:\/\p{L}+)?$|^(?:\p{L}\.)+\p{L}?$/u;
/** Versions and IP addresses. */
const DOTTED = /^\D?\d+(?:\.\d+){2}/;
/** Two characters make a word in some scripts, in capitals, or with a digit or symbol. */
const SHORT = /[\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}]|^\p{Lu}{2}$|[^\p{L}\p{M}]/u;
/** Words in hiragana only are mostly grammatical. */
const HIRAGANA = /^\p{Script=Hiragana}+$/u;

function isKeyword(word: string): boolean {
  const isLongEnough = word.length > 2 || (word.length === 2 && SHORT.test(word));
  return (
    isLongEnough &&
    word.length <= 50 &&
    (/\p{L}/u.test(word) || DOTTED.test(word)) &&
    !AMOUNT.test(word) &&
    !HIRAGANA.test(word)
  );
}

const EVERYDAY_STEMS = new Set([...STOP_WORDS].map(stemmer));

/** Whether people would search for a memory by this word: everyday words do not tell its subject. */
export const isSignificant = (word: string): boolean =>
  !STOP_WORDS.has(word) && !EVERYDAY_STEMS.has(stemmer(word));

/** Removes emphasis underscores from a name, but not those of __proto__ or _id. */
const withoutEmphasis = (name: string) =>
  /^__.*[^_]__$/.test(name) ? name : name.replace(/^_(?=.*[^_]_$)|(?<!_)_+$/g, '');

/** The significant words of a text, in lower case, with repetitions. */
function significantWords(prose: string): string[] {
  const text = normalizeText(prose, 'NFD').replace(OTHER_MARKS, '').normalize('NFC').replaceAll('’', "'");
  const written = text.replace(MAIL, ' ').replace(EMPHASIS, '$2').replace(CONTRACTION, ' ');
  // The lower-case i already has a dot; JavaScript adds another one for İ.
  const lower = (word: string) => word.toLowerCase().replaceAll('i\u0307', 'i');
  const words = splitNames(separateWords(written)).map((word) => withoutHidden(withoutEmphasis(word)));
  const isStopWord = stopWordsAmong(words.map(lower));
  /** Compounds of insignificant words, like and/or. */
  const isInsignificant = (word: string) =>
    /^[\p{L}\p{N}]/u.test(word) && word.split(/[-/.:]/).every(isStopWord);
  return words.flatMap((word) => {
    const keyword = lower(word);
    return isKeyword(word) && isSignificant(keyword) && !isInsignificant(keyword) ? [keyword] : [];
  });
}

/** Suggests up to ten words: the most frequent and technical names first, ties by first occurrence. */
export function suggestKeywords(text: string): string[] {
  const counts = new Map<string, number>();
  for (const word of significantWords(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const weigh = ([word, times]: [string, number]) => times + (isTechnical(word) ? TECHNICAL_BONUS : 0);
  return [...counts]
    .sort((a, b) => weigh(b) - weigh(a))
    .slice(0, MAX_KEYWORDS)
    .map(([word]) => word);
}

/**
 * Keywords added to a memory without a request: its first significant words, each in one form. Memories start with their subject; words
 * chosen for their frequency or technical look would count twice in a search and worsen its ranking.
 */
export function extractKeywords(text: string): string[] {
  const words = new Map<string, string>();
  for (const word of significantWords(text)) if (!words.has(stemmer(word))) words.set(stemmer(word), word);
  return [...words.values()].slice(0, MAX_AUTOMATIC);
}
