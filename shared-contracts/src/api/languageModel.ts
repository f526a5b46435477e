/** Language-model costs of a workspace. */
import { z } from 'zod';
import { MAX_PAGE_SIZE } from '../rules/limits';
import { ScopeQuery } from './common';
import { endpoint } from './endpoint';

const JobKind = z.enum(['bulk_compaction', 'bulk_keywords', 'consolidation', 'pruning']);
const Cost = z.object({ calls: z.number().int(), tokens: z.number().int() });

export const LanguageModelCosts = z.object({
  /** False where rules work without a model, so there are no costs. */
  is_configured: z.boolean(),
  /** Month in UTC, e.g. `2026-05`. */
  month: z.string(),
  /** This workspace's usage in the month by kind of work, largest first. */
  spent: z.array(Cost.extend({ kind: z.string() })),
  /** Tokens used by all workspaces today (UTC), and the daily limit. */
  tokens_today: z.number().int(),
  daily_limit: z.number().int(),
  /** Estimate for the requested job, from the average length of the workspace's memories; null without a kind. */
  estimate: Cost.nullable(),
});

export const languageModelEndpoints = {
  'GET /language-model/costs': endpoint({
    summary:
      'Language model costs of the workspace this month, the daily limit, and the estimated cost of a job.',
    query: ScopeQuery.extend({
      kind: JobKind.optional(),
      /** Number of memories in the job; of groups for a consolidation. */
      count: z.coerce
        .number()
        .int()
        .min(1)
        .max(100 * MAX_PAGE_SIZE)
        .default(1),
    }),
    response: LanguageModelCosts,
  }),
};

export type LanguageModelCosts = z.infer<typeof LanguageModelCosts>;
export type CostlyJob = z.infer<typeof JobKind>;
