/**
 * Shortens texts by leaving out repetitions and the sentences with the lowest scores; no word is changed and the order stays. Cautions and
 * code are never left out.
 */
import { isCaution, isNegated } from './cautions';
import { isNearCopy, says, wordsOf } from './repetitions';
import { contentWords, isCode, isHeading, sentencesOf, statementOf } from './tokenizer';

/** Part of the length, without code, that is kept at most; cautions may take more. */
export const KEEP = 0.6;
/** A sentence with less than this share of the best score is left out even where it would fit. */
const LEAST_SHARE = 0.4;
/** How much more a sentence counts that warns or denies: it is said once, and nothing else in the text says what is not so. */
const WARNING = 1.5;
/** Each sentence is compared with each. After so many comparisons only equal sentences are found. */
const MOST_COMPARISONS = 250_000;

interface Sentence {
  text: string;
  place: number;
  score: number;
}

/** The mean weight of a sentence's words, by how often the whole text uses them; the first sentence counts a little more. */
function weigh(sentences: readonly string[]): Sentence[] {
  const counts = new Map<string, number>();
  for (const word of sentences.flatMap(contentWords)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return sentences.map((text, place) => {
    const words = contentWords(text);
    const sum = words.reduce((total, word) => total + (counts.get(word) ?? 0), 0);
    return {
      text,
      place,
      score:
        (words.length > 0 ? sum / Math.sqrt(words.length) : 0) *
        (place === 0 ? 1.2 : 1) *
        (isCaution(text) || isNegated(text) ? WARNING : 1),
    };
  });
}

/**
 * Each once, as it was said first. Lines that differ in numbers or a word are one as well, before words are counted: a list would
 * otherwise make its own words the most important ones. A caution is only left out where another sentence says all of it.
 */
function distinct(sentences: readonly string[]): string[] {
  const kept: { sentence: string; form: readonly string[]; words: ReadonlySet<string> }[] = [];
  const forms = new Set<string>();
  let comparisons = 0;
  for (const sentence of sentences) {
    const form = statementOf(sentence) || sentence;
    const words = wordsOf(form);
    const isWarning = isCaution(sentence);
    const inOrder = form.split(' ');
    const isRepeated = (said: (typeof kept)[number]) => {
      if ((comparisons += 1) > MOST_COMPARISONS) return false;
      return isWarning ? says(said.form, inOrder) || says(inOrder, said.form) : isNearCopy(said.words, words);
    };
    const isCompared = !isCode(sentence) && comparisons < MOST_COMPARISONS;
    if (forms.has(form) || (isCompared && kept.some(isRepeated))) continue;
    forms.add(form);
    kept.push({ sentence, form: inOrder, words });
  }
  return kept.map(({ sentence }) => sentence);
}

const byScore = (a: Sentence, b: Sentence) => b.score - a.score || a.place - b.place;

/**
 * The first sentence, cautions, code, and the most important others, up to `KEEP` of the length. A text that cannot be shortened comes back
 * as it is.
 */
export function extractiveSummary(text: string): string {
  const sentences = distinct(sentencesOf(text));
  const prose = (parts: readonly string[]) => parts.filter((part) => !isCode(part)).join('\n').length;
  const limit = KEEP * prose(sentencesOf(text));
  const weighed = weigh(sentences);
  // The first sentence is the title of the memory, by which people recognise it.
  const isVital = (sentence: Sentence) =>
    sentence.place === 0 || isCaution(sentence.text) || isCode(sentence.text);
  const kept = weighed.filter(isVital);
  let length = prose(kept.map((sentence) => sentence.text)) + 1;
  const ranked = weighed.filter((sentence) => !isVital(sentence)).sort(byScore);
  for (const sentence of ranked) {
    if (sentence.score < LEAST_SHARE * (ranked[0]?.score ?? 0)) break;
    if (length + sentence.text.length > limit) continue;
    kept.push(sentence);
    length += sentence.text.length + 1;
  }
  const summary = kept
    .sort((a, b) => a.place - b.place)
    .map((sentence) => sentence.text)
    .join('\n');
  return summary.length < text.trim().length ? summary : text;
}

/** The most important sentences, best first; neither code nor lines without words. */
export function keySentences(text: string, most: number): string[] {
  return weigh(distinct(sentencesOf(text)))
    .filter((sentence) => sentence.score > 0 && !isCode(sentence.text))
    .sort(byScore)
    .slice(0, most)
    .map((sentence) => sentence.text);
}

/** The sentences that are kept, and the headings below which there are some. */
function withHeadings(sentences: readonly string[], isKept: (sentence: string) => boolean): string[] {
  const found: string[] = [];
  let headings: string[] = [];
  for (const [place, sentence] of sentences.entries()) {
    if (isHeading(sentence) && place < sentences.length - 1) {
      if (!isHeading(sentences[place - 1] ?? '')) headings = [];
      headings.push(sentence);
    } else if (isKept(sentence)) {
      found.push(...headings, sentence);
      headings = [];
    }
  }
  return found;
}

/** One text of many that resemble each other: the longest, and what only the others say. */
export function mergeTexts(texts: readonly string[]): string {
  const ordered = [...texts].filter((text) => text.trim() !== '').sort((a, b) => b.length - a.length);
  const known = new Map<string, readonly string[]>();
  let comparisons = 0;
  const isSaid = (form: string): boolean => {
    const words = form.split(' ');
    for (const longer of known.values()) {
      if ((comparisons += 1) > MOST_COMPARISONS) return false;
      if (says(longer, words)) return true;
    }
    return false;
  };
  const parts = ordered.map((text, index) => {
    const isKnown = (sentence: string) => {
      const form = statementOf(sentence);
      return known.has(form) || (index > 0 && isSaid(form));
    };
    const sentences = sentencesOf(text);
    const fresh = withHeadings(sentences, (sentence) => !isKnown(sentence));
    for (const sentence of sentences) {
      const form = statementOf(sentence);
      known.set(form, form.split(' '));
    }
    return index === 0 ? text.trim() : fresh.join('\n');
  });
  return parts.filter((part) => part !== '').join('\n');
}
