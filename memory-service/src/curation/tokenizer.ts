/** Splits texts into words and sentences, and knows which words mean nothing by themselves. */
import keywordExtractor from 'keyword-extractor';

const STOP_WORDS: ReadonlySet<string> = new Set(keywordExtractor.getStopwords({ language: 'english' }));

/** A word starts with a letter and has three characters or more; dots and hyphens may join its parts. */
const WORD = /\p{L}[\p{L}\p{N}_]*(?:[-.][\p{L}\p{N}_]+)*/gu;

/** Meaningful words in lower case, in order, repetitions included. */
export function contentWords(text: string): string[] {
  const words = text.toLowerCase().match(WORD) ?? [];
  return words.filter((word) => word.length >= 3 && word.length <= 50 && !STOP_WORDS.has(word));
}

/** Sentences and lines, trimmed, without empty ones. A dot inside a word, a number or a path ends nothing. */
export function sentencesOf(text: string): string[] {
  return text
    .split(/\n+|(?<=[.!?])\s+(?=[\p{Lu}\p{N}"'(`])/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}

/** The form in which two sentences count as the same. */
export function normalised(sentence: string): string {
  return sentence
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
