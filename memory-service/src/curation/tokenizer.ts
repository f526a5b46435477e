/** Splits texts into words and sentences, and knows which words mean nothing by themselves. */
import { normalizeText } from '@hindsight/shared-contracts/rules';
import keywordExtractor from 'keyword-extractor';

const STOP_WORDS: ReadonlySet<string> = new Set(keywordExtractor.getStopwords({ language: 'english' }));

/** As words were when the first fingerprints were stored; other ones would make others of the same texts. */
const FINGERPRINT_WORD = /\p{L}[\p{L}\p{N}_]*(?:[-.][\p{L}\p{N}_]+)*/gu;

/**
 * A word starts with a letter, has its marks with it, and has three characters or more; dots and hyphens may join its parts, and so may
 * apostrophes within Cyrillic words and names such as O’Reilly. Only names of files begin with a dot or with two underscores.
 */
const WORD =
  /(?:(?<![^\s`"'(/])\.|__(?=\p{L}+__\.\p{L}))?\p{L}[\p{L}\p{M}\p{N}_]*(?:(?:[-.]|(?<=\p{Script=Cyrillic})'(?=\p{Script=Cyrillic})|(?<=(?<!\p{L})o)'(?=\p{L}{3}))[\p{L}\p{M}\p{N}_]+)*/gu;

const isMeaningful = (word: string) => word.length >= 3 && word.length <= 50 && !STOP_WORDS.has(word);

/** The words of which fingerprints are made. */
export const fingerprintWords = (text: string): string[] =>
  (text.toLowerCase().match(FINGERPRINT_WORD) ?? []).filter(isMeaningful);

/** Meaningful words in lower case, in order, repetitions included. */
export function contentWords(text: string): string[] {
  // A small i has its dot already; JavaScript gives that of İ another one.
  const lower = normalizeText(text).toLowerCase().replaceAll('i\u0307', 'i').replaceAll('’', "'");
  // Underscores at the end are emphasis in Markdown.
  return (lower.match(WORD) ?? []).map((word) => word.replace(/(?<!_)_+$/, '')).filter(isMeaningful);
}

/** A fenced block of code, to its closing fence or the end of the text. */
const CODE = /^[ \t]*(```|~~~)[^\n]*\n[\s\S]*?(?:^[ \t]*\1[ \t\r]*$|(?![\s\S]))/gm;

const proseOf = (text: string): string[] =>
  text
    // The dot of a list's number ends no sentence.
    .split(/\n+|(?<=[.!?])(?<!^\s*\d{1,3}\.)\s+(?=[\p{Lu}\p{N}"'(`])/mu)
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
