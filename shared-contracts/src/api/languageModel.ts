/** What the language model costs a workspace. */
import { z } from 'zod';
import { MAX_PAGE_SIZE } from '../rules/limits';
import { ScopeQuery } from './common';
import { endpoint } from './endpoint';

const JobKind = z.enum(['bulk_compaction', 'bulk_keywords', 'consolidation', 'pruning']);
const Cost = z.object({ calls: z.number().int(), tokens: z.number().int() });

export const LanguageModelCosts = z.object({
  /** False where rules work without a model: nothing is spent. */
  is_configured: z.boolean(),
  /** Such as 2026-05 (UTC). */
  month: z.string(),
  /** What this workspace has spent in the month, by kind of work, the largest first. */
  spent: z.array(Cost.extend({ kind: z.string() })),
  /** Tokens that all workspaces have used today, and may use in a day (UTC). */
  tokens_today: z.number().int(),
  daily_limit: z.number().int(),
  /** Of the job that was asked about, from the average length of the workspace's memories; null without a kind. */
  estimate: Cost.nullable(),
});

export const languageModelEndpoints = {
  'GET /language-model/costs': endpoint({
    summary:
      'What the language model has cost the workspace this month, the daily limit, and what a job would cost.',
    query: ScopeQuery.extend({
      kind: JobKind.optional(),
      /** Memories of the job; of a consolidation groups. */
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
