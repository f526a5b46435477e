/** Validates language model answers: an empty field replaces nothing and does not affect the other fields. */
import { z } from 'zod';
import { withoutHidden } from '@hindsight/shared-contracts/api';
import { MAX_KEYWORDS } from '../../platform/text/keywords';
import { STOP_WORDS } from '../../platform/text/rules/stopWords';

/** Phrases of a model that has nothing to say. */
const NOTHING =
  /^(?:null|none|nil|undefined|n\/?a|empty|same|unchanged|no changes?|not (?:applicable|available|provided))$/i;

const MARKS_AROUND = /^[^\p{L}\p{N}]+|(?<=[\p{L}\p{N}])[^\p{L}\p{N}]+$/gu;
/** Hidden characters and punctuation alone say nothing. */
const hasContent = (text: string): boolean =>
  /[\p{L}\p{N}]/u.test(withoutHidden(text)) && !NOTHING.test(text.replace(MARKS_AROUND, ''));

/** An optional text; any other type counts as omitted. */
export const Optional = z.string().nullish().catch(null);

/** The model's answer for a field, or the fallback. */
export const answerOr = <T>(answered: string | null | undefined, fallback: T): string | T =>
  answered && hasContent(answered) ? answered.trim() : fallback;

const collapseBlanks = (text: string): string => text.replace(/\s+/g, ' ').trim();

const SEGMENTER = new Intl.Segmenter(undefined, { granularity: 'word' });
/** Characters of a text that are examined. */
const LOOKED_AT = 20_000;
/** Minimum number of words to tell the language of a text. */
const FEWEST_WORDS = 6;
/** Minimum share of words that a derived text has in common with its sources; one in another language shares only names. */
const LEAST_SHARED = 0.25;

/** Converted one by one: each segment object holds a copy of the whole text. */
const splitWords = (text: string): string[] =>
  Array.from(SEGMENTER.segment(text.slice(0, LOOKED_AT).toLowerCase()), ({ segment, isWordLike }) =>
    isWordLike ? segment : '',
  ).filter((word) => word !== '');

/** Whether a text is in another language than its sources, or about something else. */
function isForeign(text: string, originals: readonly string[]): boolean {
  const words = [...new Set(splitWords(text))];
  const known = new Set(splitWords(originals.join('\n')));
  const shared = words.filter((word) => known.has(word)).length;
  return words.length >= FEWEST_WORDS && shared / words.length < LEAST_SHARED;
}

const measureSize = (texts: readonly string[]) => texts.reduce((sum, { length }) => sum + length, 0);

/** Links, code, flags, paths, numbers and names: a derived text may not contain any that are missing in its sources. */
const FACTS =
  /https?:\/\/[^\s)>\]"'`]{1,500}|`[^`\n]{1,200}`|(?<!\S)--?[a-z][\w-]{0,50}|[\p{L}\p{N}_][\p{L}\p{N}_.:/@#+-]{0,200}/gu;
const LIST_NUMBER = /^[ \t]*\d{1,3}[.)](?=\s)/gm;
const MARKS_AT_END = /(?<![.:/@#+-])[.:/@#+-]+$/;
const SENTENCE_START = /(?:^|[.!?:。]["')*_]{0,3}\s+|\n)[^\p{L}\p{N}\n]{0,10}$/u;
/** Above this share of capitalized words, as in German, a capital does not indicate a name. */
const MOST_CAPITALS = 0.15;

interface Fact {
  text: string;
  isCode: boolean;
  isName: boolean;
}

function extractFacts(text: string): Fact[] {
  const plain = text.slice(0, LOOKED_AT).replace(LIST_NUMBER, '');
  return Array.from(plain.matchAll(FACTS), ({ 0: found, index }) => ({
    text: found.replace(/^`|`$/g, '').replace(MARKS_AT_END, ''),
    isCode: found.startsWith('`'),
    isName: /^\p{Lu}/u.test(found) && !SENTENCE_START.test(plain.slice(Math.max(0, index - 20), index)),
  }));
}

/** Code, commands, links, values and identifiers: they must match verbatim. */
const isExact = ({ text, isCode }: Fact): boolean => isCode || /[\p{N}_/@#]|^-|\p{Ll}\p{Lu}/u.test(text);

/** Whether the texts contain a fact, ignoring case and white space. */
const containsFact = (texts: readonly string[]) => {
  const said = collapseBlanks(texts.join('\n')).toLowerCase();
  return (fact: Fact): boolean => said.includes(collapseBlanks(fact.text).toLowerCase());
};

/** Facts of a text that its originals do not contain. */
function findInventions(text: string, originals: readonly string[]): string[] {
  const isSaid = containsFact(originals);
  const told = extractFacts(originals.join('\n'));
  const capitals = told.filter(({ isName }) => isName).length;
  const hasNames = capitals <= MOST_CAPITALS * told.length;
  return extractFacts(text)
    .filter((fact) => (isExact(fact) || (hasNames && fact.isName)) && !isSaid(fact))
    .map((fact) => fact.text);
}

/** Schema of the required content: derived from the originals, in their language, without invented facts. */
export const contentSchema = (originals: readonly string[]) =>
  z
    .string()
    .trim()
    .refine(hasContent, 'The content is missing.')
    .refine((text) => !isForeign(text, originals), 'The content must be in the language of the texts.')
    .check(({ value, issues }) => {
      const invented = findInventions(value, originals).slice(0, 10);
      if (invented.length > 0)
        issues.push({
          code: 'custom',
          input: value,
          message: `The texts do not say: ${invented.join(', ')}`,
        });
    });

/** A sentence, list item or code block of a merge, and the numbers of its source memories. */
const Passage = z.object({ text: z.string(), from: z.array(z.number().int()).catch([]) });
/** Paragraphs of passages; a model that cannot produce lists returns a plain text. */
const Passages = z.preprocess(
  (value) => (typeof value === 'string' ? [[{ text: value, from: [] }]] : value),
  z.array(z.array(Passage)),
);

/** List items, table rows, headings and code go on separate lines. */
const OWN_LINE = /^\s*(?:[-*+•|>#`]|\d{1,3}[.)]\s)/;

/** A text with the start, length and source of its sentences. */
export interface SourcedText {
  text: string;
  places: [start: number, length: number, original: number][];
}

/** Joins passages. A source is kept only if the named memories contain every fact of the passage. */
function joinPassages(
  paragraphs: z.infer<typeof Passages>,
  memories: readonly (readonly string[])[],
): SourcedText {
  const places: SourcedText['places'] = [];
  let text = '';
  for (const paragraph of paragraphs)
    for (const [at, { text: passage, from }] of paragraph.entries()) {
      const trimmed = passage.trim();
      const isLine = OWN_LINE.test(trimmed) || OWN_LINE.test(paragraph[at - 1]?.text ?? '');
      if (text !== '' && trimmed !== '') text += at === 0 ? '\n\n' : isLine ? '\n' : ' ';
      const named = [...new Set(from)].map((number) => number - 1).filter((place) => memories[place]);
      const isTrue =
        findInventions(
          trimmed,
          named.flatMap((place) => memories[place] ?? []),
        ).length === 0;
      if (isTrue)
        places.push(...named.map((place): [number, number, number] => [text.length, trimmed.length, place]));
      text += trimmed;
    }
  return { text, places };
}

/**
 * Schema of a merge: one text that contains every fact of the memories, or quotes the sentences it leaves out, and is no longer than all of
 * them. Each memory is its content and its lessons.
 */
export function mergeSchema(memories: readonly (readonly string[])[]) {
  const originals = memories.flat();
  const content = Passages.transform((paragraphs) => joinPassages(paragraphs, memories)).check(
    ({ value, issues }) => {
      const checked = contentSchema(originals)
        .refine((text) => text.length <= measureSize(originals), 'It is longer than the texts.')
        .safeParse(value.text);
      for (const { message } of checked.error?.issues ?? [])
        issues.push({ code: 'custom', input: value.text, message });
    },
  );
  return z.object({ content, lessons_learned: Optional, left_out: Quotes }).check(({ value, issues }) => {
    const isSaid = containsFact([
      value.content.text,
      value.lessons_learned ?? '',
      ...(value.left_out ?? []).map((one) => one ?? ''),
    ]);
    const lost = extractFacts(originals.join('\n')).filter((fact) => isExact(fact) && !isSaid(fact));
    if (lost.length > 0)
      issues.push({
        code: 'custom',
        input: value.content.text,
        message: `Neither the content nor left_out has: ${[...new Set(lost.map(({ text }) => text))].slice(0, 10).join(', ')}`,
      });
  });
}

/** Another field derived from these texts, or `fallback` if the answer is empty or cannot be derived from them. */
export function fieldFrom(
  originals: readonly string[],
  answered: string | null | undefined,
  fallback: string,
): string {
  const text = answerOr(answered, fallback);
  const isUsable =
    text.length <= measureSize(originals) &&
    !isForeign(text, originals) &&
    findInventions(text, originals).length === 0;
  return isUsable ? text : fallback;
}

const MAX_QUOTES = 5;
/** Verbatim passages of a text. */
export const Quotes = z.array(Optional).nullish().catch(null);

/** The quotes of a model that actually occur in the texts. */
export function verifyQuotes(texts: readonly string[], quotes: z.infer<typeof Quotes>): string[] {
  const said = collapseBlanks(texts.join('\n'));
  const found = (quotes ?? []).map((quote) => collapseBlanks(answerOr(quote, '')));
  return [...new Set(found)].filter((quote) => quote !== '' && said.includes(quote)).slice(0, MAX_QUOTES);
}

/** An invalid keyword affects neither the others nor the rest of an answer. */
export const Keywords = z.array(Optional);
/** Values in programs, which can be the subject of a memory. */
const VALUES = new Set(['null', 'nil', 'none', 'undefined']);
const MAX_KEYWORD_LENGTH = 50;
const MAX_KEYWORD_WORDS = 4;

/** Valid keywords without duplicates: no numbers, no words without a subject, no sentences. */
export function cleanKeywords(keywords: z.infer<typeof Keywords>): string[] {
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
        (hasContent(word) || VALUES.has(word)) &&
        !STOP_WORDS.has(word) &&
        word.length <= MAX_KEYWORD_LENGTH &&
        splitWords(word).length <= MAX_KEYWORD_WORDS,
    );
  return [...new Set(texts)].slice(0, MAX_KEYWORDS);
}
