/** Search: substring, full-text, semantic and hybrid; and the retrieval log. */
import { z } from 'zod';
import { MAX_PAGE_SIZE, MAX_SEARCH_SKIP, MAX_SEARCH_TEXT, MAX_SEEN_HITS } from '../rules/limits';
import { endpoint } from './endpoint';
import {
  AfterNumbered,
  IdParams,
  Page,
  ScopeQuery,
  SkipLimit,
  Timestamp,
  Uuid,
  VisibilityScope,
} from './common';
import { MemoryBlock, Superseded } from './memoryBlocks';
import { memoryFilters } from './memoryFilters';

/** A matching passage of a hit. */
const Highlight = z.object({
  field: z.enum(['content', 'lessons_learned', 'errors', 'keywords']),
  /** Start of the passage in the field, in UTF-16 code units. */
  offset: z.number().int(),
  text: z.string(),
  /** Start and end of each matching word within `text`, in order. */
  matches: z.array(z.tuple([z.number().int(), z.number().int()])),
});

const strength = z.enum(['strong', 'likely', 'weak']);

/** Absolute relevance of a memory to the query, independent of the other hits. */
const Match = z.object({ score: z.number(), strength });

/**
 * A hit with the reason why it was found. `search_type` names the method. `highlights` are the best passages, best first; absent for hits
 * of semantic search alone.
 */
export const ScoredBlock = z.object({
  ...MemoryBlock.shape,
  search_score: z.number(),
  search_type: z.enum(['basic', 'fulltext', 'semantic', 'hybrid']),
  rank_explanation: z.string().nullable(),
  score_components: z.record(z.string(), z.number()),
  highlights: z.array(Highlight).optional(),
  /** Hybrid search only; `search_score` is comparable only within one search. */
  match: Match.optional(),
  /** Near-duplicates and contradicting hits, newest first, that this hit represents (`fold`). */
  alike: z
    .array(z.object({ id: Uuid, title: z.string(), said_at: Timestamp, contradicts: z.boolean() }))
    .optional(),
  /** The superseded memory that matches too, or instead, and that this one replaced. */
  supersedes: Superseded.optional(),
});

const count = z.number().int();

/** Fallback suggestions for a search without hits, each with at least one hit; counts stop at `MAX_COUNTED_ALTERNATIVES`. */
const Alternatives = z.object({
  /** Memories with any of the words, where the search required all. */
  any_word: count.optional(),
  /** The query without some of its words or operators, closest to the original first. */
  fewer_words: z.array(z.object({ query: z.string(), count })).optional(),
  /** Without the filters for agent, conversation, keyword, time and feedback. */
  without_filters: count.optional(),
  archived: count.optional(),
  /** Other workspaces that the caller may read. */
  other_workspaces: z
    .array(z.object({ scope: VisibilityScope, organization_id: Uuid.nullable(), count }))
    .optional(),
});

/** The embedding model and its health. */
const MeaningState = z.object({
  model: z.string(),
  /** On a configured server, or local to the service. */
  place: z.enum(['server', 'local']),
  /** Semantic search has been down since then; searches use words only. */
  failing: z.object({ since: Timestamp, reason: z.string() }).optional(),
  /** Download progress of the model, as a sentence. */
  preparing: z.string().optional(),
});

/** JSON of the header `X-Search-Metadata`. */
export const SearchMetadata = z.object({
  search_type: z.string(),
  result_count: count,
  total_search_time_ms: z.number(),
  /** Matching memories on all pages; a lower bound if `is_total_exact` is false. */
  total_matches: count.optional(),
  is_total_exact: z.boolean().optional(),
  /** Words that no memory contains, with their replacements: `word` is readable, `term` is the indexed form. */
  corrections: z
    .array(z.object({ typed: z.string(), term: z.string(), word: z.string().optional() }))
    .optional(),
  /** The first few words that occur in no memory and were dropped. */
  unknown_words: z.array(z.string()).optional(),
  alternatives: Alternatives.optional(),
  /** Hits below `least_match`, and the closest of them if there are no others. */
  weaker: z.object({ count, nearest: z.object({ id: Uuid, title: z.string() }).optional() }).optional(),
  /** How many of the workspace's `total` memories lack an embedding; counts stop at `MAX_COUNTED_UNINDEXED`. Absent if none do. */
  not_indexed_by_meaning: z.object({ count, total: count }).optional(),
  /** For searches that use embeddings; absent where semantic search is off. */
  meaning: MeaningState.optional(),
});

const text = z
  .string()
  .max(MAX_SEARCH_TEXT, `A search may have at most ${MAX_SEARCH_TEXT} characters.`)
  .optional();
const share = (value: number) => z.coerce.number().min(0).max(1).default(value);

const feedback = z.coerce.number().int().min(0).max(100).optional();

const narrowing = {
  ...ScopeQuery.shape,
  ...memoryFilters,
  min_feedback_score: feedback,
  max_feedback_score: feedback,
  include_archived: z.stringbool().default(false),
  skip: z.coerce.number().int().min(0).max(MAX_SEARCH_SKIP).default(0),
  /**
   * Hits that the caller already has: comma-separated ids or id suffixes, most recently seen last. The page holds the best of the others,
   * even if memories were added or removed in between; `skip` also counts hits that are not named.
   */
  seen: z.preprocess(
    (value) => (typeof value === 'string' && value !== '' ? value.split(',') : undefined),
    z
      .array(z.string().regex(/^[\da-f-]{8,36}$/, 'Pass IDs or their endings.'))
      .max(MAX_SEEN_HITS)
      .optional(),
  ),
  /** The last row of a full page only signals that more follow: the caller does not use it, so it does not count as retrieved. */
  look_ahead: z.stringbool().default(false),
};

const typed = {
  ...narrowing,
  query: text,
  limit: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(50),
};

export const SearchQuery = z.object({
  ...narrowing,
  keywords: text,
  query: text,
  search_type: z.string().max(100).default('basic'),
  limit: z.coerce.number().int().min(1).max(200).default(10),
});

/** One read of a memory by a program with a token. */
export const Retrieval = z.object({
  /** Numeric; absent from services before 1.3. */
  id: z.string().optional(),
  user_id: Uuid,
  user_display_name: z.string().nullable(),
  token_id: Uuid,
  token_name: z.string(),
  kind: z.enum(['search', 'detail']),
  query: z.string().nullable(),
  /** Rank among the hits, from 1; null for a memory opened by id. */
  rank: z.number().int().nullable(),
  retrieved_at: Timestamp,
});

export const searchEndpoints = {
  'GET /memory-blocks/search/': endpoint({
    summary:
      'Search by keywords or a query; the header X-Search-Metadata describes the search (`SearchMetadata`).',
    query: SearchQuery,
    response: z.array(MemoryBlock.extend({ supersedes: Superseded.optional() })),
  }),
  'GET /memory-blocks/search/fulltext': endpoint({
    summary: 'Ranked full-text search in web-search syntax ("a phrase", or, -without).',
    query: z.object({
      ...typed,
      min_score: share(0.1),
      /** `any`: words may be missing and ranking decides; `all`: every hit has every word. */
      match: z.enum(['any', 'all']).default('any'),
    }),
    response: z.array(ScoredBlock),
  }),
  'GET /memory-blocks/search/semantic': endpoint({
    summary:
      'Semantic search; falls back to substring matches if no embeddings are configured or none is close.',
    query: z.object({ ...typed, similarity_threshold: share(0.7) }),
    response: z.array(ScoredBlock),
  }),
  'GET /memory-blocks/search/hybrid': endpoint({
    summary: 'Weighted hybrid of full-text and semantic search, with recency and feedback.',
    query: z.object({
      ...typed,
      fulltext_weight: share(0.7),
      semantic_weight: share(0.3),
      min_combined_score: share(0.1),
      /** Weaker hits are counted but not returned. */
      least_match: strength.default('weak'),
      /** Of near-duplicate or contradicting hits, returns only the newest as a row. */
      fold: z.stringbool().default(false),
    }),
    response: z.array(ScoredBlock),
  }),
  'GET /memory-blocks/{id}/retrievals': endpoint({
    summary:
      'Retrievals of a memory by token, newest first: all of them for callers with write access, otherwise only their own.',
    params: IdParams,
    query: z.object({ ...SkipLimit(50).shape, after: AfterNumbered }),
    response: Page(Retrieval),
  }),
};

export type Match = z.infer<typeof Match>;
export type Highlight = z.infer<typeof Highlight>;
export type SearchAlternatives = z.infer<typeof Alternatives>;
export type MeaningState = z.infer<typeof MeaningState>;
export type SearchMetadata = z.infer<typeof SearchMetadata>;
export type ScoredBlock = z.infer<typeof ScoredBlock>;
export type Retrieval = z.infer<typeof Retrieval>;
