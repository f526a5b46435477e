/** Archives, restores or deletes many memories, and checks the state of those whose response was lost. */
import { ApiError, NetworkError } from '@hindsight/shared-contracts/api/client';
import { runBatch, type BatchOutcome, type BatchProgress } from '../model/batch';
import type { BulkKind } from '../model/bulk';
import { archiveMemory, deleteMemory, isFatal, restoreMemory, type WriteContext } from './memoryWrites';
import { retryOnRateLimit } from './retryOnRateLimit';

const ACTS: Record<BulkKind, (context: WriteContext, id: string) => Promise<unknown>> = {
  archive: archiveMemory,
  delete: deleteMemory,
  restore: restoreMemory,
};

/** Requests without a response, or with a gateway error, may have been executed. */
const isUnsure = (error: unknown) =>
  error instanceof NetworkError || (error instanceof ApiError && error.status >= 500);

async function isDone({ api, scope }: WriteContext, kind: BulkKind, id: string): Promise<boolean> {
  try {
    const { archived } = await api.call('GET /memory-blocks/{id}', { params: { id }, scope });
    return kind !== 'delete' && archived === (kind === 'archive');
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return kind === 'delete';
    throw error;
  }
}

/** Moves changes that took effect to `succeeded`. If the check fails, the change stays failed with its original error. */
async function settle(
  context: WriteContext,
  kind: BulkKind,
  outcome: BatchOutcome<string>,
): Promise<BatchOutcome<string>> {
  const unsure = outcome.failed.filter(({ error }) => isUnsure(error)).map(({ item }) => item);
  const done = new Set<string>();
  const check = async (id: string) => {
    if (await isDone(context, kind, id)) done.add(id);
  };
  const { signal } = new AbortController();
  await runBatch(unsure, check, { signal, isFatal, onProgress: () => undefined });
  return {
    ...outcome,
    succeeded: [...outcome.succeeded, ...done],
    failed: outcome.failed.filter(({ item }) => !done.has(item)),
  };
}

/** @returns the outcome per memory; changes that took effect are never reported as failed. */
export async function changeMemories(
  context: WriteContext,
  kind: BulkKind,
  ids: readonly string[],
  { signal, onProgress }: { signal: AbortSignal; onProgress(progress: BatchProgress): void },
): Promise<BatchOutcome<string>> {
  const act = (id: string) => retryOnRateLimit(() => ACTS[kind](context, id), signal);
  return settle(context, kind, await runBatch(ids, act, { signal, isFatal, onProgress }));
}
