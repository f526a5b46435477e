/** Shortens texts by leaving out the sentences with the lowest scores; no word is changed and the order stays. */
import { contentWords, isCode, isHeading, sentencesOf, statementOf } from './tokenizer';

/** Part of the length that is kept at most. */
export const KEEP = 0.6;
/** A sentence with less than this share of the best score is left out even where it would fit. */
const LEAST_SHARE = 0.4;

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
      score: (words.length > 0 ? sum / Math.sqrt(words.length) : 0) * (place === 0 ? 1.2 : 1),
    };
  });
}

/** Each once, as it was said first. */
function distinct(sentences: readonly string[]): string[] {
  const forms = sentences.map((sentence) => statementOf(sentence) || sentence);
  return sentences.filter((_, place) => forms.indexOf(forms[place] ?? '') === place);
}

/** The first sentence and the most important others, up to `KEEP` of the length. A text that cannot be shortened comes back as it is. */
export function extractiveSummary(text: string): string {
  const sentences = distinct(sentencesOf(text));
  const limit = text.trim().length * KEEP;
  const weighed = weigh(sentences);
  const ranked = [...weighed].sort((a, b) => b.score - a.score || a.place - b.place);
  // The first sentence is the title of the memory, by which people recognise it.
  const kept = weighed.slice(0, 1);
  let length = (kept[0]?.text.length ?? 0) + 1;
  for (const sentence of ranked) {
    if (sentence.place === 0 || sentence.score < LEAST_SHARE * (ranked[0]?.score ?? 0)) continue;
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
    .sort((a, b) => b.score - a.score || a.place - b.place)
    .slice(0, most)
    .map((sentence) => sentence.text);
}

/** Words that turn a statement round or limit it; `t` is what is left of “don’t”. */
const TURNING = new Set(
  'myth wrong false hypothesis guess assumption allegedly supposedly maybe perhaps might not no never nor neither none nothing without cannot t except unless only until if when while before after than but'.split(
    ' ',
  ),
);
/** Words that a sentence may have more than one that says the same. */
const MORE_WORDS = 2;
/** In longer texts only equal sentences are found: each is compared with each. */
const MOST_COMPARED = 500;

/** Something that is no word and may turn a statement round, such as `!=` or ❌; dashes do not. */
const isSign = (word: string): boolean => !/[\p{L}\p{N}]/u.test(word) && !/^[-–—]+$/.test(word);

/** Has the longer sentence all words of the shorter one in their order, and but a few others that change nothing? */
function says(longer: string, shorter: string): boolean {
  const wanted = shorter.split(' ');
  const words = longer.split(' ');
  if (words.length - wanted.length > MORE_WORDS) return false;
  const more: string[] = [];
  let found = 0;
  for (const word of words) {
    if (word === wanted[found]) found += 1;
    else more.push(word);
  }
  return (
    found === wanted.length && !more.some((word) => TURNING.has(word) || /\d/.test(word) || isSign(word))
  );
}

/** The sentences that are kept, and the headings below which there are some. */
function withHeadings(sentences: readonly string[], isKept: (sentence: string) => boolean): string[] {
  const found: string[] = [];
  let headings: string[] = [];
  for (const [place, sentence] of sentences.entries()) {
    if (isHeading(sentence) && place < sentences.length - 1) {
      const isBelow = isHeading(sentences[place - 1] ?? '');
      headings = isBelow ? [...headings, sentence] : [sentence];
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
  const known = new Set<string>();
  const parts = ordered.map((text, index) => {
    const isKnown = (sentence: string) => {
      const form = statementOf(sentence);
      if (known.has(form)) return true;
      return index > 0 && known.size <= MOST_COMPARED && [...known].some((longer) => says(longer, form));
    };
    const sentences = sentencesOf(text);
    const fresh = withHeadings(sentences, (sentence) => !isKnown(sentence));
    for (const sentence of sentences) known.add(statementOf(sentence));
    return index === 0 ? text.trim() : fresh.join('\n');
  });
  return parts.filter((part) => part !== '').join('\n');
}
