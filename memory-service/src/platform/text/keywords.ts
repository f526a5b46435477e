/** Chooses keywords for a text; the same text always gets the same ones. */
import { stemmer } from '@orama/stemmers/english';
import { withoutHidden } from '@hindsight/shared-contracts/api';
import { normalizeText } from '@hindsight/shared-contracts/rules';
import { STOP_WORDS, stopWordsAmong } from './rules/stopWords';
import { separateWords, splitNames } from './rules/words';

export const MAX_KEYWORDS = 10;
/** Keywords that nobody asked for. */
const MAX_UNASKED = 5;
/** What looks like a name of technology (node.js, utf-8, http2, snake_case, c++) is worth ten more occurrences. */
const TECHNICAL_BONUS = 10;

/** Marks of Arabic and Hebrew vowels, which most texts leave out, the tatweel, invisible marks, and more than four on a letter. */
const OTHER_MARKS =
  /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u0652\u0670\u0640]|(?=\p{M})\p{Default_Ignorable_Code_Point}|(?<=\p{Mn}{4})\p{Mn}/gu;

/** Addresses of mail are nobody's keywords. */
const MAIL = /[\w.+-]{1,64}@(?:[\w-]+\.)+\p{L}{2,}(?![\w/])/gu;

/** Several words between underscores are emphasis in Markdown. */
const EMPHASIS = /(?<![^\s(])(__?)(?=[^\s_][^_\n]*\s)([^_\n]+)\1(?![\p{L}\p{N}_])/gu;

/** What grammar adds behind an apostrophe: the English “not”, and endings of names in Turkish (three letters stay of d'être and l'œuvre). */
const CONTRACTION = /(?<!\p{L})\p{L}+n't(?!\p{L})|(?<=\p{L}{3})'\p{L}+/giu;

const isTechnical = (word: string) => /[\d_.+#$@&/:-]/.test(word);
/**
 * 30s, 2.5GB, 3x, $5, 50%, 2nd, 10ms/op and 2026-06-01T12, which are no names as 2FA, 3D and 9f3c2ab are; 10.0.0.1 and 1.2.3-beta are. And e.g.
 */
const AMOUNT =
  /^[~$+-]?\d+(?:[.:]\d+)?(?:%|-.*|\+?x|[nmk]?s|[kKmMbB]|[kKmMgGtT]i?[bB]|[dhmwyp]|p[xt]|st|nd|rd|th|[ap]m|min|secs?|hrs?|[kKMG]?[hH]z|kg|m?[vVwWA])?(?:\/\p{L}+)?$|^(?:\p{L}\.)+\p{L}?$/u;
/** Versions and addresses. */
const DOTTED = /^\D?\d+(?:\.\d+){2}/;
/** Two characters are a word in some scripts, in capitals, and where one is a digit or a sign. */
const SHORT = /[\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}]|^\p{Lu}{2}$|[^\p{L}\p{M}]/u;
/** Of hiragana alone are mostly words of grammar. */
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

/** Whether people would look for a memory by this word: everyday words say nothing of what it is about. */
export const isTelling = (word: string): boolean =>
  !STOP_WORDS.has(word) && !EVERYDAY_STEMS.has(stemmer(word));

/** A name without the underscores of emphasis: those around __proto__ and before _id belong to it. */
const withoutEmphasis = (name: string) =>
  /^__.*[^_]__$/.test(name) ? name : name.replace(/^_(?=.*[^_]_$)|(?<!_)_+$/g, '');

/** The words of a text that say something, in lower case, repetitions included. */
function tellingWords(prose: string): string[] {
  const text = normalizeText(prose, 'NFD').replace(OTHER_MARKS, '').normalize('NFC').replaceAll('’', "'");
  const written = text.replace(MAIL, ' ').replace(EMPHASIS, '$2').replace(CONTRACTION, ' ');
  // A small i has its dot already; JavaScript gives that of İ another one.
  const lower = (word: string) => word.toLowerCase().replaceAll('i\u0307', 'i');
  const words = splitNames(separateWords(written)).map((word) => withoutHidden(withoutEmphasis(word)));
  const isStopWord = stopWordsAmong(words.map(lower));
  /** Joined of words that say nothing, as and/or is. */
  const saysNothing = (word: string) => /^[\p{L}\p{N}]/u.test(word) && word.split(/[-/.:]/).every(isStopWord);
  return words.flatMap((word) => {
    const keyword = lower(word);
    return isKeyword(word) && isTelling(keyword) && !saysNothing(keyword) ? [keyword] : [];
  });
}

/** Words to choose from, at most ten: the most used and names first, ties by first occurrence. */
export function suggestKeywords(text: string): string[] {
  const counts = new Map<string, number>();
  for (const word of tellingWords(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const weigh = ([word, times]: [string, number]) => times + (isTechnical(word) ? TECHNICAL_BONUS : 0);
  return [...counts]
    .sort((a, b) => weigh(b) - weigh(a))
    .slice(0, MAX_KEYWORDS)
    .map(([word]) => word);
}

/**
 * Keywords that a memory gets without being asked for: its first words, each in one form. Memories begin with what they are about; words
 * chosen because they recur, or look technical, would count twice in a search and rank worse.
 */
export function tellingKeywords(text: string): string[] {
  const words = new Map<string, string>();
  for (const word of tellingWords(text)) if (!words.has(stemmer(word))) words.set(stemmer(word), word);
  return [...words.values()].slice(0, MAX_UNASKED);
}
