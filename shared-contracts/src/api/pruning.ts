/** Pruning: finds low-value memories and archives those that a person confirms. */
import { z } from 'zod';
import { MAX_PAGE_SIZE } from '../rules/limits';
import { BlockResults } from './bulkBlocks';
import { endpoint } from './endpoint';
import { ScopeQuery, Timestamp, Uuid } from './common';
import { Job } from './jobs';
import { GeneratedBy } from './generatedBy';

export const PruningSuggestion = z.object({
  memory_block_id: Uuid,
  /** 1 to 100; lowest pruned first. */
  pruning_score: z.number().int(),
  rationale: z.string(),
  criticality_score: z.number(),
  information_value_score: z.number(),
  redundancy_score: z.number(),
  temporal_relevance_score: z.number(),
  content_preview: z.string(),
  feedback_score: z.number().int().nullable(),
  retrieval_count: z.number().int(),
  created_at: Timestamp,
  /** Null if unknown. */
  generated_by: GeneratedBy.nullable(),
  /** Id of its pending review item; null for callers who may not resolve it. */
  review_item_id: Uuid.nullable(),
});

export const pruningEndpoints = {
  'POST /memory/prune/suggest': endpoint({
    summary:
      'The least valuable memories that the caller can archive, lowest score first. Adds them to the review inbox.',
    query: ScopeQuery,
    body: z
      .object({
        batch_size: z.number().int().min(1).max(100).default(50),
        /** Maximum number of suggestions; null or 0 for no limit other than the size of one response. */
        target_count: z.number().int().min(0).max(MAX_PAGE_SIZE).nullish(),
        max_iterations: z.number().int().min(1).max(100).default(10),
      })
      .optional(),
    response: z.object({
      suggestions: z.array(PruningSuggestion),
      total_evaluated: z.number().int(),
      batch_size: z.number().int(),
      target_count: z.number().int().nullable(),
      max_iterations: z.number().int(),
      message: z.string(),
      /** Why the language model did not judge all memories; null if it did or if there is none. */
      model_problem: z.string().nullish(),
    }),
  }),
  'POST /memory/prune/confirm': endpoint({
    summary: 'Archives those memories that the caller can change. Runs as a job with Prefer: respond-async.',
    body: z.object({
      memory_block_ids: z.array(z.string().max(200)).max(MAX_PAGE_SIZE),
      run_id: Uuid.nullish(),
    }),
    response: z.object({
      message: z.string(),
      archived_count: z.number().int(),
      failed_count: z.number().int(),
      failed_blocks: z.array(z.string()).nullable(),
      results: BlockResults,
    }),
    accepted: Job,
  }),
};

export type PruningSuggestion = z.infer<typeof PruningSuggestion>;
