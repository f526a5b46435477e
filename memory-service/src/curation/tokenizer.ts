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

/** Is this sentence a block of code? */
export const isCode = (sentence: string): boolean => /^[ \t]*(?:```|~~~)/.test(sentence);

/**
 * The form in which two sentences count as the same. Case, blanks, quotes and the marks that end a sentence or begin a line do not
 * count; signs do: C++ is not C#, -5 is not 5, and != is not ==. Code counts as it is.
 */
function normalised(sentence: string): string {
  if (isCode(sentence)) return sentence.trim();
  return sentence
    .toLowerCase()
    .replace(/^\s*(?:[-*+•]|#{1,6}|\d{1,3}[.)])\s+/, '')
    .replace(/(?<![\p{L}\p{N}])\*\*|\*\*(?![\p{L}\p{N}])/gu, '')
    .replace(/["'`“”„‘’«»()…]+|(?<![.,;:!?])[.,;:!?]+(?=[\s"'`”’)]|$)/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** What is said before a sentence and changes nothing of what it says. Others do: “Myth”, “Hypothesis”, “PostgreSQL”. */
const LEAD_INS = [
  /(?:root |main |likely )?causes?|why|reasons?|what (?:happened|we saw|helped|worked|we learned|to do)|symptoms?|first sign/,
  /(?:the )?fix|solution|resolution|done|problem|issue|errors?|result|outcome|conclusion|findings?|observations?|context|background/,
  /(?:key |main )?(?:lessons?(?: learned)?|takeaways?|insights?|points?|facts?|ideas?)|learned|to remember|remember|notes?|nota bene|nb/,
  /tips?|hints?|important|rule(?: of thumb)?|advice|recommendation|action|decision|next time|in short|summary|tl;?dr|(?:it )?turned out/,
  /(?:solved|resolved|fixed|reported|found|seen|noticed|spotted|learned|diagnosed) (?:with|by|in|on|from|during|after) .*/,
  /(?:while|when) (?:working|debugging|looking|reviewing|testing) .*|after (?:\d+|an?|some) (?:minutes?|hours?|days?)(?: .*)?|change in .*/,
];
const LEAD_IN = new RegExp(
  `^(?:${LEAD_INS.map(({ source }) => source).join('|')})\\s*(?::|\\s[-–—])\\s*`,
  'u',
);
const LONGEST_LEAD_IN = 60;

/** The normalised form without a lead-in: “Root cause: the lock was held.” says what “The lock was held.” says. */
export function statementOf(sentence: string): string {
  if (isCode(sentence)) return normalised(sentence);
  const found = /^(.*?(?::[*_]*|\s[-–—]))\s/.exec(sentence.slice(0, LONGEST_LEAD_IN + 20));
  const label = `${normalised(found?.[1]?.replace(/(?<![:–—*_-])[:–—*_-]+$/, '') ?? '')}:`;
  if (!found || label.length > LONGEST_LEAD_IN || !LEAD_IN.test(label)) return normalised(sentence);
  return normalised(sentence.slice(found[0].length)) || normalised(sentence);
}

/** Is this line the heading of what follows: “## Root cause”, “Root cause:”, “**Root cause**”? */
export const isHeading = (sentence: string): boolean =>
  /^\s*#{1,6}\s|:[*_]*$|^\*\*[^*]+\*\*$/.test(sentence) && !isCode(sentence);
