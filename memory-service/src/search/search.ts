/** The four searches: finds hits, loads their blocks as the caller may see them, and says how each was found. */
import type { MemoryBlock, ScoredBlock, SearchAlternatives } from '@hindsight/shared-contracts/api';
import { NEUTRAL_SCORE } from '../domain/feedback';
import type { Principal } from '../domain/principal';
import type { Database, Handle } from '../storage/database';
import { blocksByIds } from '../storage/memoryBlocks';
import { containingBlocks, nearestBlocks } from '../storage/search';
import type { Hit, SearchFilter } from '../storage/search';
import type { VersionedCache } from '../storage/stampedCache';
import { countersOf } from '../storage/counters';
import { callerKey } from '../storage/rowLevelSecurity';
import { alternativesOf } from './alternatives';
import { combineHits } from './combine';
import { withHighlights, withLiteralHighlights } from './highlighting';
import { rankedSearch } from './ranked';
import type { Correction, Match, RankedResult } from './ranked';
import type { Weights } from './combine';
import type { Semantic } from './semantic';

export const SEARCH_TYPES = ['basic', 'fulltext', 'semantic', 'hybrid'] as const;
export type SearchType = (typeof SEARCH_TYPES)[number];

export interface SearchTools {
  database: Database;
  semantic: Semantic;
  principal: Principal;
  remembered: VersionedCache;
}

export interface Terms {
  /** A block must contain one of them. */
  anyOf: readonly string[];
  /** A block must contain each of them. */
  allTerms: readonly string[];
}

/** Words beyond this number narrow nothing any more. */
const MAX_TERMS = 20;
/** What enters the mixture: twice as many of each as are asked for, and meaning less strictly. */
const HYBRID = { candidateFactor: 2, minSemantic: 0.5 } as const;

/** The terms of a comma list, or the words of a query. */
export function termsOf(keywords: string | undefined, query: string | undefined): Terms {
  const parts = (text: string | undefined, separator: RegExp) =>
    (text ?? '')
      .split(separator)
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .slice(0, MAX_TERMS);
  return { anyOf: parts(keywords, /,/), allTerms: parts(query, /\s+/) };
}

interface Found extends Hit {
  components: Record<string, number>;
  explanation: string | null;
}

/** What `find` finds, remembered for as long as the workspace does not change; `key` says what was asked for. */
async function cached<T>(
  { remembered, principal }: SearchTools,
  handle: Handle,
  filter: SearchFilter,
  key: readonly unknown[],
  find: () => Promise<T>,
): Promise<T> {
  const { changes } = await countersOf(handle, filter.rows);
  return remembered.get(JSON.stringify([callerKey(principal), filter, key]), changes, find);
}

async function load(
  handle: Handle,
  filter: SearchFilter,
  found: readonly Found[],
  type: SearchType,
): Promise<ScoredBlock[]> {
  const byId = new Map(found.map((hit) => [hit.id, hit]));
  const blocks = await blocksByIds(handle, [...byId.keys()], filter.rows);
  return blocks.map((block) => scored(block, byId.get(block.id), type));
}

function scored(block: MemoryBlock, hit: Found | undefined, type: SearchType): ScoredBlock {
  return {
    ...block,
    search_score: hit?.score ?? 0,
    search_type: type,
    rank_explanation: hit?.explanation ?? null,
    score_components: hit?.components ?? {},
  };
}

/** Substring search, newest first; the score falls with the place. `reason` says why a better search was not made. */
export async function basicSearch(
  tools: SearchTools,
  filter: SearchFilter,
  terms: Terms,
  reason: string | null = null,
): Promise<ScoredBlock[]> {
  return tools.database.read(tools.principal, async (handle) => {
    const ids = await cached(tools, handle, filter, ['contains', terms], () =>
      containingBlocks(handle, filter, terms),
    );
    const found = ids.map((id, rank) => {
      const score = 1 - rank / (ids.length + 1);
      return { id, score, components: { rank_position: rank + 1 }, explanation: reason };
    });
    return withLiteralHighlights(await load(handle, filter, found, 'basic'), [
      ...terms.anyOf,
      ...terms.allTerms,
    ]);
  });
}

/** What a ranked search answers: blocks, and what was done to the words. */
export interface Answer {
  blocks: ScoredBlock[];
  corrections: readonly Correction[];
  /** Words that occur in no memory of the workspace. */
  unknown: readonly string[];
  /** Matching blocks on all pages, where they were counted. */
  total?: { matches: number; isExact: boolean };
}

const COMMON_WORDS_ONLY = 'Only very common words, so they were matched as text.';

export const asAnswer = (blocks: ScoredBlock[]): Answer => ({ blocks, corrections: [], unknown: [] });

/** Hits by words, remembered for as long as the workspace does not change. */
const rankedHitsOf = (
  tools: SearchTools,
  handle: Handle,
  filter: SearchFilter,
  query: string,
  match: Match,
): Promise<RankedResult> =>
  cached(tools, handle, filter, ['words', query, match], () => rankedSearch(handle, filter, query, match));

/** The total of a page: one without hits does not know how many there are before it. */
const totalOf = ({ hits, matches, isExact }: RankedResult, { skip }: SearchFilter, isWhole: boolean) =>
  hits.length === 0 && skip > 0 ? {} : { total: { matches, isExact: isExact && isWhole } };

/** Ranked full-text search: best blocks for any of the words, or only those with every word. */
export async function fulltextSearch(
  tools: SearchTools,
  filter: SearchFilter,
  query: string,
  { minScore, match }: { minScore: number; match: Match },
): Promise<Answer> {
  const answer = await tools.database.read(tools.principal, async (handle) => {
    const words = await rankedHitsOf(tools, handle, filter, query, match);
    const { hits, corrections, unknown, hasTerms, terms } = words;
    if (!hasTerms) return undefined;
    const found = hits.filter(({ score }) => score >= minScore);
    const blocks = await withHighlights(handle, await load(handle, filter, found, 'fulltext'), terms);
    return { blocks, corrections, unknown, ...totalOf(words, filter, found.length === hits.length) };
  });
  return answer ?? asAnswer(await basicSearch(tools, filter, termsOf(undefined, query), COMMON_WORDS_ONLY));
}

/** What a search without hits would find otherwise. */
export function alternativesTo(
  { database, principal }: SearchTools,
  filter: SearchFilter,
  query: string,
  match: Match,
): Promise<SearchAlternatives> {
  return database.read(principal, (handle) => alternativesOf(handle, principal, filter, query, match));
}

/** Search by meaning. Falls back to substrings when that is unavailable or nothing is near enough, and says so. */
export async function semanticSearch(
  tools: SearchTools,
  filter: SearchFilter,
  query: string,
  threshold: number,
): Promise<ScoredBlock[]> {
  const vector = await tools.semantic.vectorOf(query);
  if ('unavailable' in vector) {
    return basicSearch(tools, filter, termsOf(undefined, query), `${vector.unavailable} Matched as text.`);
  }
  const near = await tools.database.read(tools.principal, async (handle) => {
    const hits = await nearestBlocks(handle, filter, { ...vector, threshold });
    const found = hits.map((hit) => ({
      ...hit,
      components: { semantic_raw: hit.score },
      explanation: null,
    }));
    return load(handle, filter, found, 'semantic');
  });
  if (near.length > 0) return near;
  const reason = `Nothing has a similarity of ${threshold} or more. Matched as text.`;
  return basicSearch(tools, filter, termsOf(undefined, query), reason);
}

/** Words and meaning in one ranking. Where meaning is unavailable, words alone carry the weight and the explanation says so. */
export async function hybridSearch(
  tools: SearchTools,
  filter: SearchFilter,
  query: string,
  { weights, minScore }: { weights: Weights; minScore: number },
): Promise<Answer> {
  const end = filter.skip + filter.limit;
  const wide = { ...filter, skip: 0, limit: end * HYBRID.candidateFactor };
  const vector = await tools.semantic.vectorOf(query);
  const why = 'unavailable' in vector ? ` ${vector.unavailable} Ranked by words alone.` : '';
  const { words, meaning, blocks } = await tools.database.read(tools.principal, async (handle) => {
    const words = await rankedHitsOf(tools, handle, wide, query, 'any');
    const meaning =
      'unavailable' in vector
        ? undefined
        : await nearestBlocks(handle, wide, { ...vector, threshold: HYBRID.minSemantic });
    const found = [
      ...(meaning ?? []).map((hit) => ({ ...hit, components: {}, explanation: null })),
      ...words.hits.map((hit) => ({ ...hit, explanation: `${hit.explanation}${why}` })),
    ];
    const loaded = await withHighlights(handle, await load(handle, filter, found, 'hybrid'), words.terms);
    return { words, meaning, blocks: new Map(loaded.map((block) => [block.id, block])) };
  });
  const facts = new Map(
    [...blocks.values()].map((block) => [
      block.id,
      {
        createdAt: new Date(block.created_at),
        feedbackScore: block.feedback_score ?? NEUTRAL_SCORE,
        visibilityScope: block.visibility_scope,
      },
    ]),
  );
  if (!words.hasTerms && !meaning)
    return asAnswer(await basicSearch(tools, filter, termsOf(undefined, query), COMMON_WORDS_ONLY));
  const found = combineHits(words.hits, meaning, facts, weights, new Date())
    .filter(({ score }) => score >= minScore)
    .slice(filter.skip, end)
    .flatMap(({ id, score, components }) => {
      const block = blocks.get(id);
      if (!block) return [];
      const parts = { ...block.score_components, ...components };
      return [{ ...block, search_score: score, score_components: parts }];
    });
  const { corrections, unknown } = words;
  return { blocks: found, corrections, unknown, ...totalOf(words, wide, meaning === undefined) };
}
