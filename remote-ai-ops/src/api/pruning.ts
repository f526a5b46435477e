/** Calls of pruning. */
import type { ApiClient } from '@hindsight/shared-contracts/api/client';
import { batchesOf } from '../model/batches';
import type { PruningParams, PruningProposal } from '../model/pruning';

export const proposePruning = (
  api: ApiClient,
  params: PruningParams,
  signal: AbortSignal,
): Promise<PruningProposal> => api.call('POST /memory/prune/suggest', { body: params, signal });

/** What became of the memories that were to be archived. */
export interface PruningOutcome {
  archived: number;
  /** Ids of those that were not. */
  failed: string[];
}

/** Archives blocks in batches of 200. @throws the error of the batch that failed as a whole. */
export async function confirmPruning(api: ApiClient, ids: readonly string[]): Promise<PruningOutcome> {
  const outcome: PruningOutcome = { archived: 0, failed: [] };
  for (const batch of batchesOf(ids)) {
    const answer = await api.call('POST /memory/prune/confirm', { body: { memory_block_ids: batch } });
    outcome.archived += answer.archived_count;
    // Without names, none of the batch was archived when the count is 0.
    outcome.failed.push(...(answer.archived_count === 0 ? batch : (answer.failed_blocks ?? [])));
  }
  return outcome;
}
