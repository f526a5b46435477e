/** Pruning: suggestions by value, and archiving after confirmation. */
import type { GeneratedBy } from '@hindsight/shared-contracts/api';
import { MAX_PAGE_SIZE } from '@hindsight/shared-contracts/rules';
import { listRows, mayCreateIn, mayDiagnose } from '../../../platform/auth/rules/permissions';
import { MAX_JUDGED } from '../judge';
import { compareByWorth, isWorthLittle, selectLeastValuable, prune, scoreCandidates } from '../pruning';
import type { Prunable } from '../pruning';
import type { LanguageModelProblem } from '../../../platform/languageModel/languageModel';
import { accountFor, chargeTo, scopeTenant } from '../../../platform/languageModel/languageModelUsage';
import { changeEach } from '../../memory';
import { storeProposals } from '../../proposals';
import { respondAsync, runJob } from '../../jobs';
import { requireLanguageFeatures } from '../llmFeatures';
import { HttpProblem } from '../../../platform/http/problem';
import type { Call, Routes } from '../../../platform/http/route';

const DEFAULTS = { batch_size: 50, target_count: null, max_iterations: 10 };

interface Candidate extends Prunable {
  generatedBy: GeneratedBy;
}

const toSuggestion = ({ worth, ...candidate }: Candidate) => ({
  memory_block_id: candidate.id,
  pruning_score: worth.score,
  rationale: worth.rationale,
  criticality_score: worth.criticality,
  information_value_score: worth.informationValue,
  redundancy_score: worth.redundancy,
  temporal_relevance_score: worth.temporalRelevance,
  content_preview: candidate.preview,
  feedback_score: candidate.feedbackScore,
  retrieval_count: candidate.retrievalCount,
  created_at: candidate.createdAt,
  generated_by: candidate.generatedBy,
});

/** The candidates with the language model's verdicts, if any, and why the others have none. */
async function judgeCandidates(
  { operations: { judge }, principal, scope, signal }: Call<'POST /memory/prune/suggest', 'writer'>,
  candidates: readonly Candidate[],
): Promise<{ candidates: Candidate[]; problem?: LanguageModelProblem | undefined }> {
  if (!judge) return { candidates: [...candidates] };
  const account = accountFor(scopeTenant(scope(), principal.userId), 'pruning');
  const { verdicts, problem } = await chargeTo(account, () => judge(candidates.slice(0, MAX_JUDGED), signal));
  const judged = candidates.map((candidate): Candidate => {
    const worth = verdicts.get(candidate.id);
    return worth ? { ...candidate, worth, generatedBy: 'model' } : candidate;
  });
  return { candidates: judged, problem };
}

export const pruningRoutes = {
  'POST /memory/prune/suggest': {
    access: 'writer',
    handle: async (call) => {
      const { config, database, principal, scope, body } = call;
      requireLanguageFeatures(config);
      if (!config.flags.pruning) throw new HttpProblem(503, 'Pruning is currently disabled.');
      const { batch_size: batch, max_iterations: iterations, target_count: target } = body ?? DEFAULTS;
      const filter = { rows: listRows(principal, scope()) };
      const { candidates, worthLeast } = await database.read(principal, async (handle) => {
        const found = await scoreCandidates(handle, filter, { skip: 0, limit: batch * iterations });
        return { candidates: found, worthLeast: await selectLeastValuable(handle, filter, found) };
      });
      const chosen = worthLeast
        .slice(0, target || MAX_PAGE_SIZE)
        .map((one) => ({ ...one, generatedBy: 'deterministic' as const }));
      const { candidates: scored, problem } = await judgeCandidates(call, chosen);
      const proposed = scored.filter(isWorthLittle).sort(compareByWorth);
      const workspace = scope();
      const organizationId = workspace.kind === 'organization' ? workspace.organizationId : null;
      // If the caller may decide, they are pending in the review inbox.
      const waiting = mayCreateIn(principal, scope(), 'data').allowed
        ? await database.write(principal, (handle) =>
            storeProposals(
              handle,
              'pruning',
              proposed.map(({ id, worth, generatedBy }) => ({
                memoryBlockId: id,
                reason: worth.rationale,
                keywords: [],
                generatedBy,
              })),
            ),
          )
        : new Map<string, string>();
      const suggestions = proposed.map((candidate) => ({
        ...toSuggestion(candidate),
        review_item_id: waiting.get(candidate.id) ?? null,
      }));
      return {
        suggestions,
        total_evaluated: candidates.length,
        batch_size: batch,
        target_count: target ?? null,
        max_iterations: iterations,
        model_problem: problem?.explain(mayDiagnose(principal, organizationId)) ?? null,
        message:
          candidates.length === 0
            ? 'No memory blocks found for pruning.'
            : `Generated ${suggestions.length} pruning suggestions from ${candidates.length} memory blocks.`,
      };
    },
  },

  'POST /memory/prune/confirm': {
    access: 'writer',
    handle: async (call) => {
      const { database, principal, body } = call;
      const ids = [...new Set(body.memory_block_ids)];
      if (ids.length === 0) throw new HttpProblem(400, 'No memory block IDs provided for pruning');
      if (respondAsync(call)) {
        return runJob.later(call, { kind: 'pruning', options: {}, items: ids, runId: body.run_id });
      }
      const archived = await changeEach(database, principal, ids, 'Archived', (handle, block) =>
        prune(handle, block, principal.userId),
      );
      const failed = archived.results.filter(({ success }) => !success);
      return {
        message: archived.message,
        archived_count: archived.successful_count,
        failed_count: archived.failed_count,
        failed_blocks: failed.length > 0 ? failed.map(({ memory_block_id }) => memory_block_id) : null,
        results: archived.results,
      };
    },
  },
} satisfies Partial<Routes>;
