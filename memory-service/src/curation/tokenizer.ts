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

/** A fenced block of code, to its closing fence or the end of the text. */
const CODE = /^[ \t]*(```|~~~)[^\n]*\n[\s\S]*?(?:^[ \t]*\1[ \t\r]*$|(?![\s\S]))/gm;

const proseOf = (text: string): string[] =>
  text
    .split(/\n+|(?<=[.!?])\s+(?=[\p{Lu}\p{N}"'(`])/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');

/**
 * Sentences and lines, trimmed, without empty ones. A dot inside a word, a number or a path ends nothing. A fenced block of code is one
 * of them, as it is: a part of it, or its lines without their indentation, would be other code.
 */
export function sentencesOf(text: string): string[] {
  const found: string[] = [];
  let from = 0;
  for (const { 0: code, index } of text.matchAll(CODE)) {
    found.push(...proseOf(text.slice(from, index)), code.trimEnd());
    from = index + code.length;
  }
  return [...found, ...proseOf(text.slice(from))];
}

/** Is this sentence a block of code? */
export const isCode = (sentence: string): boolean => /^[ \t]*(?:```|~~~)/.test(sentence);

/**
 * The form in which two sentences count as the same. Case, blanks, quotes and the marks that end a sentence or begin a line do not
 * count; signs do: C++ is not C#, -5 is not 5, and != is not ==. Code counts as it is.
 */
export function normalised(sentence: string): string {
  if (isCode(sentence)) return sentence.trim();
  return sentence
    .toLowerCase()
    .replace(/^\s*(?:[-*+•]|#{1,6})\s+/, '')
    .replace(/["'`“”„‘’«»()…]+|[.,;:!?]+(?=[\s"'`”’)]|$)/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
