/** Suggests keywords for a text; the same text always gets the same ones. */
import { contentWords } from './tokenizer';

export const MAX_KEYWORDS = 10;
/** In longer texts a word must come back before it counts. */
const LONG_TEXT_WORDS = 20;
/** What looks like a name of technology (node.js, utf-8, http2, snake_case) is worth ten more occurrences. */
const TECHNICAL_BONUS = 10;

const isTechnical = (word: string) => /[\d_.-]/.test(word);

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
