/** Bulk edits of memories, with preview and undo. */
import { z } from 'zod';
import { MAX_EDITS, MAX_EDITED_KEYWORDS, MAX_KEYWORD } from '../rules/limits';
import { endpoint } from './endpoint';
import { IdParams, ScopeQuery, Timestamp, Uuid } from './common';
import { FeedbackDetails, FeedbackType } from './feedback';
import { ScopeChange } from './memoryBlocks';
import { Problem } from './memoryFilters';

const Keywords = z.array(z.string().max(MAX_KEYWORD)).max(MAX_EDITED_KEYWORDS);

/** One change of a memory. `take_back` removes the caller's own feedback and is used by undo only. */
const BlockChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('keywords'), add: Keywords, remove: Keywords }),
  z.object({
    kind: z.literal('feedback'),
    feedback_type: FeedbackType,
    feedback_details: FeedbackDetails,
    problem: Problem.nullable().optional(),
  }),
  z.object({ kind: z.literal('take_back'), feedback_id: Uuid }),
  z.object({ kind: z.literal('move'), ...ScopeChange.shape }),
  z.object({ kind: z.literal('archive'), archived: z.boolean() }),
]);

const BlockEdit = z.object({ memory_block_id: Uuid, change: BlockChange });

const EditResult = z.object({
  memory_block_id: Uuid,
  /** `unchanged`: the memory is already in the requested state. */
  status: z.enum(['changed', 'unchanged', 'refused']),
  /** Reason for a refusal; null otherwise. */
  error: z.string().nullable(),
  /** The change that undoes this one; in a dry run, the change that would undo it. */
  undo: BlockChange.nullable(),
});

const KeptEdit = z.object({
  edit_id: Uuid,
  /** Change that was applied to each memory. */
  change: BlockChange,
  /** Number of memories that can still be undone. */
  memories: z.number().int(),
  undone: z.number().int(),
  created_at: Timestamp,
});

export const editBlockEndpoints = {
  'POST /memory-blocks/bulk-edit': endpoint({
    summary:
      'Edits many memories and returns, for each in order, a change that undoes it (`undo`). A dry run returns the same and changes nothing.',
    body: z.object({
      edits: z.array(BlockEdit).min(1).max(MAX_EDITS),
      dry_run: z.boolean().default(false),
      /** Chosen by the client and shared by all calls of one edit; its undo is kept for the person for 30 minutes. */
      edit_id: Uuid.optional(),
      undo_of: Uuid.optional(),
    }),
    response: z.object({ results: z.array(EditResult) }),
  }),
  'GET /bulk-edits/latest': endpoint({
    summary: "The caller's latest edit of the active scope that can still be undone.",
    query: ScopeQuery,
    response: z.object({ edit: KeptEdit.nullable() }),
  }),
  'GET /bulk-edits/{id}': endpoint({
    summary: 'The changes that undo one of the caller’s edits; empty once they are no longer kept.',
    params: IdParams,
    query: ScopeQuery,
    response: z.object({ edits: z.array(BlockEdit) }),
  }),
  'DELETE /bulk-edits/{id}': endpoint({
    summary: 'Discard the undo of an edit.',
    params: IdParams,
    query: ScopeQuery,
    status: 204,
  }),
};

export type BlockChange = z.infer<typeof BlockChange>;
export type BlockEdit = z.infer<typeof BlockEdit>;
export type KeptEdit = z.infer<typeof KeptEdit>;
export type EditResult = z.infer<typeof EditResult>;
