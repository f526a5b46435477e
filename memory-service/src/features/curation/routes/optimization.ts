/** Optimization suggestions: listing and carrying them out. */
import type { OptimizationResults, OptimizationSuggestion } from '@hindsight/shared-contracts/api';
import { listRows, mayCreateIn, mayWrite } from '../../../platform/auth/rules/permissions';
import { applyKeywords, lockBlock } from '../../memory';
import { loadSuggestion, validateSuggestion } from '../consolidationDecisions';
import { parseSuggestionId, suggestionSubject } from '../optimization';
import { agentByHash, recentRuns, storeRun } from '../queries/optimization';
import { prune } from '../pruning';
import { buildSources } from '../queries/consolidationSuggestions';
import { openSuggestions } from '../optimizationProposals';
import { targetWorkspace } from '../../../platform/http/access';
import { runJob } from '../../jobs';
import { countMemories, formatCount } from '../../../platform/text/rules/formatCount';
import { requireLanguageFeatures } from '../llmFeatures';
import { assertAllowed, HttpProblem } from '../../../platform/http/problem';
import type { Call, Routes } from '../../../platform/http/route';

const DONE = 'This suggestion has already been applied.';
const STALE = 'Suggestion not found or may have become stale';
const DAYS = { last_7_days: 7, last_30_days: 30, last_90_days: 90 } as const;

type AnyCall = Pick<
  Call<'GET /memory-optimization/suggestions/{id}'>,
  'database' | 'operations' | 'params' | 'principal' | 'scope' | 'signal'
>;

/** The suggestion in its current state. Throws 404 if its subject has changed. */
async function current(call: AnyCall): Promise<OptimizationSuggestion> {
  const { database, principal, scope } = call;
  const { id } = call.params;
  const rows = listRows(principal, scope());
  const { days, agentHash } = parseSuggestionId(id);
  const { done, agentId } = await database.read(principal, async (handle) => ({
    done: (await recentRuns(handle, rows, suggestionSubject(id)))[0],
    agentId: agentHash === undefined ? undefined : await agentByHash(handle, rows, agentHash),
  }));
  if (agentHash === undefined || agentId !== undefined) {
    const { suggestions } = await openSuggestions(call, { agentId, days });
    const found = suggestions.find((item) => item.id === id);
    if (found) return found;
  }
  if (done) return { ...done, id };
  throw new HttpProblem(404, STALE);
}

type Execution = Call<'POST /memory-optimization/suggestions/{id}/execute', 'writer'>;
type Metrics = OptimizationResults['metrics'];

/** Counts the successes. Throws the first reason if there are none: the suggestion stays open. */
function outcomeMetrics(outcomes: readonly { success: boolean; error?: unknown }[]) {
  const succeeded = outcomes.filter(({ success }) => success).length;
  if (succeeded === 0) throw new HttpProblem(409, String(outcomes[0]?.error ?? STALE));
  return { blocks_processed: outcomes.length, succeeded, failed: outcomes.length - succeeded };
}

const execute: Record<
  OptimizationSuggestion['type'],
  (
    call: Execution,
    ids: readonly string[],
    details: OptimizationSuggestion['optimization_details'],
  ) => Promise<{ summary: string; metrics: Metrics }>
> = {
  compaction: async (call, ids) => {
    requireLanguageFeatures(call.config);
    const options = { user_instructions: '', max_concurrent: 4 };
    const metrics = outcomeMetrics(await runJob.now(call, { kind: 'bulk_compaction', options, items: ids }));
    return {
      summary: `Compacted ${countMemories(metrics.succeeded)}. The previous versions are kept.`,
      metrics,
    };
  },

  keywords: async (call, ids) => {
    requireLanguageFeatures(call.config);
    const suggested = await runJob.now(call, { kind: 'bulk_keywords', options: {}, items: ids });
    const applications = suggested.flatMap((outcome) =>
      outcome.success
        ? [
            {
              memory_block_id: String(outcome['memory_block_id']),
              selected_keywords: (outcome['telling_keywords'] as string[]).slice(0, 5),
            },
          ]
        : [],
    );
    const applied = await call.database.write(call.principal, (handle) =>
      applyKeywords(handle, call.principal, applications),
    );
    const added = applied.reduce((sum, { added_keywords: words }) => sum + (words?.length ?? 0), 0);
    const refused = suggested.filter(({ success }) => !success);
    const metrics = { ...outcomeMetrics([...refused, ...applied]), keywords_added: added };
    return {
      summary: `Added ${formatCount(added, 'keyword', 'keywords')} to ${countMemories(metrics.succeeded)}.`,
      metrics,
    };
  },

  archive: async ({ database, principal }, ids) => {
    const outcomes = await database.write(principal, async (handle) => {
      const results: { success: boolean; error?: string }[] = [];
      for (const id of [...ids].sort()) {
        const row = await lockBlock(handle, id);
        const success = row !== undefined && mayWrite(principal, row);
        if (success) await prune(handle, row, principal.userId);
        results.push(
          success ? { success } : { success, error: 'You don’t have permission to change this memory.' },
        );
      }
      return results;
    });
    const metrics = outcomeMetrics(outcomes);
    return { summary: `Archived ${countMemories(metrics.succeeded)}.`, metrics };
  },

  merge: async ({ database, principal }, ids, details) => {
    const proposalId = details?.['proposal_id'];
    if (typeof proposalId !== 'string') throw new HttpProblem(409, STALE);
    const merged = await validateSuggestion({ database, principal, id: proposalId }, undefined);
    const metrics = {
      blocks_processed: ids.length,
      suggestion_id: proposalId,
      merged_memory_id: merged.merged_memory_id ?? '',
      generated_by: merged.generated_by ?? 'deterministic',
    };
    return { summary: `Merged ${ids.length} memories into one. The originals are archived.`, metrics };
  },
};

/** The kind of pending proposal for each type of suggestion. */
const KINDS = {
  compaction: 'compaction',
  keywords: 'keywords',
  merge: 'consolidation',
  archive: 'pruning',
} as const;

export const optimizationRoutes = {
  'GET /memory-optimization/suggestions': {
    access: 'memory',
    handle: async (call) => {
      const { database, principal, query, scope } = call;
      const filter = { agentId: query.agent_id, days: query.date_range && DAYS[query.date_range] };
      const { suggestions: open, analyzed } = await openSuggestions(call, filter);
      const isWhole = filter.agentId === undefined && filter.days === undefined;
      const done = isWhole
        ? await database.read(principal, (handle) => recentRuns(handle, listRows(principal, scope())))
        : [];
      // Undone suggestions are pending again.
      const again = new Set(open.map(({ id }) => suggestionSubject(id)));
      return {
        suggestions: [...open, ...done.filter(({ id }) => !again.has(suggestionSubject(id)))].filter(
          ({ priority }) => query.priority === undefined || priority === query.priority,
        ),
        analysis_timestamp: new Date().toISOString(),
        total_memory_blocks_analyzed: analyzed,
      };
    },
  },

  'GET /memory-optimization/suggestions/{id}': {
    access: 'memory',
    handle: current,
  },

  'GET /memory-optimization/suggestions/{id}/preview': {
    access: 'memory',
    handle: async (call) => {
      const { database, principal } = call;
      const suggestion = await current(call);
      const { id, all_affected_blocks: blocks, type, estimated_impact: impact } = suggestion;
      const proposalId = suggestion.optimization_details?.['proposal_id'];
      const merge =
        typeof proposalId === 'string' && suggestion.status === 'pending'
          ? (await database.read(principal, (handle) => loadSuggestion(handle, proposalId, false))).suggestion
          : undefined;
      const changes = {
        type,
        blocks: blocks.length,
        estimated_impact: impact,
        ...(merge && {
          generated_by: merge.generatedBy,
          merged_content: merge.content,
          merged_lessons_learned: merge.lessonsLearned,
          merged_keywords: merge.keywords,
          merged_sources: buildSources(merge),
        }),
      };
      // Every change keeps the previous version, and archived blocks can be restored.
      return {
        suggestion_id: id,
        preview: { affected_blocks: blocks, estimated_changes: changes, reversible: true },
      };
    },
  },

  'POST /memory-optimization/suggestions/{id}/execute': {
    access: 'writer',
    handle: async (call) => {
      const { database, principal } = call;
      const suggestion = await current(call);
      if (suggestion.status === 'completed') throw new HttpProblem(409, DONE);
      const place = targetWorkspace(principal, call.scope(), 'data');
      const started = performance.now();
      const { summary, metrics } = await execute[suggestion.type](
        call,
        suggestion.all_affected_blocks,
        suggestion.optimization_details,
      );
      const results = {
        summary,
        metrics: { ...metrics, execution_time_ms: Math.round(performance.now() - started) },
      };
      const done = { ...suggestion, status: 'completed' as const, results };
      await database.write(principal, (handle) => storeRun(handle, done, place, principal.userId));
      return {
        suggestion_id: suggestion.id,
        status: 'completed' as const,
        execution_timestamp: new Date().toISOString(),
        message: summary,
        results,
      };
    },
  },

  'POST /memory-optimization/suggestions/{id}/propose': {
    access: 'writer',
    handle: async (call) => {
      const suggestion = await current(call);
      if (suggestion.status === 'completed') throw new HttpProblem(409, DONE);
      assertAllowed(mayCreateIn(call.principal, call.scope(), 'data'));
      const { id, type, all_affected_blocks: blocks } = suggestion;
      return { suggestion_id: id, kind: KINDS[type], proposed: type === 'merge' ? 1 : blocks.length };
    },
  },
} satisfies Partial<Routes>;
