/** Recall preview (what an agent gets for a question) and pinned questions, rerun to check that their memories are still found. */
import { z } from 'zod';
import {
  MAX_CHECKED_CHANGES,
  MAX_EXPECTED_MEMORIES,
  MAX_PINNED_QUESTIONS,
  MAX_RECALLED,
  MAX_SEARCH_TEXT,
  MAX_TEXT,
  RECALL_LIMIT,
} from '../rules/limits';
import { isVisible } from '../rules/visibleText';
import { endpoint } from './endpoint';
import { IdParams, optionalUuid, ScopeQuery, Timestamp, Uuid } from './common';
import { ScoredBlock } from './search';

/** Best match, all words, exact text, semantic search. */
const RecallMode = z.enum(['hybrid', 'full-text', 'text', 'semantic']);

const Question = z
  .string()
  .trim()
  .min(1, { error: 'Enter a question.', abort: true })
  .max(MAX_SEARCH_TEXT, `A search may have at most ${MAX_SEARCH_TEXT} characters.`)
  .refine(isVisible, 'Enter a question.');

/** Inputs of the tool `recall` and the search behind it. */
const RecallSettings = z.object({
  mode: RecallMode.default('hybrid'),
  /** Number of memories that the agent requests; a pinned question expects its memories among them. */
  limit: z.number().int().min(1).max(MAX_RECALLED).default(RECALL_LIMIT),
  agent_id: Uuid.nullable().default(null),
  conversation_id: Uuid.nullable().default(null),
  include_archived: z.boolean().default(false),
});

export const Recall = z.object({
  hits: z.array(ScoredBlock),
  /** The next hits, which the limit cuts off. */
  just_missed: z.array(ScoredBlock),
  /** Archived memories that would otherwise be among the hits. */
  archived: z.array(ScoredBlock),
  /** The response as an agent reads it. */
  text: z.string(),
  /** Duration of the search that an agent would wait for. */
  search_time_ms: z.number(),
});

/** Where an expected memory ranks; a `merged` one is found through the memory that it was merged into. */
const ExpectedMemory = z.object({
  memory_block_id: Uuid,
  /** Null if the memory was deleted or the caller may not read it. */
  title: z.string().nullable(),
  state: z.enum(['active', 'merged', 'archived', 'deleted']),
  /** Rank from 1; null if it is not among the first hits. */
  place: z.number().int().nullable(),
});

const PinnedQuestionRun = z.object({
  id: Uuid,
  passed: z.boolean(),
  memories: z.array(ExpectedMemory),
});

const PinnedQuestionInput = z.object({
  question: Question,
  settings: RecallSettings,
  memory_block_ids: z.array(Uuid).min(1, 'Choose at least one memory to expect.').max(MAX_EXPECTED_MEMORIES),
});

export const PinnedQuestion = z.object({
  id: Uuid,
  question: z.string(),
  settings: RecallSettings,
  memory_block_ids: z.array(Uuid),
  /** Null if the account was deleted. */
  created_by: Uuid.nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
  /** Latest run by a person or token with write access to the workspace. */
  last_run: z.object({ at: Timestamp, passed: z.boolean() }).nullable(),
});

/** Planned changes, in the terms of the calls that carry them out. */
const PlannedChanges = z.object({
  archived_ids: z.array(Uuid).max(MAX_CHECKED_CHANGES).default([]),
  deleted_ids: z.array(Uuid).max(MAX_CHECKED_CHANGES).default([]),
  rewritten: z
    .array(
      z.object({
        memory_block_id: Uuid,
        content: z.string().max(MAX_TEXT),
        lessons_learned: z.string().max(MAX_TEXT).nullish(),
      }),
    )
    .max(MAX_CHECKED_CHANGES)
    .default([]),
  merged: z
    .array(
      z.object({
        memory_block_ids: z.array(Uuid).min(1).max(MAX_CHECKED_CHANGES),
        content: z.string().max(MAX_TEXT),
        lessons_learned: z.string().max(MAX_TEXT).nullish(),
        /** Absent: the keywords of the merged memories. */
        keywords: z.array(z.string()).optional(),
      }),
    )
    .max(MAX_CHECKED_CHANGES)
    .default([]),
});

const LostQuestion = z.object({
  id: Uuid,
  question: z.string(),
  /** Memories that are found now and would be lost. */
  memories: z.array(ExpectedMemory),
});

export const pinnedQuestionEndpoints = {
  'GET /memory-blocks/search/recall': endpoint({
    summary:
      'What an agent would get for a question: hits, near misses and the text it reads. Not counted as a retrieval.',
    query: z.object({
      ...ScopeQuery.shape,
      query: Question,
      mode: RecallMode.default('hybrid'),
      limit: z.coerce.number().int().min(1).max(MAX_RECALLED).default(RECALL_LIMIT),
      agent_id: optionalUuid,
      conversation_id: optionalUuid,
      include_archived: z.stringbool().default(false),
    }),
    response: Recall,
  }),
  'GET /pinned-questions/': endpoint({
    summary: `The pinned questions of the active scope, newest first, at most ${MAX_PINNED_QUESTIONS}.`,
    query: ScopeQuery,
    response: z.object({ items: z.array(PinnedQuestion) }),
  }),
  'POST /pinned-questions/': endpoint({
    summary: 'Pin a question with the memories it should find.',
    query: ScopeQuery,
    body: PinnedQuestionInput,
    status: 201,
    response: PinnedQuestion,
  }),
  'PUT /pinned-questions/{id}': endpoint({
    summary: 'Change a pinned question; discards its last run.',
    params: IdParams,
    query: ScopeQuery,
    body: PinnedQuestionInput,
    response: PinnedQuestion,
  }),
  'DELETE /pinned-questions/{id}': endpoint({
    summary: 'Unpin a question.',
    params: IdParams,
    query: ScopeQuery,
    status: 204,
  }),
  'POST /pinned-questions/run': endpoint({
    summary:
      'Run all or some pinned questions of the active scope and return the rank of each expected memory.',
    query: ScopeQuery,
    body: z.object({ ids: z.array(Uuid).max(MAX_PINNED_QUESTIONS).optional() }).optional(),
    response: z.object({ results: z.array(PinnedQuestionRun) }),
  }),
  'POST /pinned-questions/check': endpoint({
    summary:
      'Pinned questions that would lose a memory through the planned changes. Runs them in a transaction that is rolled back.',
    query: ScopeQuery,
    body: PlannedChanges,
    response: z.object({ checked: z.number().int(), lost: z.array(LostQuestion) }),
  }),
};

export type RecallMode = z.infer<typeof RecallMode>;
export type RecallSettings = z.infer<typeof RecallSettings>;
export type Recall = z.infer<typeof Recall>;
export type ExpectedMemory = z.infer<typeof ExpectedMemory>;
export type PinnedQuestion = z.infer<typeof PinnedQuestion>;
export type PinnedQuestionInput = z.infer<typeof PinnedQuestionInput>;
export type PinnedQuestionRun = z.infer<typeof PinnedQuestionRun>;
export type PlannedChanges = z.input<typeof PlannedChanges>;
export type LostQuestion = z.infer<typeof LostQuestion>;
