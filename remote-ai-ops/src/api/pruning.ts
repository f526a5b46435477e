/** Calls of pruning. */
import type { ApiClient } from '@hindsight/shared-contracts/api/client';
import { describeError } from '@hindsight/shared-contracts/rules';
import { splitIntoBatches, countOutcome, type Failure } from '../model/batches';
import type { PruningParams, PruningProposal } from '../model/pruning';
import { collectFailures } from './blocks';

export const proposePruning = (
  api: ApiClient,
  params: PruningParams,
  signal: AbortSignal,
): Promise<PruningProposal> => api.call('POST /memory/prune/suggest', { body: params, signal });

async function archiveBatch(api: ApiClient, batch: readonly string[]): Promise<Failure[]> {
  try {
    const answer = await api.call('POST /memory/prune/confirm', { body: { memory_block_ids: [...batch] } });
    return countOutcome(answer.results).failures;
  } catch (error) {
    const failures = await collectFailures(api, batch, error, ({ archived }) => archived);
    if (failures.length === batch.length) throw error;
    return failures;
  }
}

/** Archives blocks in batches of 200. @returns the blocks that were not archived. @throws when none was archived. */
export async function confirmPruning(api: ApiClient, ids: readonly string[]): Promise<Failure[]> {
  const failures: Failure[] = [];
  let refusal: unknown = null;
  for (const batch of splitIntoBatches(ids)) {
    try {
      failures.push(...(await archiveBatch(api, batch)));
    } catch (error) {
      refusal = error;
      failures.push(...batch.map((id) => ({ id, reason: describeError(error) })));
    }
  }
  if (refusal !== null && failures.length === new Set(ids).size) throw refusal;
  return failures;
}
