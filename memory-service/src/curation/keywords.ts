/** Suggests keywords for a text; the same text always gets the same ones. */
import { contentWords } from './tokenizer';

export const MAX_KEYWORDS = 10;
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
  kind know large late learn leave less lesson long look lose lost lot low main make matter mean method minute mistake moment month
  move name need new night normal note notice number obtain occur old open option order part past people person piece place point
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

/** Whether people would look for a memory by this word. */
export const isTelling = (word: string): boolean =>
  !FORMS.some(([ending, instead]) => EVERYDAY.has(word.replace(ending, instead))) &&
  !/^(?:\p{L}\.)+\p{L}?$/u.test(word);

/** At most ten, the most telling first; ties by first occurrence. */
export function suggestKeywords(text: string): string[] {
  const words = contentWords(text);
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const isLong = words.length > LONG_TEXT_WORDS;
  const telling = [...counts].filter(([word, times]) => !isLong || times > 1 || isTechnical(word));
  // A long text without repetitions still has words.
  const chosen = telling.length > 0 ? telling : [...counts];
  return chosen
    .map(([word, times], place) => ({
      word,
      place,
      score: times + (isTechnical(word) ? TECHNICAL_BONUS : 0),
    }))
    .sort((a, b) => b.score - a.score || a.place - b.place)
    .slice(0, MAX_KEYWORDS)
    .map(({ word }) => word);
}
