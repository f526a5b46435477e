/** The bulk calls of the service behind one signature. Each is sent for at most 200 ids at a time. */
import type { ApiClient } from '@hindsight/shared-contracts/api/client';
import type { ActiveScope } from '@hindsight/shared-contracts/events';
import type { RunKind } from '../model/job';

export interface BulkRequest {
  kind: RunKind;
  ids: readonly string[];
  /** Names the run to the service, so that it is found again after a reload. */
  runId: string;
  /** For compaction only. */
  instructions?: string;
  concurrency?: number;
  /** The workspace that the run was started in; the person may be in another one when its last batch is sent. */
  scope: ActiveScope;
}

interface CallOptions {
  /** Ask for a job instead of waiting for the outcome. */
  respondAsync: boolean;
  signal?: AbortSignal;
}

/** Resolves with whatever the service answers: a job or the outcome. */
export function callBulk(
  api: ApiClient,
  { kind, ids, runId, instructions = '', concurrency = 1, scope }: BulkRequest,
  options: CallOptions,
): Promise<unknown> {
  const shared = { ...options, scope };
  const memory_block_ids = [...ids];
  // A service that keeps no jobs may be strict about what it does not know.
  const run = options.respondAsync ? { run_id: runId } : {};
  if (kind === 'consolidation') return api.call('POST /consolidation/trigger/', shared);
  if (kind === 'bulk_keywords') {
    const body = { memory_block_ids, ...run };
    return api.call('POST /memory-blocks/bulk-generate-keywords', { ...shared, body });
  }
  const body = { memory_block_ids, user_instructions: instructions, max_concurrent: concurrency, ...run };
  return api.call('POST /memory-blocks/bulk-compact', { ...shared, body });
}
