/** Memories: what agents learned. */
import { z } from 'zod';
import { MAX_AGENT_NAME, MAX_SEARCH_TEXT } from '../rules/limits';
import { blockFieldsRead, blockFieldsWritten } from './blockFields';
import { endpoint } from './endpoint';
import { Keyword } from './keywords';
import { memoryFilters, Origin, Problem } from './memoryFilters';
import {
  AfterRow,
  IdParams,
  Name,
  Page,
  ScopeQuery,
  SkipLimit,
  Timestamp,
  Uuid,
  VisibilityScope,
} from './common';

/** A memory that a newer one replaced. */
export const Superseded = z.object({ id: Uuid, title: z.string() });

export const MemoryBlock = z.object({
  id: Uuid,
  agent_id: Uuid,
  agent_name: z.string(),
  conversation_id: Uuid,
  ...blockFieldsRead,
  /** 0 to 100; null if unrated. Clients that do not request null (`Prefer: unrated=null`) get 0 instead. */
  feedback_score: z.number().int().nullable(),
  retrieval_count: z.number().int(),
  /** Null if unknown. */
  origin: Origin.nullable(),
  /** Problem that people or agents reported; null if none. */
  problem: Problem.nullable(),
  archived: z.boolean(),
  archived_at: Timestamp.nullable(),
  visibility_scope: VisibilityScope,
  owner_user_id: Uuid.nullable(),
  organization_id: Uuid.nullable(),
  /** Kept for older clients; vectors never leave the database. */
  content_embedding: z.null(),
  timestamp: Timestamp,
  created_at: Timestamp,
  updated_at: Timestamp,
  keywords: z.array(Keyword),
});

const MemoryBlockListQuery = z.object({
  ...ScopeQuery.shape,
  ...SkipLimit(100).shape,
  ...memoryFilters,
  search_query: z.string().max(MAX_SEARCH_TEXT).optional(),
  sort_by: z
    .enum([
      'created_at',
      'updated_at',
      'creation_date',
      'timestamp',
      'feedback_score',
      'retrieval_count',
      'id',
    ])
    .default('created_at'),
  sort_order: z.enum(['asc', 'desc']).default('desc'),
  after: AfterRow,
  include_archived: z.stringbool().default(false),
});

/** Accepts and ignores further parameters of older clients. */
const ArchivedListQuery = MemoryBlockListQuery.omit({ include_archived: true, sort_by: true }).extend({
  sort_by: z
    .enum([
      'archived_at',
      'created_at',
      'creation_date',
      'timestamp',
      'feedback_score',
      'retrieval_count',
      'id',
    ])
    .default('created_at'),
});

export const Score = z.number().int().min(0).max(100);
const MemoryBlockCreate = z
  .object({
    /** Required without `agent_name`. */
    agent_id: Uuid.optional(),
    /** Name of an agent in the workspace, which is created with the memory if missing. */
    agent_name: Name(MAX_AGENT_NAME).optional(),
    conversation_id: Uuid,
    ...z.object(blockFieldsWritten).partial().required({ content: true }).shape,
    /** Null or absent: unrated, as is 0 from a client that does not know null. */
    feedback_score: Score.nullish(),
    /** Checked against the token's limits; the active scope determines the workspace. */
    organization_id: z.preprocess((value) => (value === '' ? null : value), Uuid.nullish()),
  })
  .refine(({ agent_id, agent_name }) => agent_id !== undefined || agent_name !== undefined, {
    path: ['agent_id'],
    message: 'Pass agent_id or agent_name.',
    // Runs even if other fields are invalid, so that all issues are reported at once.
    when: ({ value }) => value instanceof Object,
  });

export const MemoryBlockUpdate = z
  .object({ ...blockFieldsWritten, feedback_score: Score.nullable(), archived: z.boolean() })
  .partial()
  .extend({
    /** `updated_at` of the edited version; returns 409 if the memory has changed since. */
    expected_updated_at: z.string().max(100).optional(),
  });

export const ScopeChange = z.object({
  visibility_scope: VisibilityScope,
  organization_id: Uuid.nullish(),
  /** Superadmins only. */
  new_owner_user_id: Uuid.nullish(),
});

/** Snapshot of a memory before a change. */
export const MemoryBlockVersion = z.object({
  id: Uuid,
  memory_block_id: Uuid,
  version: z.number().int(),
  /** The change, by its name in the audit trail. */
  reason: z.string(),
  actor_user_id: Uuid.nullable(),
  /** Null if unnamed. */
  actor_name: z.string().nullable(),
  created_at: Timestamp,
  ...blockFieldsRead,
  feedback_score: z.number().int().nullable(),
  archived: z.boolean(),
  keywords: z.array(z.string()),
});

/** A change or retrieval of a conversation's memories after they were written. */
export const ConversationEvent = z.object({
  kind: z.enum(['changed', 'retrieved']),
  at: Timestamp,
  memory_block_ids: z.array(Uuid),
  /** The change, as named in `MemoryBlockVersion`; null for a retrieval. */
  reason: z.string().nullable(),
  /** Search query; null for a change or a memory opened by id. */
  query: z.string().nullable(),
  /** Name of the person who made the change or of the token that retrieved the memory; null if there is none. */
  actor_name: z.string().nullable(),
});

const KeywordLinkParams = IdParams.extend({ keyword_id: Uuid });

/** A memory of the workspace on the same subject as one just stored. */
const SimilarMemory = z.object({
  id: Uuid,
  title: z.string(),
  /** `same`: nearly identical wording; `similar`: many common words, so it says the same or something has changed. */
  relation: z.enum(['same', 'contradicts', 'similar']),
  /** The contradicting sentence; null for the other relations. */
  statement: z.string().nullable(),
});

/** Result of storing a memory from an agent or a script. */
const Remembered = z.object({
  /** `known`: an active memory already says exactly this, so nothing was stored. */
  outcome: z.enum(['stored', 'known']),
  /** The stored memory, or the known one. */
  memory: MemoryBlock,
  similar: z.array(SimilarMemory),
  /** Secrets found in the texts, and the workspace's policy for them. */
  secrets: z.object({
    mode: z.enum(['mark', 'mask', 'refuse']),
    found: z.array(z.object({ field: z.string(), kind: z.string() })),
  }),
});

export const memoryBlockEndpoints = {
  'POST /memory-blocks/': endpoint({
    summary: 'Store a memory in the active scope; keywords are extracted from its content.',
    query: ScopeQuery,
    body: MemoryBlockCreate,
    status: 201,
    response: MemoryBlock,
  }),
  'POST /memory-blocks/remember': endpoint({
    summary:
      'Store a memory unless an active one has exactly this text, and return near-duplicates and conflicts.',
    query: ScopeQuery,
    body: MemoryBlockCreate,
    response: Remembered,
  }),
  'GET /memory-blocks/archived/': endpoint({
    summary: 'A page of archived memories in the active scope.',
    query: ArchivedListQuery,
    response: Page(MemoryBlock),
  }),
  'PUT /memory-blocks/{id}': endpoint({
    summary:
      'Update the fields that are sent. If-Match or expected_updated_at prevents overwriting a concurrent edit.',
    params: IdParams,
    query: ScopeQuery,
    body: MemoryBlockUpdate,
    response: MemoryBlock,
  }),
  'POST /memory-blocks/{id}/archive': endpoint({
    summary: 'Archive a memory; repeating it changes nothing.',
    params: IdParams,
    query: ScopeQuery,
    response: MemoryBlock,
  }),
  'DELETE /memory-blocks/{id}': endpoint({
    summary: 'Soft delete: archives the memory.',
    params: IdParams,
    query: ScopeQuery,
    status: 204,
  }),
  'DELETE /memory-blocks/{id}/hard-delete': endpoint({
    summary: 'Permanently delete a memory and its versions.',
    params: IdParams,
    query: ScopeQuery,
    status: 204,
  }),
  'POST /memory-blocks/{id}/change-scope': endpoint({
    summary: 'Move a memory to another workspace; requires write access to both.',
    params: IdParams,
    query: ScopeQuery,
    body: ScopeChange,
    response: MemoryBlock,
  }),
  'GET /memory-blocks/{id}/keywords/': endpoint({
    summary: 'Keywords of a memory.',
    params: IdParams,
    query: ScopeQuery,
    response: z.array(Keyword),
  }),
  'POST /memory-blocks/{id}/keywords/{keyword_id}': endpoint({
    summary: 'Link a keyword of the same workspace.',
    params: KeywordLinkParams,
    query: ScopeQuery,
    status: 201,
    response: z.object({ memory_id: Uuid, keyword_id: Uuid }),
  }),
  'DELETE /memory-blocks/{id}/keywords/{keyword_id}': endpoint({
    summary: 'Unlink a keyword.',
    params: KeywordLinkParams,
    query: ScopeQuery,
    status: 204,
  }),
  'GET /memory-blocks/{id}/versions': endpoint({
    summary: 'Earlier versions of a memory, newest first. X-Total-Count.',
    params: IdParams,
    query: z.object({ ...ScopeQuery.shape, ...SkipLimit(50).shape, after: AfterRow }),
    response: z.array(MemoryBlockVersion),
  }),
  'POST /memory-blocks/{id}/versions/{version}/restore': endpoint({
    summary: 'Restore the texts of a version; the replaced texts become a version.',
    params: IdParams.extend({ version: z.coerce.number().int().min(1).max(2_147_483_647) }),
    query: ScopeQuery,
    response: MemoryBlock,
  }),
  'GET /memory-blocks/': endpoint({
    summary: 'A page of memories in the active scope.',
    query: MemoryBlockListQuery,
    response: Page(MemoryBlock),
  }),
  'GET /memory-blocks/{id}': endpoint({
    summary: 'One memory.',
    params: IdParams,
    /** Includes the memories that it replaced, latest first; absent in responses of earlier releases. */
    response: MemoryBlock.extend({ superseded: z.array(Superseded).optional() }),
  }),
  'GET /conversations/count': endpoint({
    summary:
      'Number of distinct conversations of memories in the active scope, optionally including archived ones.',
    query: z.object({ ...ScopeQuery.shape, include_archived: z.stringbool().default(false) }),
    response: z.object({ count: z.number().int() }),
  }),
  'GET /conversations/{id}/events': endpoint({
    summary:
      'Changes and retrievals of a conversation’s memories in the active scope, oldest first: all retrievals for callers with write access, otherwise only their own.',
    params: IdParams,
    query: z.object({
      ...ScopeQuery.shape,
      ...SkipLimit(200).shape,
      /** Inclusive start. */
      since: z.iso.datetime({ offset: true }).optional(),
      /** Exclusive end. */
      until: z.iso.datetime({ offset: true }).optional(),
    }),
    response: Page(ConversationEvent),
  }),
};

export type MemoryBlock = z.infer<typeof MemoryBlock>;
export type Superseded = z.infer<typeof Superseded>;
export type ConversationEvent = z.infer<typeof ConversationEvent>;
export type Remembered = z.infer<typeof Remembered>;
export type MemoryBlockVersion = z.infer<typeof MemoryBlockVersion>;
export type MemoryBlockUpdate = z.infer<typeof MemoryBlockUpdate>;
