/** Costs of the language model: this month, today compared with the limit, and an estimate for a new job. */
import { sql } from 'drizzle-orm';
import type { CostlyJob } from '@hindsight/shared-contracts/api';
import { listRows, mayCreateIn } from '../../../platform/auth/rules/permissions';
import { rowsAllowed } from '../../../platform/database/conditions';
import { assertAllowed } from '../../../platform/http/problem';
import type { Routes } from '../../../platform/http/route';
import {
  costsOfMonth,
  scopeTenant,
  loadDailyTokens,
} from '../../../platform/languageModel/languageModelUsage';
import { memoryBlocks } from '../../../schema/memory';
import { BATCH_SIZE, MAX_JUDGED } from '../judge';

/** Number of newest memories whose average length represents all. */
const SAMPLE = 200;
/** Rough estimates: characters per token, and tokens of the task, the schema and the rules per question. */
const CHARACTERS_OF_TOKEN = 4;
const TOKENS_AROUND = 450;
/** Estimated tokens of an answer per memory of the question. */
const ANSWERED: Record<CostlyJob, (tokens: number) => number> = {
  bulk_compaction: (tokens) => tokens * 0.7 + 100,
  bulk_keywords: () => 60,
  // The answer repeats the texts once, with the numbers of their sources.
  consolidation: (tokens) => tokens * 0.8,
  pruning: () => 80,
};
/** Typical number of memories in a group of duplicates. */
const MEMORIES_OF_GROUP = 2;

/** @param count memories, or groups of a consolidation. @param characters average length of a memory. */
export function estimateJob(
  kind: CostlyJob,
  count: number,
  characters: number,
): { calls: number; tokens: number } {
  const memories =
    kind === 'pruning'
      ? Math.min(count, MAX_JUDGED)
      : kind === 'consolidation'
        ? count * MEMORIES_OF_GROUP
        : count;
  const calls = kind === 'pruning' ? Math.ceil(memories / BATCH_SIZE) : count;
  const tokens = characters / CHARACTERS_OF_TOKEN;
  return { calls, tokens: Math.round(calls * TOKENS_AROUND + memories * (tokens + ANSWERED[kind](tokens))) };
}

export const languageModelCostRoutes = {
  'GET /language-model/costs': {
    access: 'writer',
    tokenScope: 'read',
    handle: async ({ config, database, principal, query, scope: resolve }) => {
      const scope = resolve();
      assertAllowed(mayCreateIn(principal, scope, 'data'));
      const today = new Date().toISOString().slice(0, 10);
      const rows = listRows(principal, scope);
      const { rows: sampled } = await database.read(principal, (handle) =>
        handle.execute<{ characters: number }>(sql`
          select coalesce(avg(length), 0)::float8 as characters from (
            select length(content) + coalesce(length(lessons_learned), 0) as length from memory_blocks
            where not archived and ${rowsAllowed(memoryBlocks, rows)} order by created_at desc, id desc limit ${SAMPLE}) as newest`),
      );
      return {
        is_configured: config.llm !== undefined,
        month: today.slice(0, 7),
        spent: await costsOfMonth(database, scopeTenant(scope, principal.userId), today),
        tokens_today: await loadDailyTokens(database, today),
        daily_limit: config.llm?.dailyTokens ?? 0,
        estimate:
          query.kind === undefined ? null : estimateJob(query.kind, query.count, sampled[0]?.characters ?? 0),
      };
    },
  },
} satisfies Partial<Routes>;
