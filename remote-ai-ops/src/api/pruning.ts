/** Calls of pruning. */
import type { ApiClient } from '@hindsight/shared-contracts/api/client';
import { batchesOf } from '../model/batches';
import {
  readProposal,
  readPruned,
  type PruningOutcome,
  type PruningParams,
  type PruningProposal,
} from '../model/pruning';

export async function proposePruning(
  api: ApiClient,
  params: PruningParams,
  signal: AbortSignal,
): Promise<PruningProposal> {
  return readProposal(await api.call('POST /memory/prune/suggest', { body: params, signal }));
}

/** Archives blocks in batches of 200. @throws the error of the batch that failed as a whole. */
export async function confirmPruning(api: ApiClient, ids: readonly string[]): Promise<PruningOutcome> {
  const outcome: PruningOutcome = { archived: 0, failed: [] };
  for (const batch of batchesOf(ids)) {
    const answer = await api.call('POST /memory/prune/confirm', { body: { memory_block_ids: batch } });
    const { archived, failed } = readPruned(answer, batch);
    outcome.archived += archived;
    outcome.failed.push(...failed);
  }
  return outcome;
}
