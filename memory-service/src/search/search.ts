/** The four searches: finds hits, loads their blocks as the caller may see them, and says how each was found. */
import type { MemoryBlock, ScoredBlock } from '@hindsight/shared-contracts/api';
import type { Principal } from '../domain/principal';
import type { Database } from '../storage/database';
import { blocksByIds } from '../storage/memoryBlocks';
import { containingBlocks, fulltextHits, nearestBlocks } from '../storage/search';
import type { Hit, Narrowing } from '../storage/search';
import { combineHits } from './combine';
import type { Weights } from './combine';
import type { Semantic } from './semantic';

export const SEARCH_TYPES = ['basic', 'fulltext', 'semantic', 'hybrid'] as const;
export type SearchType = (typeof SEARCH_TYPES)[number];

export interface SearchTools {
  database: Database;
  semantic: Semantic;
  principal: Principal;
}

export interface Terms {
  /** A block must contain one of them. */
  anyOf: readonly string[];
  /** A block must contain each of them. */
  allTerms: readonly string[];
}

/** Words beyond this number narrow nothing any more. */
const MAX_TERMS = 20;
/** What enters the mixture: twice as many of each as are asked for, and less strict. */
const HYBRID = { candidateFactor: 2, minFulltext: 0.01, minSemantic: 0.5 } as const;

const SYSTEM = { kind: 'system' } as const;

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

/** Ids are found by a query that names the rows allowed; the blocks are then read as the caller, which checks again. */
async function load(
  { database, principal }: SearchTools,
  narrowing: Narrowing,
  found: readonly Found[],
  type: SearchType,
): Promise<ScoredBlock[]> {
  if (found.length === 0) return [];
  const byId = new Map(found.map((hit) => [hit.id, hit]));
  const blocks = await database.read(principal, (handle) =>
    blocksByIds(handle, [...byId.keys()], narrowing.rows),
  );
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
  narrowing: Narrowing,
  terms: Terms,
  reason: string | null = null,
): Promise<ScoredBlock[]> {
  const ids = await tools.database.read(SYSTEM, (handle) => containingBlocks(handle, narrowing, terms));
  const found = ids.map((id, rank) => {
    const score = 1 - rank / (ids.length + 1);
    return { id, score, components: { rank_position: rank + 1 }, explanation: reason };
  });
  return load(tools, narrowing, found, 'basic');
}

/** Ranked full-text search. */
export async function fulltextSearch(
  tools: SearchTools,
  narrowing: Narrowing,
  query: string,
  minScore: number,
): Promise<ScoredBlock[]> {
  const hits = await tools.database.read(SYSTEM, (handle) =>
    fulltextHits(handle, narrowing, query, minScore),
  );
  const found = hits.map((hit) => ({ ...hit, components: { fulltext_raw: hit.score }, explanation: null }));
  return load(tools, narrowing, found, 'fulltext');
}

/** Search by meaning. Falls back to substrings when that is unavailable or nothing is near enough, and says so. */
export async function semanticSearch(
  tools: SearchTools,
  narrowing: Narrowing,
  query: string,
  threshold: number,
): Promise<ScoredBlock[]> {
  const vector = await tools.semantic.vectorOf(query);
  if ('unavailable' in vector) {
    return basicSearch(tools, narrowing, termsOf(undefined, query), `${vector.unavailable} Matched as text.`);
  }
  const hits = await tools.database.read(SYSTEM, (handle) =>
    nearestBlocks(handle, narrowing, { ...vector, threshold }),
  );
  if (hits.length === 0) {
    const reason = `Nothing has a similarity of ${threshold} or more. Matched as text.`;
    return basicSearch(tools, narrowing, termsOf(undefined, query), reason);
  }
  const found = hits.map((hit) => ({ ...hit, components: { semantic_raw: hit.score }, explanation: null }));
  return load(tools, narrowing, found, 'semantic');
}

/** Words and meaning in one ranking. Where meaning is unavailable, words alone carry the weight and the explanation says so. */
export async function hybridSearch(
  tools: SearchTools,
  narrowing: Narrowing,
  query: string,
  { weights, minScore }: { weights: Weights; minScore: number },
): Promise<ScoredBlock[]> {
  const wide = { ...narrowing, limit: narrowing.limit * HYBRID.candidateFactor };
  const vector = await tools.semantic.vectorOf(query);
  const { words, meaning } = await tools.database.read(SYSTEM, async (handle) => ({
    words: await fulltextHits(handle, wide, query, HYBRID.minFulltext),
    meaning:
      'unavailable' in vector
        ? undefined
        : await nearestBlocks(handle, wide, { ...vector, threshold: HYBRID.minSemantic }),
  }));
  const explanation = 'unavailable' in vector ? `${vector.unavailable} Ranked by words alone.` : null;
  const found = [...words, ...(meaning ?? [])].map((hit) => ({ ...hit, components: {}, explanation }));
  const blocks = new Map((await load(tools, narrowing, found, 'hybrid')).map((block) => [block.id, block]));
  const facts = new Map(
    [...blocks.values()].map((block) => [
      block.id,
      {
        createdAt: new Date(block.created_at),
        feedbackScore: block.feedback_score,
        visibilityScope: block.visibility_scope,
      },
    ]),
  );
  return combineHits(words, meaning, facts, weights, new Date())
    .filter(({ score }) => score >= minScore)
    .slice(0, narrowing.limit)
    .flatMap(({ id, score, components }) => {
      const block = blocks.get(id);
      return block ? [{ ...block, search_score: score, score_components: components }] : [];
    });
}
