/** Memory blocks: what agents learned. */
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

/** A block that a newer one replaced. */
export const Superseded = z.object({ id: Uuid, title: z.string() });

export const MemoryBlock = z.object({
  id: Uuid,
  agent_id: Uuid,
  agent_name: z.string(),
  conversation_id: Uuid,
  ...blockFieldsRead,
  /** 0 to 100; null: no feedback yet. A client that does not ask for it (`Prefer: unrated=null`) gets 0 instead. */
  feedback_score: z.number().int().nullable(),
  retrieval_count: z.number().int(),
  /** Null where it is not known. */
  origin: Origin.nullable(),
  /** What people or agents say is wrong with it; null when nothing is. */
  problem: Problem.nullable(),
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

/** Further parameters that older clients send are accepted and ignored. */
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
    /** Required without a name. */
    agent_id: Uuid.optional(),
    /** The agent by its name in the workspace; it is created with the memory where the workspace has none. */
    agent_name: Name(MAX_AGENT_NAME).optional(),
    conversation_id: Uuid,
    ...z.object(blockFieldsWritten).partial().required({ content: true }).shape,
    /** Null or absent: no feedback yet, as is 0 from a client that does not know null. */
    feedback_score: Score.nullish(),
    /** Compared with what a token is limited to; the active scope decides where the block goes. */
    organization_id: z.preprocess((value) => (value === '' ? null : value), Uuid.nullish()),
  })
  .refine(({ agent_id, agent_name }) => agent_id !== undefined || agent_name !== undefined, {
    path: ['agent_id'],
    message: 'Name the agent: agent_id or agent_name.',
    // What else is wrong with an object is said at once.
    when: ({ value }) => value instanceof Object,
  });

export const MemoryBlockUpdate = z
  .object({ ...blockFieldsWritten, feedback_score: Score.nullable(), archived: z.boolean() })
  .partial()
  .extend({
    /** `updated_at` of the block that was edited; when the block has changed since, the answer is 409. */
    expected_updated_at: z.string().max(100).optional(),
  });

export const ScopeChange = z.object({
  visibility_scope: VisibilityScope,
  organization_id: Uuid.nullish(),
  /** Superadmins only. */
  new_owner_user_id: Uuid.nullish(),
});

/** The state of a block before a change. */
export const MemoryBlockVersion = z.object({
  id: Uuid,
  memory_block_id: Uuid,
  version: z.number().int(),
  /** The change, as the audit trail names it. */
  reason: z.string(),
  actor_user_id: Uuid.nullable(),
  /** Null without a name. */
  actor_name: z.string().nullable(),
  created_at: Timestamp,
  ...blockFieldsRead,
  feedback_score: z.number().int().nullable(),
  archived: z.boolean(),
  keywords: z.array(z.string()),
});

/** What happened to memories of a conversation after they were written. */
export const ConversationEvent = z.object({
  kind: z.enum(['changed', 'retrieved']),
  at: Timestamp,
  memory_block_ids: z.array(Uuid),
  /** The change, as `MemoryBlockVersion` names it; null for a retrieval. */
  reason: z.string().nullable(),
  /** What was searched for; null for a change, and for a memory that was opened by its id. */
  query: z.string().nullable(),
  /** The name of the person who changed it, or of the token that retrieved it; null when there is none. */
  actor_name: z.string().nullable(),
});

const KeywordLinkParams = IdParams.extend({ keyword_id: Uuid });

/** A memory of the workspace that speaks of the same as one that was just stored. */
const SimilarMemory = z.object({
  id: Uuid,
  title: z.string(),
  /** `same`: in nearly the same words; `similar`: in many of them, so that either it says the same or something has changed. */
  relation: z.enum(['same', 'contradicts', 'similar']),
  /** Its sentence that contradicts; null for the others. */
  statement: z.string().nullable(),
});

/** What became of a memory that an agent or a script stored. */
const Remembered = z.object({
  /** `known`: a memory in use says exactly this, and nothing was stored. */
  outcome: z.enum(['stored', 'known']),
  /** The stored one, or the one that is known. */
  memory: MemoryBlock,
  similar: z.array(SimilarMemory),
  /** Secrets in the texts, and what the workspace does with them. */
  secrets: z.object({
    mode: z.enum(['mark', 'mask', 'refuse']),
    found: z.array(z.object({ field: z.string(), kind: z.string() })),
  }),
});

export const memoryBlockEndpoints = {
  'POST /memory-blocks/': endpoint({
    summary: 'Store a memory block in the active scope; keywords are extracted from its content.',
    query: ScopeQuery,
    body: MemoryBlockCreate,
    status: 201,
    response: MemoryBlock,
  }),
  'POST /memory-blocks/remember': endpoint({
    summary:
      'Store a memory block unless one in use says exactly this, and name those that say nearly the same or contradict it.',
    query: ScopeQuery,
    body: MemoryBlockCreate,
    response: Remembered,
  }),
  'GET /memory-blocks/archived/': endpoint({
    summary: 'A page of archived memory blocks in the active scope.',
    query: ArchivedListQuery,
    response: Page(MemoryBlock),
  }),
  'PUT /memory-blocks/{id}': endpoint({
    summary: 'Change the fields that are sent. If-Match or expected_updated_at guards against overwriting.',
    params: IdParams,
    query: ScopeQuery,
    body: MemoryBlockUpdate,
    response: MemoryBlock,
  }),
  'POST /memory-blocks/{id}/archive': endpoint({
    summary: 'Archive a block; repeating it changes nothing.',
    params: IdParams,
    query: ScopeQuery,
    response: MemoryBlock,
  }),
  'DELETE /memory-blocks/{id}': endpoint({
    summary: 'Soft delete: the block is archived.',
    params: IdParams,
    query: ScopeQuery,
    status: 204,
  }),
  'DELETE /memory-blocks/{id}/hard-delete': endpoint({
    summary: 'Delete a block and its versions for good.',
    params: IdParams,
    query: ScopeQuery,
    status: 204,
  }),
  'POST /memory-blocks/{id}/change-scope': endpoint({
    summary: 'Move a block to another workspace; needs rights on both sides.',
    params: IdParams,
    query: ScopeQuery,
    body: ScopeChange,
    response: MemoryBlock,
  }),
  'GET /memory-blocks/{id}/keywords/': endpoint({
    summary: 'Keywords of a block.',
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
    summary: 'The state of a block before each change, newest first. X-Total-Count.',
    params: IdParams,
    query: z.object({ ...ScopeQuery.shape, ...SkipLimit(50).shape, after: AfterRow }),
    response: z.array(MemoryBlockVersion),
  }),
  'POST /memory-blocks/{id}/versions/{version}/restore': endpoint({
    summary: 'Restore the texts of a version; what they replace becomes a version.',
    params: IdParams.extend({ version: z.coerce.number().int().min(1).max(2_147_483_647) }),
    query: ScopeQuery,
    response: MemoryBlock,
  }),
  'GET /memory-blocks/': endpoint({
    summary: 'A page of memory blocks in the active scope.',
    query: MemoryBlockListQuery,
    response: Page(MemoryBlock),
  }),
  'GET /memory-blocks/{id}': endpoint({
    summary: 'One memory block.',
    params: IdParams,
    /** With the blocks that it replaced, the latest first; earlier releases of the service answer without. */
    response: MemoryBlock.extend({ superseded: z.array(Superseded).optional() }),
  }),
  'GET /conversations/count': endpoint({
    summary: 'Distinct conversations of the blocks in the active scope; of archived ones too when asked.',
    query: z.object({ ...ScopeQuery.shape, include_archived: z.stringbool().default(false) }),
    response: z.object({ count: z.number().int() }),
  }),
  'GET /conversations/{id}/events': endpoint({
    summary:
      'Changes and retrievals of the memories that a conversation left in the active scope, oldest first: all retrievals for those who may change it, else the caller’s own.',
    params: IdParams,
    query: z.object({
      ...ScopeQuery.shape,
      ...SkipLimit(200).shape,
      /** From this moment on. */
      since: z.iso.datetime({ offset: true }).optional(),
      /** Before this moment. */
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
