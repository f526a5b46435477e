/** Finds the words of a text that make keywords. */
import { STOP_WORDS } from './stopWords';

/** Keywords that one text gets at most. */
const MAX_EXTRACTED = 10;
const MAX_LENGTH = 50;

/** Distinct words in lower case that start with a letter, have three characters or more and mean something, by first occurrence. */
export function extractKeywords(text: string): string[] {
  const words = text.toLowerCase().matchAll(/\p{L}[\p{L}\p{N}_-]{2,}/gu);
  const found = new Set<string>();
  for (const [match] of words) {
    const word = match.replace(/[-_]+$/, '');
    if (word.length < 3 || word.length > MAX_LENGTH || STOP_WORDS.has(word)) continue;
    found.add(word);
    if (found.size === MAX_EXTRACTED) break;
  }
  return [...found];
}
