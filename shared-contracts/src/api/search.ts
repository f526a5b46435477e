/** Search: substring, full text, semantic and hybrid; and the log of retrievals. */
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

/** A passage of a found block. */
const Highlight = z.object({
  field: z.enum(['content', 'lessons_learned', 'errors', 'keywords']),
  /** Where the passage begins in the field, in UTF-16 units. */
  offset: z.number().int(),
  text: z.string(),
  /** Begin and end of each matching word within `text`, in order. */
  matches: z.array(z.tuple([z.number().int(), z.number().int()])),
});

const strength = z.enum(['strong', 'likely', 'weak']);

/** How well a block answers the question, whatever the other blocks are. */
const Match = z.object({ score: z.number(), strength });

/**
 * A block with the reason why it was found. `search_type` names the method that found it. `highlights` are the best passages, best
 * first; absent for what was found by meaning alone.
 */
export const ScoredBlock = z.object({
  ...MemoryBlock.shape,
  search_score: z.number(),
  search_type: z.enum(['basic', 'fulltext', 'semantic', 'hybrid']),
  rank_explanation: z.string().nullable(),
  score_components: z.record(z.string(), z.number()),
  highlights: z.array(Highlight).optional(),
  /** Of a hybrid search; `search_score` compares the hits of one search only. */
  match: Match.optional(),
  /** Hits that say nearly the same or the opposite, newest first, in whose place this one stands (`fold`). */
  alike: z
    .array(z.object({ id: Uuid, title: z.string(), said_at: Timestamp, contradicts: z.boolean() }))
    .optional(),
  /** The superseded block that matches as well, or instead: this one took its place. */
  supersedes: Superseded.optional(),
});

const count = z.number().int();

/** What a search without hits would find otherwise; counts stop at `MAX_COUNTED_ALTERNATIVES`. Only what would find something is named. */
const Alternatives = z.object({
  /** Blocks with any of the words, where each was required. */
  any_word: count.optional(),
  /** The query without some of its words or signs, those that keep most of it first. */
  fewer_words: z.array(z.object({ query: z.string(), count })).optional(),
  /** Without agent, conversation, keyword, time and feedback. */
  without_filters: count.optional(),
  archived: count.optional(),
  /** Other workspaces that the caller may read. */
  other_workspaces: z
    .array(z.object({ scope: VisibilityScope, organization_id: Uuid.nullable(), count }))
    .optional(),
});

/** What makes vectors, and what is wrong with it. */
const MeaningState = z.object({
  model: z.string(),
  /** Of a configured server, or beside the service. */
  place: z.enum(['server', 'local']),
  /** Meaning finds nothing since then; searches go by words. */
  failing: z.object({ since: Timestamp, reason: z.string() }).optional(),
  /** How far the model is fetched, as a sentence. */
  preparing: z.string().optional(),
});

/** The JSON of the header `X-Search-Metadata`. */
export const SearchMetadata = z.object({
  search_type: z.string(),
  result_count: count,
  total_search_time_ms: z.number(),
  /** Matching blocks on all pages; a lower bound where `is_total_exact` is false. */
  total_matches: count.optional(),
  is_total_exact: z.boolean().optional(),
  /** Words that no block contains, with what was searched for instead: `word` to read, `term` as it is indexed. */
  corrections: z
    .array(z.object({ typed: z.string(), term: z.string(), word: z.string().optional() }))
    .optional(),
  /** Words that occur in no block and were left out, the first few. */
  unknown_words: z.array(z.string()).optional(),
  alternatives: Alternatives.optional(),
  /** Hits below `least_match`, and the nearest of them where no other is left. */
  weaker: z.object({ count, nearest: z.object({ id: Uuid, title: z.string() }).optional() }).optional(),
  /** Of the `total` blocks of the workspace, so many are not found by meaning yet; counts stop at `MAX_COUNTED_UNINDEXED`. Absent where none. */
  not_indexed_by_meaning: z.object({ count, total: count }).optional(),
  /** Of a search that goes by meaning; absent where that is switched off. */
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
   * The hits that the caller has: their ids, or how these end, with commas between them, the newest seen last. The page has the best of the
   * others, whatever came and went meanwhile; `skip` counts those that are not named as well.
   */
  seen: z.preprocess(
    (value) => (typeof value === 'string' && value !== '' ? value.split(',') : undefined),
    z
      .array(z.string().regex(/^[\da-f-]{8,36}$/, 'Pass ids, or how they end.'))
      .max(MAX_SEEN_HITS)
      .optional(),
  ),
  /** The row that fills the limit only shows that others follow: the caller does not use it, so it is not counted as retrieved. */
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

/** One read of a block by a program with a token. */
export const Retrieval = z.object({
  /** A number; absent from services before 1.3. */
  id: z.string().optional(),
  user_id: Uuid,
  user_display_name: z.string().nullable(),
  token_id: Uuid,
  token_name: z.string(),
  kind: z.enum(['search', 'detail']),
  query: z.string().nullable(),
  /** Rank among the hits, from 1; null for a block that was opened by its id. */
  rank: z.number().int().nullable(),
  retrieved_at: Timestamp,
});

export const searchEndpoints = {
  'GET /memory-blocks/search/': endpoint({
    summary:
      'Search by keywords or a query; the header X-Search-Metadata says how it went (`SearchMetadata`).',
    query: SearchQuery,
    response: z.array(MemoryBlock.extend({ supersedes: Superseded.optional() })),
  }),
  'GET /memory-blocks/search/fulltext': endpoint({
    summary: 'Ranked full-text search in web-search syntax ("a phrase", or, -without).',
    query: z.object({
      ...typed,
      min_score: share(0.1),
      /** `any`: words may be missing, the ranking decides; `all`: each word is in each block. */
      match: z.enum(['any', 'all']).default('any'),
    }),
    response: z.array(ScoredBlock),
  }),
  'GET /memory-blocks/search/semantic': endpoint({
    summary: 'Semantic search; falls back to substrings where no embeddings are configured or none is close.',
    query: z.object({ ...typed, similarity_threshold: share(0.7) }),
    response: z.array(ScoredBlock),
  }),
  'GET /memory-blocks/search/hybrid': endpoint({
    summary: 'Full text and meaning, weighted, with recency and feedback.',
    query: z.object({
      ...typed,
      fulltext_weight: share(0.7),
      semantic_weight: share(0.3),
      min_combined_score: share(0.1),
      /** Hits that answer the question less well are counted only. */
      least_match: strength.default('weak'),
      /** Of hits that say nearly the same or the opposite only the newest is a row. */
      fold: z.stringbool().default(false),
    }),
    response: z.array(ScoredBlock),
  }),
  'GET /memory-blocks/{id}/retrievals': endpoint({
    summary:
      'Who retrieved the block with a token, newest first: all retrievals for those who may change it, else the caller’s own.',
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
