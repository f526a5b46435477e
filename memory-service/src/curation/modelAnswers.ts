/** What of a language model's answer is used: a field that says nothing replaces nothing, and costs no other field. */
import { z } from 'zod';
import { withoutHidden } from '@hindsight/shared-contracts/api';
import { MAX_KEYWORDS } from './keywords';
import { STOP_WORDS } from '../domain/stopWords';

/** What a model writes where it has nothing to say. */
const NOTHING =
  /^(?:null|none|nil|undefined|n\/?a|empty|same|unchanged|no changes?|not (?:applicable|available|provided))$/i;

const MARKS_AROUND = /^[^\p{L}\p{N}]+|(?<=[\p{L}\p{N}])[^\p{L}\p{N}]+$/gu;
/** Hidden characters and marks alone say nothing. */
const saysSomething = (text: string): boolean =>
  /[\p{L}\p{N}]/u.test(withoutHidden(text)) && !NOTHING.test(text.replace(MARKS_AROUND, ''));

/** A text that may be left out; what is no text counts as left out. */
export const Optional = z.string().nullish().catch(null);

/** What a model answered for a field, or what there is instead. */
export const given = <T>(answered: string | null | undefined, fallback: T): string | T =>
  answered && saysSomething(answered) ? answered.trim() : fallback;

const SEGMENTER = new Intl.Segmenter(undefined, { granularity: 'word' });
/** Characters of a text whose words are looked at. */
const LOOKED_AT = 20_000;
/** Of fewer words nobody can say in which language they are. */
const FEWEST_WORDS = 6;
/** A shortened or merged text shares more of its words with what it was made of; another language only names. */
const LEAST_SHARED = 0.25;

/** Word by word: what the segmenter says of each holds a copy of the whole text. */
const wordsOf = (text: string): string[] =>
  Array.from(SEGMENTER.segment(text.slice(0, LOOKED_AT).toLowerCase()), ({ segment, isWordLike }) =>
    isWordLike ? segment : '',
  ).filter((word) => word !== '');

/** Is the text in another language than those that it was made of, or about something else? */
function isForeign(text: string, originals: readonly string[]): boolean {
  const words = [...new Set(wordsOf(text))];
  const known = new Set(wordsOf(originals.join('\n')));
  const shared = words.filter((word) => known.has(word)).length;
  return words.length >= FEWEST_WORDS && shared / words.length < LEAST_SHARED;
}

const sizeOf = (texts: readonly string[]) => texts.reduce((sum, { length }) => sum + length, 0);

/** The text that an answer cannot do without, made of these and in their language. */
export const contentFrom = (originals: readonly string[]) =>
  z
    .string()
    .trim()
    .refine(saysSomething, 'The content is missing.')
    .refine((text) => !isForeign(text, originals), 'The content must be in the language of the texts.');

/** The content of a merge, which holds everything once and so is not longer than all of them. */
export const mergedFrom = (originals: readonly string[]) =>
  contentFrom(originals).refine((text) => text.length <= sizeOf(originals), 'It is longer than the texts.');

/** Another field made of these texts, or `fallback` where it says nothing or could not have been made of them. */
export function fieldFrom(
  originals: readonly string[],
  answered: string | null | undefined,
  fallback: string,
): string {
  const text = given(answered, fallback);
  return text.length > sizeOf(originals) || isForeign(text, originals) ? fallback : text;
}

const MAX_QUOTES = 5;
const flat = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Of what a model calls quotes, those that stand in the texts. */
export function quotesFrom(
  texts: readonly string[],
  quotes: readonly (string | null | undefined)[],
): string[] {
  const said = flat(texts.join('\n'));
  const found = quotes.map((quote) => flat(given(quote, '')));
  return [...new Set(found)].filter((quote) => quote !== '' && said.includes(quote)).slice(0, MAX_QUOTES);
}

/** A keyword that is none costs neither the others nor the rest of an answer. */
export const Keywords = z.array(Optional);
/** Values that programs have, and so names of what a memory is about. */
const VALUES = new Set(['null', 'nil', 'none', 'undefined']);
const MAX_KEYWORD_LENGTH = 50;
const MAX_KEYWORD_WORDS = 4;

/** Those that can be keywords, each once: no numbers, no words without a subject, no sentences. */
export function keywordsFrom(keywords: z.infer<typeof Keywords>): string[] {
  const texts = keywords
    .map((word) =>
      withoutHidden(word ?? '')
        .trim()
        .toLowerCase()
        .replace(/(?<![.\s])[.\s]+$/, ''),
    )
    .filter(
      (word) =>
        /\p{L}/u.test(word) &&
        (saysSomething(word) || VALUES.has(word)) &&
        !STOP_WORDS.has(word) &&
        word.length <= MAX_KEYWORD_LENGTH &&
        wordsOf(word).length <= MAX_KEYWORD_WORDS,
    );
  return [...new Set(texts)].slice(0, MAX_KEYWORDS);
}
