/** Feedback on memories: whether one helped, and what is wrong with it. */
import { z } from 'zod';
import { endpoint } from './endpoint';
import { AfterRow, IdParams, Page, ScopeQuery, SkipLimit, Timestamp, Uuid } from './common';
import { MemoryBlock } from './memoryBlocks';
import { Problem } from './memoryFilters';

export const FeedbackType = z.enum(['positive', 'negative', 'neutral']);
export const FeedbackDetails = z.string().max(10_000).nullish();

/** One piece of feedback from a person or an agent. */
export const Feedback = z.object({
  id: Uuid,
  feedback_type: FeedbackType,
  /** Problem flag that the feedback set; `resolved` cleared one. */
  problem: z.enum([...Problem.options, 'resolved']).nullable(),
  details: z.string().nullable(),
  actor_user_id: Uuid,
  /** Null if the person's account was deleted or has no name. */
  actor_name: z.string().nullable(),
  created_at: Timestamp,
});

const FeedbackParams = IdParams.extend({ feedback_id: Uuid });

export const feedbackEndpoints = {
  'GET /memory-blocks/{id}/feedback/': endpoint({
    summary: 'Feedback on a memory, newest first.',
    params: IdParams,
    query: z.object({ ...ScopeQuery.shape, ...SkipLimit(20).shape, after: AfterRow }),
    response: Page(Feedback),
  }),
  'POST /memory-blocks/{id}/feedback/': endpoint({
    summary:
      'Rate a memory: positive +1, negative -1, neutral 0, clamped to 0 to 100, starting at 50. `problem` marks it as wrong or outdated; null clears the mark. The header X-Feedback-Id identifies the feedback.',
    params: IdParams,
    query: ScopeQuery,
    body: z.object({
      memory_id: Uuid.optional(),
      feedback_type: FeedbackType,
      feedback_details: FeedbackDetails,
      problem: Problem.nullable().optional(),
    }),
    response: MemoryBlock,
  }),
  'PATCH /memory-blocks/{id}/feedback/{feedback_id}': endpoint({
    summary: 'Edit the text of your own feedback.',
    params: FeedbackParams,
    query: ScopeQuery,
    body: z.object({ feedback_details: FeedbackDetails }),
    response: MemoryBlock,
  }),
  'DELETE /memory-blocks/{id}/feedback/{feedback_id}': endpoint({
    summary: 'Withdraw your own feedback and its effect on score and mark.',
    params: FeedbackParams,
    query: ScopeQuery,
    response: MemoryBlock,
  }),
};

export type Feedback = z.infer<typeof Feedback>;
