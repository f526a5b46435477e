/** Ranked search, from the typed text to hits: terms, typo correction, candidates, and why each block was found. */
import { weighEvidence } from './rules/evidence';
import {
  coverageScorer,
  MAX_MATCHES,
  neighbors,
  planCandidates,
  planForEvery,
  toScore,
  weighTerms,
} from './rules/ranking';
import type { QueryTerm, WeightedTerm } from './rules/ranking';
import { parseQuery } from './rules/searchQuery';
import type { SearchQuery } from './rules/searchQuery';
import { foreignStopWords, FUNCTION_WORDS } from '../../platform/text/rules/stopWords';
import { isCorrectable, spellingVariants } from './rules/spelling';
import {
  indexedName,
  isUnspaced,
  separateWords,
  splitNames,
  unspacedWords,
} from '../../platform/text/rules/words';
import type { UnspacedWord } from '../../platform/text/rules/words';
import type { Handle } from '../../platform/database/database';
import { lookUpTerms } from './queries/termLookup';
import type { LookedUp } from './queries/termLookup';
import { rankedHits } from './queries/rankedSearch';
import { listTenants } from '../../platform/database/conditions';
import { knownTerms, prefixFrequencies } from './queries/searchTerms';
import type { QueryTerms } from './queries/searchTerms';
import type { RankedHit } from './queries/rankedSearch';
import { isEnglish } from './english';
import { mergeSuccessors, followSuperseded } from './successors';
import type { ReasonedHit } from './successors';
import type { SearchFilter } from '../memory';

/** A word that no memory contains and its replacement: a readable word, and the term it is indexed as. */
export interface Correction {
  typed: string;
  term: string;
  word: string;
}

interface RankedHitWithReasons extends ReasonedHit {
  /** Sum of the weights of the matches; the basis of `score`. */
  sum: number;
  /** The share of the question that its words answer. */
  coverage: number;
  components: Record<string, number>;
  explanation: string;
}

export interface RankedResult {
  hits: RankedHitWithReasons[];
  corrections: Correction[];
  /** Words that occur in no memory of the workspace. */
  unknown: string[];
  /** Number of matching blocks on all pages, and whether it is exact or a lower bound. */
  matches: number;
  isExact: boolean;
  /** The terms that were searched, heaviest first. */
  terms: readonly WeightedTerm[];
  /** False when the text holds only stop words and punctuation: then it has to be matched literally. */
  hasTerms: boolean;
}

export type Match = 'any' | 'all';

/** Minimum length of a prefix that matches longer words. */
const SHORTEST_PREFIX = 3;
/** Maximum number of unknown words checked for typos: a text with more was not typed. */
const MAX_TYPING_ERRORS = 16;

const FIELD_NAMES: Record<string, string> = {
  A: 'title',
  B: 'lesson or keyword',
  C: 'content',
  D: 'errors',
};

/** A text whose words were looked up in the workspace. */
export interface AnalyzedQuery extends LookedUp {
  query: SearchQuery;
  unspaced: UnspacedWord[];
}

/** Looks up the words of a text, in one query. */
export async function lookUpWords(
  handle: Handle,
  filter: SearchFilter,
  text: string,
): Promise<AnalyzedQuery> {
  const ask = async (query: SearchQuery): Promise<AnalyzedQuery> => {
    const separate = separateWords(query.text);
    const asked = await lookUpTerms(handle, filter, separate);
    return { ...asked, query, unspaced: unspacedWords(separate) };
  };
  const query = parseQuery(text);
  const asked = query.text === '' ? undefined : await ask(query);
  // If all subjects are excluded, nothing is left to search: `-fno-rtti`, alone or in "what is -fno-rtti", means the flag.
  if (asked && (asked.terms.length > 0 || query.excluded.length === 0)) return asked;
  return ask(parseQuery(text, true));
}

/** Finds the best blocks for a text. With `match` `all`, each must contain every term. */
export async function rankedSearch(
  handle: Handle,
  filter: SearchFilter,
  match: Match,
  { query, unspaced, leadsOn, ...given }: AnalyzedQuery,
): Promise<RankedResult> {
  const tenants = listTenants(filter.rows);
  const asked = markEveryday(markNames(withoutFunctionWords(withoutLastLetters(given)), query.text));
  const nothing = {
    hits: [],
    corrections: [],
    unknown: [],
    matches: 0,
    isExact: true,
    terms: [],
    hasTerms: asked.terms.length > 0,
  };
  if (tenants.length === 0 || asked.terms.length === 0) return nothing;

  const { collection } = asked;
  const isEveryTerm = match === 'all';
  const { terms, corrections, unknown } = await correctTypos(handle, tenants, asked, query.text, unspaced);
  const weighted = weighTerms(terms, collection);
  const { alone, together } = isEveryTerm
    ? { alone: weighted, together: [] }
    : weighEvidence(weighted, { ...asked, text: query.text, unspaced });
  if (alone.length + together.length === 0 || (isEveryTerm && unknown.length > 0))
    return { ...nothing, corrections, unknown };
  const plan = isEveryTerm
    ? planForEvery(
        weighted.filter(({ isInParts }) => !isInParts),
        collection,
      )
    : planCandidates(alone, collection, together);
  const typed = { words: asked.words, text: query.text, unspaced };
  const names = weighted.map((term) => originalSpelling(term, typed, corrections));
  const ranking = { weighted, neighbors: neighbors(weighted), plan, collection, query, isEveryTerm };
  const missing = unknown.map((word) => ({ isEveryday: FUNCTION_WORDS.has(word) }));
  const computeCoverage = coverageScorer(weighted, missing, collection);
  const find = async (part: SearchFilter) => {
    const page = await rankedHits(handle, tenants, part, ranking);
    const hits = page.hits.map((hit) => withReasons(hit, names, computeCoverage(hit.contributions)));
    return { hits, matches: page.matches };
  };
  const through = await followSuperseded(handle, filter, async (part) => (await find(part)).hits, leadsOn);
  // Hits through superseded blocks shift the pages, so the ranking is read from its start.
  const shift = through.length > 0 ? filter.skip : 0;
  const end = shift + filter.limit;
  const own = await find({ ...filter, skip: filter.skip - shift, limit: end });
  const merged = mergeSuccessors(own.hits, through);
  const isWhole = through.length === 0 || own.hits.length === own.matches;
  const matches = own.matches + (isWhole ? merged.length - own.hits.length : 0);
  return {
    hits: merged.slice(shift, end),
    corrections,
    unknown,
    matches,
    isExact: isWhole && plan.isComplete && matches < MAX_MATCHES,
    terms: weighted,
    hasTerms: true,
  };
}

/** The name in a text that is indexed as a term. */
const findTypedName = (text: string, term: string) =>
  splitNames(text).find((name) => indexedName(name) === term);

/**
 * The word as typed; a term is its stem, two of its letters in a script without spaces, or `auditsink` for the whole of audit-sink or
 * auditSink.
 */
function originalSpelling(
  { term, positions }: QueryTerm,
  { words, text, unspaced }: { words: readonly string[]; text: string; unspaced: readonly UnspacedWord[] },
  corrections: readonly Correction[],
): string {
  if (corrections.some((correction) => correction.term === term)) return term;
  const whole = unspaced.find(({ pairs }) => pairs.includes(term));
  if (whole) return whole.word;
  return words[(positions[0] ?? 0) - 1]?.toLowerCase() ?? findTypedName(text, term) ?? term;
}

/**
 * Drops the single last letters of unspaced words, which the index holds for one-letter queries: these words are searched by letter pairs.
 */
const withoutLastLetters = <T extends Pick<QueryTerms, 'terms' | 'words'>>({ terms, words, ...rest }: T) => ({
  ...rest,
  words,
  terms: terms.filter(({ term, positions }) => !isUnspaced(term) || (positions[0] ?? 0) <= words.length),
});

/** Drops words without a subject in the language of the query, unless nothing else remains. */
function withoutFunctionWords<T extends Pick<QueryTerms, 'terms' | 'words'>>({ terms, words, ...rest }: T) {
  const empty = foreignStopWords(words.map((word) => word.toLowerCase()));
  const kept = terms.filter(
    ({ positions }) => !empty.has(words[(positions[0] ?? 0) - 1]?.toLowerCase() ?? ''),
  );
  return { ...rest, words, terms: kept.length > 0 ? kept : terms };
}

/** Marks names that contain words of the query; the letters of C++ and R&D do not count. */
function markNames<T extends Pick<QueryTerms, 'terms' | 'words'>>(
  { terms, words, ...rest }: T,
  text: string,
) {
  const isInParts = ({ term, positions }: QueryTerm) => {
    const name = (positions[0] ?? 0) > words.length ? findTypedName(text, term)?.toLowerCase() : undefined;
    return name !== undefined && words.some((word) => name.includes(word.toLowerCase()));
  };
  return {
    ...rest,
    words,
    terms: terms.map((term) => (isInParts(term) ? { ...term, isInParts: true } : term)),
  };
}

/** Marks the terms of words that carry no subject. */
function markEveryday<T extends Pick<QueryTerms, 'terms' | 'words'>>({ terms, words, ...rest }: T) {
  const isEveryday = ({ positions }: QueryTerm) =>
    FUNCTION_WORDS.has(words[(positions[0] ?? 0) - 1]?.toLowerCase() ?? '');
  return {
    ...rest,
    words,
    terms: terms.map((term) => (isEveryday(term) ? { ...term, isEveryday: true } : term)),
  };
}

/**
 * Replaces unknown terms with known ones: by prefix for the last word or a single letter of a script without spaces, or by one typo. An
 * English word is never a typo.
 */
async function correctTypos(
  handle: Handle,
  tenants: readonly string[],
  { terms, words }: Pick<QueryTerms, 'terms' | 'words'>,
  text: string,
  unspaced: readonly UnspacedWord[],
): Promise<{ terms: QueryTerm[]; corrections: Correction[]; unknown: string[] }> {
  const known: QueryTerm[] = [];
  const corrections: Correction[] = [];
  const unknown: string[] = [];
  let looks = 0;
  const letters = new Set(unspaced.flatMap(({ pairs, needed }) => (needed.length === 0 ? pairs : [])));
  const singles = terms.flatMap(({ term }) => (letters.has(term) ? [term] : []));
  const mentionsOf = await prefixFrequencies(handle, tenants, singles);
  for (const asked of terms) {
    const typed = words[(asked.positions[0] ?? 0) - 1]?.toLowerCase();
    const single = mentionsOf.get(asked.term);
    if (single !== undefined) {
      known.push({ ...asked, documents: single, isPrefix: true });
    } else if (asked.documents > 0) known.push(asked);
    else if (isUnspaced(asked.term)) continue;
    else if (typed === undefined) {
      if (!asked.isInParts) unknown.push(findTypedName(text, asked.term) ?? asked.term);
    } else {
      const isLast = asked.positions.includes(words.length);
      const isBegun = isLast && typed.length >= SHORTEST_PREFIX;
      const mentions = isBegun ? ((await prefixFrequencies(handle, tenants, [typed])).get(typed) ?? 0) : 0;
      const isError =
        mentions === 0 && looks < MAX_TYPING_ERRORS && isCorrectable(typed) && !(await isEnglish(typed));
      if (isError) looks += 1;
      const [near] = isError ? await knownTerms(handle, tenants, spellingVariants(typed)) : [];
      if (mentions > 0) known.push({ ...asked, term: typed, documents: mentions, isPrefix: true });
      else if (near) {
        known.push({ ...asked, term: near.term, documents: near.documents, isGuess: true });
        corrections.push({ typed, term: near.term, word: near.word });
      } else unknown.push(typed);
    }
  }
  // Merge a term that occurs both misspelled and spelled correctly.
  const seen = new Set<string>();
  const distinct = known.filter(({ term }) => !seen.has(term) && seen.add(term));
  const isFound = (pair: string) => distinct.some(({ term, documents }) => term === pair && documents > 0);
  for (const { word, pairs, needed } of unspaced)
    if (!(needed.length > 0 ? needed : pairs).every(isFound)) unknown.push(word);
  return { terms: distinct, corrections, unknown };
}

/** The parts of a score, and a sentence that says where each word was found, heaviest first. */
function withReasons(
  { id, score, contributions, fields, nearness, beside }: RankedHit,
  names: readonly string[],
  coverage: number,
): RankedHitWithReasons {
  const parts = new Map<string, { name: string; weight: number; field: string }>();
  for (const [at, name] of names.entries()) {
    const weight = contributions[at] ?? 0;
    const part = parts.get(name) ?? { name, weight: 0, field: fields[at] ?? '' };
    if (weight > 0) parts.set(name, { ...part, weight: part.weight + weight });
  }
  const found = [...parts.values()].sort((a, b) => b.weight - a.weight);
  const words = found.map(({ name, field }) => `“${name}” (${FIELD_NAMES[field] ?? 'text'})`).join(', ');
  return {
    id,
    score: toScore(score),
    sum: score,
    coverage,
    components: {
      fulltext_raw: score,
      coverage,
      ...Object.fromEntries(found.map(({ name, weight }) => [`word:${name}`, weight])),
      ...(nearness > 0 && { nearness }),
      ...(beside > 0 && { beside }),
    },
    explanation: `Matches ${words}${nearness > 0 ? '; words are close together' : ''}${beside > 0 ? '; next to another match in its conversation' : ''}.`,
  };
}
