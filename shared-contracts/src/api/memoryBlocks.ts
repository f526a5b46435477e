/** Memory blocks: what agents learned. */
import { z } from 'zod';
import { endpoint } from './endpoint';
import { IdParams, Page, ScopeQuery, SkipLimit, Timestamp, Uuid, VisibilityScope } from './common';

/** `id` and `keyword` are aliases of the public service's `keyword_id` and `keyword_text`. */
export const Keyword = z.object({
  keyword_id: Uuid,
  id: Uuid,
  keyword_text: z.string(),
  keyword: z.string(),
  visibility_scope: VisibilityScope,
  owner_user_id: Uuid.nullable(),
  organization_id: Uuid.nullable(),
  created_at: Timestamp,
});

export const MemoryBlock = z.object({
  id: Uuid,
  agent_id: Uuid,
  agent_name: z.string().nullable(),
  conversation_id: Uuid,
  content: z.string(),
  errors: z.string().nullable(),
  lessons_learned: z.string().nullable(),
  summary: z.string().nullable(),
  external_history_link: z.string().nullable(),
  priority: z.string().nullable(),
  category: z.string().nullable(),
  metadata_col: z.record(z.string(), z.unknown()).nullable(),
  /** 0 to 100. */
  feedback_score: z.number().int(),
  retrieval_count: z.number().int(),
  archived: z.boolean(),
  archived_at: Timestamp.nullable(),
  visibility_scope: VisibilityScope,
  owner_user_id: Uuid.nullable(),
  organization_id: Uuid.nullable(),
  /** Kept for the public service's clients; vectors never leave the database. */
  content_embedding: z.null(),
  timestamp: Timestamp,
  created_at: Timestamp,
  updated_at: Timestamp,
  keywords: z.array(Keyword),
});

/** An empty string counts as absent, as on the public service. */
const optionalUuid = z.preprocess((value) => (value === '' ? undefined : value), Uuid.optional());

export const MemoryBlockListQuery = z.object({
  ...ScopeQuery.shape,
  ...SkipLimit(100).shape,
  agent_id: optionalUuid,
  conversation_id: optionalUuid,
  search_query: z.string().max(1000).optional(),
  sort_by: z
    .enum(['created_at', 'creation_date', 'timestamp', 'feedback_score', 'retrieval_count', 'id'])
    .default('created_at'),
  sort_order: z.enum(['asc', 'desc']).default('desc'),
  include_archived: z.stringbool().default(false),
});

export const memoryBlockEndpoints = {
  'GET /memory-blocks/': endpoint({
    summary: 'A page of memory blocks in the active scope.',
    query: MemoryBlockListQuery,
    response: Page(MemoryBlock),
  }),
  'GET /memory-blocks/{id}': endpoint({
    summary: 'One memory block.',
    params: IdParams,
    response: MemoryBlock,
  }),
  'GET /conversations/count': endpoint({
    summary: 'Distinct conversations of the blocks that are not archived, in the active scope.',
    query: ScopeQuery,
    response: z.object({ count: z.number().int() }),
  }),
};

export type Keyword = z.infer<typeof Keyword>;
export type MemoryBlock = z.infer<typeof MemoryBlock>;
