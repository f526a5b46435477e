/** Puts the memories of an optimization suggestion into the review inbox, where each is decided by itself. */
import type { OptimizationSuggestion, ReviewKind } from '@hindsight/shared-contracts/api';
import { scoreCandidates } from './pruning';
import { listRows, mayWrite } from '../../platform/auth/rules/permissions';
import { suggestMerge } from './consolidationSteps';
import { originalsOf } from './queries/consolidation';
import { storeProposals } from '../memory';
import { runJob } from '../jobs';
import { asHttpProblems, requireLanguageFeatures } from './llmFeatures';
import { HttpProblem } from '../../platform/http/problem';
import type { Call } from '../../platform/http/route';

type Proposing = Call<'POST /memory-optimization/suggestions/{id}/propose', 'writer'>;

/** Proposals about single memories, for those that the caller may change. They end when their memory changes. */
async function proposeEach(
  { database, operations, principal, scope }: Proposing,
  kind: 'compaction' | 'pruning',
  { all_affected_blocks: ids, description }: OptimizationSuggestion,
): Promise<number> {
  const generatedBy = kind === 'compaction' ? operations.rewriter.generatedBy : 'deterministic';
  const filter = { rows: listRows(principal, scope()), ids };
  return database.write(principal, async (handle) => {
    const page = { skip: 0, limit: ids.length };
    const scored = kind === 'pruning' ? await scoreCandidates(handle, filter, page) : [];
    const reasons = new Map(scored.map(({ id, worth }) => [id, worth.rationale]));
    const blocks = (await originalsOf(handle, ids, false)).filter((block) => mayWrite(principal, block));
    const proposed = blocks.map(({ id }) => {
      const reason = reasons.get(id) ?? description;
      return { memoryBlockId: id, reason, keywords: [], generatedBy };
    });
    return (await storeProposals(handle, kind, proposed)).size;
  });
}

const PROPOSE: Record<
  OptimizationSuggestion['type'],
  { kind: ReviewKind; store: (call: Proposing, suggestion: OptimizationSuggestion) => Promise<number> }
> = {
  compaction: {
    kind: 'compaction',
    store: (call, suggestion) => {
      requireLanguageFeatures(call.config);
      return proposeEach(call, 'compaction', suggestion);
    },
  },
  archive: { kind: 'pruning', store: (call, suggestion) => proposeEach(call, 'pruning', suggestion) },
  keywords: {
    kind: 'keywords',
    store: async (call, { all_affected_blocks: items }) => {
      requireLanguageFeatures(call.config);
      // Each step stores its proposal.
      const outcomes = await runJob.now(call, { kind: 'bulk_keywords', options: {}, items });
      return outcomes.filter(({ success }) => success).length;
    },
  },
  merge: {
    kind: 'consolidation',
    store: async (call, { all_affected_blocks: ids }) => {
      const { database, operations, principal } = call;
      const suggest = async () =>
        database.write(principal, await suggestMerge(database, operations.rewriter, ids, call));
      await asHttpProblems(suggest(), 409);
      return 1;
    },
  },
};

/** Answers the kind under which they wait and how many. Throws 409 when none does: all were rejected and have not changed since. */
export async function proposeSuggestion(call: Proposing, suggestion: OptimizationSuggestion) {
  const { kind, store } = PROPOSE[suggestion.type];
  const proposed = await store(call, suggestion);
  if (proposed === 0)
    throw new HttpProblem(409, 'All of these were rejected before and have not changed since.');
  return { kind, proposed };
}
