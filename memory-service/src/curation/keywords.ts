/** Chooses keywords for a text; the same text always gets the same ones. */
import { normalizeText } from '@hindsight/shared-contracts/rules';
import { koreanWords } from './koreanWords';
import { inItsLanguage, UNSPACED_STOP_WORDS } from './stopWords';
import { contentWords } from './tokenizer';
import { apart, vietnameseJoined } from './vietnameseWords';

export const MAX_KEYWORDS = 10;
/** Keywords that nobody asked for. */
const MAX_UNASKED = 5;
/** In longer texts a word must come back before it counts. */
const LONG_TEXT_WORDS = 20;
/** What looks like a name of technology (node.js, utf-8, http2, snake_case) is worth ten more occurrences. */
const TECHNICAL_BONUS = 10;

const isTechnical = (word: string) => /[\d_.-]/.test(word);

/** Everyday words, which say nothing about what a memory is about; their forms count too. */
const EVERYDAY = new Set(
  `add advice answer ask attempt bad beginning big bit bring call case cause change check clear close come complete condition consider
  cost day deal deep detail different difference difficult early easy effect end event example exist expect explain extra fact fail
  failure fast find fine first fix follow found free full general good great happen hard help high hold hour idea important issue item
  kind know large late learn leave less lesson link long look lose lost lot low main make matter mean method minute mistake moment month
  move name need new night normal note notice number obtain occur o'clock old open option order part past people person piece place point
  possible present problem put question quick real reason remember report result return right run say second see seen seem separate set
  share short show side similar simple single slow small solution solve sort special start state step stop story study subject summary
  symptom take task team tell thing think time today together total true try turn type use user usual value various wait want way week
  well-known whole wonder word work worth write wrong year yesterday`.split(/\s+/),
);
const FORMS: readonly [ending: RegExp, instead: string][] = [
  [/$/, ''],
  [/s$/, ''],
  [/(?<=[sxz]|ch|sh)es$/, ''],
  [/ies$/, 'y'],
  [/e?d$/, ''],
  [/d$/, ''],
  [/ied$/, 'y'],
  [/(.)\1(?:ed|ing)$/, '$1'],
  [/ing$/, ''],
  [/ing$/, 'e'],
  [/ly$/, ''],
  [/ly$/, 'le'],
  [/ily$/, 'y'],
];

/** What a word may be a form of, itself included. */
const basesOf = (word: string) => FORMS.map(([ending, instead]) => word.replace(ending, instead));

/** Whether people would look for a memory by this word. */
export const isTelling = (word: string): boolean =>
  !basesOf(word).some((base) => EVERYDAY.has(base)) && !/^(?:\p{L}\.)+\p{L}?$/u.test(word);

/**
 * These scripts put no blanks between words. Of a long run without any, so many characters at once: the segmenter of JavaScript copies the
 * whole run for each word.
 */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]{1,400}/gu;
/** Single characters and words of Hiragana alone are grammar, and so is what has fewer than three letters of an alphabet. */
const UNSPACED_WORD = /^(?:(?=.*[\p{Script=Han}\p{Script=Katakana}])..|(?:\p{L}\p{M}*){3})/u;
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });

/**
 * Marks that a keyword does not have: vowel signs of Arabic and Hebrew, which most texts leave out, the tatweel, and what no name may have,
 * invisible marks and more than four on a letter.
 */
const OTHER_MARKS =
  /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u0652\u0670\u0640]|(?=\p{M})\p{Default_Ignorable_Code_Point}|(?<=\p{Mn}{4})\p{Mn}/gu;

/** How an address begins, which says nothing of what it leads to. */
const SCHEME = /\b[a-z][a-z\d+.-]{0,30}:\/\/(?:www\.)?/gi;

/** The words of a text without stop words, repetitions included. */
function wordsOf(prose: string): string[] {
  const composed = normalizeText(prose, 'NFD').replace(OTHER_MARKS, '').normalize('NFC').replace(SCHEME, ' ');
  const { text, isStopWord } = inItsLanguage(composed);
  const unspaced = (text.match(UNSPACED) ?? []).flatMap((run) =>
    Array.from(segmenter.segment(run), ({ segment }) => segment),
  );
  const korean = koreanWords(text.replace(UNSPACED, ' '));
  return [
    ...contentWords(vietnameseJoined(korean.rest, isStopWord))
      .filter((word) => !isStopWord(word))
      .map(apart),
    ...korean.words,
    ...unspaced.filter((word) => UNSPACED_WORD.test(word) && !UNSPACED_STOP_WORDS.has(word)),
  ];
}

/** Words to choose from, at most ten: the most telling first, ties by first occurrence. */
export function suggestKeywords(text: string): string[] {
  const words = wordsOf(text);
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const isLong = words.length > LONG_TEXT_WORDS;
  const recurring = [...counts].filter(([word, times]) => !isLong || times > 1 || isTechnical(word));
  // A long text without repetitions still has words.
  const chosen = recurring.length > 0 ? recurring : [...counts];
  return chosen
    .map(([word, times], place) => ({
      word,
      place,
      weight: times + (isTechnical(word) ? TECHNICAL_BONUS : 0),
    }))
    .sort((a, b) => b.weight - a.weight || a.place - b.place)
    .slice(0, MAX_KEYWORDS)
    .map(({ word }) => word);
}

/**
 * Keywords that a memory gets without being asked for: the first words that people would look for, each in one form. Memories begin with
 * what they are about; words chosen because they recur, or look technical, would count twice in a search and rank worse.
 */
export function tellingKeywords(text: string): string[] {
  const words = [...new Set(wordsOf(text))].filter(isTelling);
  const taken = new Set<string>();
  return words
    .filter((word) => {
      const bases = basesOf(word);
      const isNew = !bases.some((base) => taken.has(base));
      for (const base of bases) taken.add(base);
      return isNew;
    })
    .slice(0, MAX_UNASKED);
}
