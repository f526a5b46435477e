/** Chooses keywords for a text; the same text always gets the same ones. */
import { stemmer } from '@orama/stemmers/english';
import { normalizeText } from '@hindsight/shared-contracts/rules';
import { STOP_WORDS, stopWordsAmong } from './rules/stopWords';
import { separateWords } from './rules/words';

export const MAX_KEYWORDS = 10;
/** Keywords that nobody asked for. */
const MAX_UNASKED = 5;
/** What looks like a name of technology (node.js, utf-8, http2, snake_case, c++) is worth ten more occurrences. */
const TECHNICAL_BONUS = 10;

/**
 * A word has its marks with it; dots and hyphens may join its parts, and so may apostrophes within Cyrillic words and names such as
 * O'Reilly. Names may begin with a digit, a dot or two underscores (2FA, .NET, __init__.py) and end in signs and versions (C++, C#, C++17, HTTP/2).
 */
const WORD =
  /(?<![\p{L}\p{M}\p{N}])(?:(?<![^\s`"'(/])\.(?=\p{L})|__(?=\p{L}+__\.\p{L}))?[\p{L}\p{N}][\p{L}\p{M}\p{N}_]*(?:(?:[-.]|(?<=\p{Script=Cyrillic})'(?=\p{Script=Cyrillic})|(?<=(?<!\p{L})o)'(?=\p{L}{3}))[\p{L}\p{M}\p{N}_]+)*(?:\+\+\d*|#(?![\p{L}\p{N}])|(?<=\p{L})\/\d[\d.]*(?<!\.))?/gu;

/** Marks of Arabic and Hebrew vowels, which most texts leave out, the tatweel, invisible marks, and more than four on a letter. */
const OTHER_MARKS =
  /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u0652\u0670\u0640]|(?=\p{M})\p{Default_Ignorable_Code_Point}|(?<=\p{Mn}{4})\p{Mn}/gu;

/** How an address begins, which says nothing of what it leads to, and whole addresses of mail. */
const SCHEME = /\b[a-z][a-z\d+.-]{0,30}:\/\/(?:www\.)?|[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+/gi;

/** What grammar adds behind an apostrophe: the English “not”, and endings of names in Turkish (three letters stay of d'être and l'œuvre). */
const CONTRACTION = /(?<!\p{L})\p{L}+n't(?!\p{L})|(?<=\p{L}{3})'\p{L}+/giu;

const isTechnical = (word: string) => /[\d_.+#-]/.test(word);
/** 30s, 2.5gb, 3x, 2nd and 2026-06-01t12, which are no names as 2fa and 9f3c2ab are; and e.g. */
const AMOUNT =
  /^\d+(?:[-.].*|[nmk]?s|[kcm]?m|[hdwykbxp]|[kmgt]i?b|p[xt]|st|nd|rd|th|[ap]m|min|secs?|hrs?|[kmg]?hz|kg|m?[vwa])$|^(?:\p{L}\.)+\p{L}?$/u;
/** Two characters are a word in some scripts, and before a sign. */
const SHORT = /[\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}#]/u;
/** Of hiragana alone are mostly words of grammar. */
const HIRAGANA = /^\p{Script=Hiragana}+$/u;

function isKeyword(word: string): boolean {
  const isLongEnough = word.length > 2 || (word.length === 2 && SHORT.test(word));
  return (
    isLongEnough && word.length <= 50 && /\p{L}/u.test(word) && !AMOUNT.test(word) && !HIRAGANA.test(word)
  );
}

const EVERYDAY_STEMS = new Set([...STOP_WORDS].map(stemmer));

/** Whether people would look for a memory by this word: everyday words say nothing of what it is about. */
export const isTelling = (word: string): boolean =>
  !STOP_WORDS.has(word) && !EVERYDAY_STEMS.has(stemmer(word)) && !AMOUNT.test(word);

/** The words of a text that say something, in lower case, repetitions included. */
function tellingWords(prose: string): string[] {
  const text = normalizeText(prose, 'NFD').replace(OTHER_MARKS, '').normalize('NFC').replaceAll('’', "'");
  // A small i has its dot already; JavaScript gives that of İ another one.
  const lower = text.replace(SCHEME, ' ').replace(CONTRACTION, ' ').toLowerCase().replaceAll('i\u0307', 'i');
  // Underscores at the end are emphasis in Markdown.
  const words = (separateWords(lower).match(WORD) ?? []).map((word) => word.replace(/(?<!_)_+$/, ''));
  const isStopWord = stopWordsAmong(words);
  return words.filter((word) => isKeyword(word) && isTelling(word) && !word.split('-').every(isStopWord));
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
