/** Optimization suggestions: what there is to tidy, and carrying it out. */
import type { OptimizationResults, OptimizationSuggestion } from '@hindsight/shared-contracts/api';
import { listRows, mayCreateIn, mayWrite } from '../../../platform/auth/rules/permissions';
import { applyKeywords, lockBlock, setArchived } from '../../memory';
import { keywordsOf, mergeBlocks, readMergeAhead } from '../mergeBlocks';
import { filterOf, findImprovements, memories, suggestionsOf, suggestionSubject } from '../optimization';
import { originalsOf } from '../queries/consolidation';
import { agentByHash, recentRuns, storeRun } from '../queries/optimization';
import { proposeSuggestion } from '../optimizationProposals';
import { targetWorkspace } from '../../../platform/http/access';
import { runJob } from '../../jobs';
import { requireLanguageFeatures, asHttpProblems } from '../llmFeatures';
import { demand, HttpProblem } from '../../../platform/http/problem';
import type { Call, Routes } from '../../../platform/http/route';
import { mergeProblem } from './merge';

const DONE = 'This suggestion was carried out already.';
const STALE = 'Suggestion not found or may have become stale';
const DAYS = { last_7_days: 7, last_30_days: 30, last_90_days: 90 } as const;

type AnyCall = Pick<
  Call<'GET /memory-optimization/suggestions/{id}'>,
  'database' | 'operations' | 'params' | 'principal' | 'scope' | 'signal'
>;

/** The suggestion as it is now. Throws 404 when what it was about has changed. */
async function current(call: AnyCall): Promise<OptimizationSuggestion> {
  const { database, operations, principal, scope, signal } = call;
  const { id } = call.params;
  const rows = listRows(principal, scope());
  const { days, agentHash } = filterOf(id);
  return database.read(principal, async (handle) => {
    const [done] = await recentRuns(handle, rows, suggestionSubject(id));
    if (done) return { ...done, id };
    const agentId = agentHash === undefined ? undefined : await agentByHash(handle, rows, agentHash);
    if (agentHash === undefined || agentId !== undefined) {
      const filter = { agentId, days };
      const analysis = await findImprovements(handle, { rows, ...filter });
      const suggestions = await suggestionsOf(analysis, filter, operations.rewriter, signal);
      const found = suggestions.find((item) => item.id === id);
      if (found) return found;
    }
    throw new HttpProblem(404, STALE);
  });
}

type Execution = Call<'POST /memory-optimization/suggestions/{id}/execute', 'writer'>;
type Metrics = OptimizationResults['metrics'];

/** Counts what was done. Throws the first reason when that is nothing: the suggestion stays open. */
function outcomeMetrics(outcomes: readonly { success: boolean; error?: unknown }[]) {
  const succeeded = outcomes.filter(({ success }) => success).length;
  if (succeeded === 0) throw new HttpProblem(409, String(outcomes[0]?.error ?? STALE));
  return { blocks_processed: outcomes.length, succeeded, failed: outcomes.length - succeeded };
}

const execute: Record<
  OptimizationSuggestion['type'],
  (call: Execution, ids: readonly string[]) => Promise<{ summary: string; metrics: Metrics }>
> = {
  compaction: async (call, ids) => {
    requireLanguageFeatures(call.config);
    const options = { user_instructions: '', max_concurrent: 4 };
    const metrics = outcomeMetrics(await runJob.now(call, { kind: 'bulk_compaction', options, items: ids }));
    return { summary: `Compacted ${memories(metrics.succeeded)}. The versions before are kept.`, metrics };
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
    return { summary: `Added ${added} keywords to ${memories(metrics.succeeded)}.`, metrics };
  },

  archive: async ({ database, principal }, ids) => {
    const outcomes = await database.write(principal, async (handle) => {
      const results: { success: boolean; error?: string }[] = [];
      for (const id of [...ids].sort()) {
        const row = await lockBlock(handle, id);
        const success = row !== undefined && mayWrite(principal, row);
        if (success) await setArchived(handle, row, true, principal.userId);
        results.push(success ? { success } : { success, error: 'You may not change this memory block.' });
      }
      return results;
    });
    const metrics = outcomeMetrics(outcomes);
    return { summary: `Archived ${memories(metrics.succeeded)}.`, metrics };
  },

  merge: async ({ database, operations, principal, signal }, ids) => {
    const rows = await database.read(principal, (handle) => originalsOf(handle, ids, false));
    const merged = await asHttpProblems(operations.rewriter.merge(rows, signal));
    await readMergeAhead(database, principal, ids, merged);
    const made = await database.write(principal, (handle) =>
      mergeBlocks(handle, principal, ids, { ...merged, origin: 'merged_from' }),
    );
    if (typeof made === 'string') throw mergeProblem(made);
    const metrics = {
      blocks_processed: ids.length,
      merged_memory_id: made.id,
      generated_by: merged.generatedBy,
    };
    return { summary: `Merged ${ids.length} memories into one. The originals are archived.`, metrics };
  },
};

export const optimizationRoutes = {
  'GET /memory-optimization/suggestions': {
    access: 'memory',
    handle: async ({ database, operations, principal, query, scope, signal }) => {
      const rows = listRows(principal, scope());
      const filter = { agentId: query.agent_id, days: query.date_range && DAYS[query.date_range] };
      const found = await database.read(principal, async (handle) => ({
        analysis: await findImprovements(handle, { rows, ...filter }),
        done: await recentRuns(handle, rows),
      }));
      // What was carried out is not proposed again for the same blocks, even where it could not do everything.
      const carriedOut = new Set(found.done.map(({ id }) => suggestionSubject(id)));
      const suggestions = await suggestionsOf(found.analysis, filter, operations.rewriter, signal);
      const pending = suggestions.filter(({ id }) => !carriedOut.has(suggestionSubject(id)));
      const done = filter.agentId === undefined && filter.days === undefined ? found.done : [];
      return {
        suggestions: [...pending, ...done].filter(
          ({ priority }) => query.priority === undefined || priority === query.priority,
        ),
        analysis_timestamp: new Date().toISOString(),
        total_memory_blocks_analyzed: found.analysis.analysed,
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
      const { database, operations, principal, signal } = call;
      const { id, all_affected_blocks: blocks, type, status, estimated_impact: impact } = await current(call);
      const { generatedBy } = operations.rewriter;
      const isMerge = type === 'merge' && status === 'pending';
      // Rules write the same text each time; a model does not, so its text is not known before it is written.
      const { rows, keywords } = await database.read(principal, async (handle) => ({
        rows: isMerge && generatedBy === 'deterministic' ? await originalsOf(handle, blocks, false) : [],
        keywords: isMerge ? await keywordsOf(handle, blocks) : [],
      }));
      const merged = rows.length > 0 && (await operations.rewriter.merge(rows, signal));
      const changes = {
        type,
        blocks: blocks.length,
        estimated_impact: impact,
        ...(isMerge && { generated_by: generatedBy }),
        ...(merged && {
          merged_content: merged.content,
          merged_lessons_learned: merged.lessonsLearned,
          merged_keywords: keywords,
        }),
      };
      // Every change keeps the version before it, and archived blocks can be restored.
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
      const { summary, metrics } = await execute[suggestion.type](call, suggestion.all_affected_blocks);
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
      demand(mayCreateIn(call.principal, call.scope(), 'data'));
      return { suggestion_id: suggestion.id, ...(await proposeSuggestion(call, suggestion)) };
    },
  },
} satisfies Partial<Routes>;
