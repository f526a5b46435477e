/** Memory optimization: cleanup suggestions for a workspace, whose ids stay the same while the finding does. */
import { z } from 'zod';
import { endpoint } from './endpoint';
import { ScopeQuery, Timestamp, Uuid } from './common';
import { ReviewKind } from './review';

export const OptimizationType = z.enum(['compaction', 'keywords', 'archive', 'merge']);
const OptimizationPriority = z.enum(['high', 'medium', 'low']);

export const OptimizationResults = z.object({
  summary: z.string(),
  metrics: z.record(z.string(), z.union([z.number(), z.string()])),
});

export const OptimizationSuggestion = z.object({
  id: Uuid,
  type: OptimizationType,
  title: z.string(),
  description: z.string(),
  priority: OptimizationPriority,
  /** The first twenty of `all_affected_blocks`. */
  affected_blocks: z.array(Uuid),
  all_affected_blocks: z.array(Uuid),
  estimated_impact: z.string(),
  status: z.enum(['pending', 'completed']),
  optimization_details: z.record(z.string(), z.unknown()).nullable(),
  results: OptimizationResults.nullable(),
});

const id = z.object({ id: Uuid });

export const optimizationEndpoints = {
  'GET /memory-optimization/suggestions': endpoint({
    summary: 'Suggestions for the active scope, including those executed in the last 30 days.',
    query: z.object({
      ...ScopeQuery.shape,
      agent_id: z.preprocess((value) => (value === '' ? undefined : value), Uuid.optional()),
      priority: z.preprocess(
        (value) => (value === '' || value === 'all' ? undefined : value),
        OptimizationPriority.optional(),
      ),
      /** By creation time of the memories; absent or `all` means all time. */
      date_range: z.preprocess(
        (value) => (value === '' || value === 'all' ? undefined : value),
        z.enum(['last_7_days', 'last_30_days', 'last_90_days']).optional(),
      ),
    }),
    response: z.object({
      suggestions: z.array(OptimizationSuggestion),
      analysis_timestamp: Timestamp,
      total_memory_blocks_analyzed: z.number().int(),
    }),
  }),
  'GET /memory-optimization/suggestions/{id}': endpoint({
    summary: 'One suggestion; 404 if its memories have changed.',
    params: id,
    query: ScopeQuery,
    response: OptimizationSuggestion,
  }),
  'GET /memory-optimization/suggestions/{id}/preview': endpoint({
    summary: 'What executing a suggestion would change.',
    params: id,
    query: ScopeQuery,
    response: z.object({
      suggestion_id: Uuid,
      preview: z.object({
        affected_blocks: z.array(Uuid),
        estimated_changes: z.record(z.string(), z.unknown()),
        reversible: z.boolean(),
      }),
    }),
  }),
  'POST /memory-optimization/suggestions/{id}/execute': endpoint({
    summary: 'Execute a suggestion, once.',
    params: id,
    query: ScopeQuery,
    response: z.object({
      suggestion_id: Uuid,
      status: z.literal('completed'),
      execution_timestamp: Timestamp,
      message: z.string(),
      results: OptimizationResults,
    }),
  }),
  'POST /memory-optimization/suggestions/{id}/propose': endpoint({
    summary: 'Adds each memory of a suggestion to the review inbox as its own proposal.',
    params: id,
    query: ScopeQuery,
    response: z.object({
      suggestion_id: Uuid,
      /** Kind of the proposals in the review inbox. */
      kind: ReviewKind,
      /** Number of pending proposals; excludes those that were rejected before and have not changed since. */
      proposed: z.number().int(),
    }),
  }),
};

export type OptimizationSuggestion = z.infer<typeof OptimizationSuggestion>;
export type OptimizationResults = z.infer<typeof OptimizationResults>;
