/** Where the sentences of a proposed text come from, and which sentences of the originals it leaves out. */
import type { ConsolidationSuggestion } from '@hindsight/shared-contracts/api';

/** What a language model says of where it took a text from. */
export type Claims = NonNullable<ConsolidationSuggestion['sources']>;

export interface SourcedSentence {
  /** With the blanks and line breaks around it: joined they are the text again. */
  text: string;
  /** Places of the originals that say it, exactly or, where none does, nearly. */
  sources: readonly number[];
  isExact: boolean;
}

let segmenter: Intl.Segmenter | undefined;
/** Made with the first text: it takes 20 ms, on a slow phone 400, and most pages that load this module show no sources. */
const sentenceSegmenter = () => (segmenter ??= new Intl.Segmenter('en', { granularity: 'sentence' }));
/** Share of their words that two wordings of one sentence have in common. */
const NEAR = 0.5;

/** Lines end sentences: items of lists carry no full stop. */
const sentencesIn = (text: string): string[] =>
  text
    .split(/(?<=\n)/)
    .flatMap((line) => Array.from(sentenceSegmenter().segment(line), ({ segment }) => segment));

/** The form in which sentences are compared: without markup at its beginning and the mark at its end. */
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

interface Said {
  form: string;
  words: ReadonlySet<string>;
}

interface Original {
  flat: string;
  sentences: readonly Said[];
}

/** Places of the originals that are claimed for a sentence. */
const claimedFor = (claims: Claims, start: number, length: number): number[] => [
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

/** The sentences of a text with the originals that say them; where none does word for word, with those that are claimed, else the nearest. */
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
    const claimed = claimedFor(claims, start, sentence.trimEnd().length);
    if (claimed.length > 0) return { text: sentence, sources: claimed, isExact: false };
    const words = wordsIn(form);
    const near = all.map(({ sentences }) =>
      Math.max(0, ...sentences.map((said) => likeness(words, said.words))),
    );
    const best = Math.max(0, ...near);
    return { text: sentence, sources: best >= NEAR ? [near.indexOf(best)] : [], isExact: false };
  });
}

export interface LeftOut {
  text: string;
  /** Place of the original. */
  source: number;
}

/** Whether one sentence of a text has all words of another one, in whatever order. */
const hasWords = ({ sentences }: Original, form: string): boolean => {
  const words = [...wordsIn(form)];
  return sentences.some((said) => words.every((word) => said.words.has(word)));
};

/** Sentences of the originals that do not stand in the text, each once. */
export function findLeftOut(text: string, originals: readonly string[]): LeftOut[] {
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
