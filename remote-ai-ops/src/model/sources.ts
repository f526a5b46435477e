/** Finds the sources of each sentence in a proposed text, and the original sentences that it omits. */
import type { ConsolidationSuggestion } from '@hindsight/shared-contracts/api';

/** Sources of a text as claimed by a language model. */
export type Claims = NonNullable<ConsolidationSuggestion['sources']>;

export interface SourcedSentence {
  /** Includes surrounding whitespace, so that all sentences concatenate to the full text. */
  text: string;
  /** Indexes of the originals with this sentence, verbatim or else similar. */
  sources: readonly number[];
  isExact: boolean;
}

let segmenter: Intl.Segmenter | undefined;
/** Created lazily: it takes 20 ms, 400 on a slow phone, and most pages that load this module show no sources. */
const sentenceSegmenter = () => (segmenter ??= new Intl.Segmenter('en', { granularity: 'sentence' }));
/** Minimum share of common words for two sentences to count as similar. */
const NEAR = 0.5;

/** Line breaks end sentences, because list items have no period. */
const sentencesIn = (text: string): string[] =>
  text
    .split(/(?<=\n)/)
    .flatMap((line) => Array.from(sentenceSegmenter().segment(line), ({ segment }) => segment));

/** Normalizes a sentence for comparison: without leading markup and trailing punctuation. */
const normalizeSentence = (sentence: string): string =>
  sentence
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(?:[-*+•>#]+|\d+[.)])\s+/, '')
    .replace(/(?<![.!?。])[.!?。]+$/, '')
    .toLowerCase();

const wordsIn = (form: string): ReadonlySet<string> => new Set(form.match(/[\p{L}\p{N}]+/gu) ?? []);

function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared === 0 ? 0 : shared / Math.min(a.size, b.size);
}

interface SentenceForm {
  form: string;
  words: ReadonlySet<string>;
}

interface Original {
  flat: string;
  sentences: readonly SentenceForm[];
}

/** Indexes of the originals claimed for a sentence. */
const claimedOriginals = (claims: Claims, start: number, length: number): number[] => [
  ...new Set(
    claims
      .filter((claim) => claim.start < start + length && start < claim.start + claim.length)
      .map(({ original }) => original),
  ),
];

function read(text: string): Original {
  const forms = sentencesIn(text).map(normalizeSentence);
  return {
    flat: forms.join('\n'),
    sentences: forms.filter((form) => form !== '').map((form) => ({ form, words: wordsIn(form) })),
  };
}

const containsForm = ({ flat }: Original, form: string): boolean => flat.includes(form);

/** Splits a text into sentences with their sources: verbatim originals, else claimed ones, else the most similar one. */
export function withSources(
  text: string,
  originals: readonly string[],
  claims: Claims = [],
): SourcedSentence[] {
  const all = originals.map(read);
  let end = 0;
  return sentencesIn(text).map((sentence) => {
    const start = end;
    end += sentence.length;
    const form = normalizeSentence(sentence);
    if (form === '') return { text: sentence, sources: [], isExact: true };
    const exact = all.flatMap((original, place) => (containsForm(original, form) ? [place] : []));
    if (exact.length > 0) return { text: sentence, sources: exact, isExact: true };
    const claimed = claimedOriginals(claims, start, sentence.trimEnd().length);
    if (claimed.length > 0) return { text: sentence, sources: claimed, isExact: false };
    const words = wordsIn(form);
    const near = all.map(({ sentences }) =>
      Math.max(0, ...sentences.map((said) => likeness(words, said.words))),
    );
    const best = Math.max(0, ...near);
    return { text: sentence, sources: best >= NEAR ? [near.indexOf(best)] : [], isExact: false };
  });
}

export interface OmittedSentence {
  text: string;
  /** Index of the original. */
  source: number;
}

/** Whether a single sentence of the text has all words of another sentence, in any order. */
const hasWords = ({ sentences }: Original, form: string): boolean => {
  const words = [...wordsIn(form)];
  return sentences.some((said) => words.every((word) => said.words.has(word)));
};

/** Distinct sentences of the originals that are missing from the text. */
export function findLeftOut(text: string, originals: readonly string[]): OmittedSentence[] {
  const result = read(text);
  const known = new Set<string>();
  return originals.flatMap((original, source) =>
    sentencesIn(original).flatMap((sentence) => {
      const form = normalizeSentence(sentence);
      if (
        !/[\p{L}\p{N}]/u.test(form) ||
        known.has(form) ||
        containsForm(result, form) ||
        hasWords(result, form)
      )
        return [];
      known.add(form);
      return [{ text: sentence.trim(), source }];
    }),
  );
}
