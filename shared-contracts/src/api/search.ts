/** Search: substring, full text, semantic and hybrid; and the log of retrievals. */
import { z } from 'zod';
import { MAX_PAGE_SIZE, MAX_SEARCH_TEXT } from '../rules/limits';
import { endpoint } from './endpoint';
import { IdParams, Page, ScopeQuery, SkipLimit, Timestamp, Uuid } from './common';
import { MemoryBlock } from './memoryBlocks';

/** A block with the reason why it was found. `search_type` names the method that found it. */
export const ScoredBlock = z.object({
  ...MemoryBlock.shape,
  search_score: z.number(),
  search_type: z.enum(['basic', 'fulltext', 'semantic', 'hybrid']),
  rank_explanation: z.string().nullable(),
  score_components: z.record(z.string(), z.number()),
});

const optionalUuid = z.preprocess((value) => (value === '' ? undefined : value), Uuid.optional());
const text = z
  .string()
  .max(MAX_SEARCH_TEXT, `A search may have at most ${MAX_SEARCH_TEXT} characters.`)
  .optional();
const share = (value: number) => z.coerce.number().min(0).max(1).default(value);

const narrowing = {
  ...ScopeQuery.shape,
  agent_id: optionalUuid,
  conversation_id: optionalUuid,
  include_archived: z.stringbool().default(false),
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
    summary: 'Search by keywords or a query; the header X-Search-Metadata holds type, count and time.',
    query: SearchQuery,
    response: z.array(MemoryBlock),
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
    summary:
      'Search by meaning; falls back to substrings where no embeddings are configured or none is close.',
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
    }),
    response: z.array(ScoredBlock),
  }),
  'GET /memory-blocks/{id}/retrievals': endpoint({
    summary:
      'Who retrieved the block with a token, newest first: all retrievals for those who may change it, else the caller’s own.',
    params: IdParams,
    query: SkipLimit(50),
    response: Page(Retrieval),
  }),
};

export type ScoredBlock = z.infer<typeof ScoredBlock>;
export type Retrieval = z.infer<typeof Retrieval>;
