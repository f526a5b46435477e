/** Edits many memories, or previews an edit with a dry run. */
import type { BlockChange, BlockEdit, EditResult } from '@hindsight/shared-contracts/api';
import type { ApiClient } from '@hindsight/shared-contracts/api/client';
import { runBatch, type BatchOutcome, type BatchProgress } from '../model/batch';
import { isFatal, type WriteContext } from './memoryWrites';
import { retryOnRateLimit } from './retryOnRateLimit';

/** Memories per request: few, so progress is visible and a cancel takes effect soon. */
const EDITS_AT_ONCE = 50;

interface EditOptions {
  dryRun?: boolean;
  /** ID under which the service keeps the undo of this edit, or the ID of the kept edit being undone. */
  kept?: { edit_id: string } | { undo_of: string };
  signal: AbortSignal;
  onProgress(progress: BatchProgress): void;
}

/** Outcome per memory. */
export interface EditOutcome extends BatchOutcome<BlockEdit> {
  /** Memories that already match the edit. */
  unchanged: number;
  undo: BlockEdit[];
}

/** Applies the same change to each memory. */
export function toEdits(ids: readonly string[], change: BlockChange): BlockEdit[] {
  return ids.map((memory_block_id) => ({ memory_block_id, change }));
}

/** Never rejects. A failed request marks all memories of its part as failed, with the reason. */
export async function editMemories(
  { api, scope }: WriteContext,
  edits: readonly BlockEdit[],
  { dryRun = false, kept, signal, onProgress }: EditOptions,
): Promise<EditOutcome> {
  const parts = Array.from({ length: Math.ceil(edits.length / EDITS_AT_ONCE) }, (_, part) =>
    edits.slice(part * EDITS_AT_ONCE, (part + 1) * EDITS_AT_ONCE),
  );
  const results: EditResult[] = [];
  const whole = { done: 0, failed: 0, total: edits.length };
  const act = async (part: readonly BlockEdit[]) => {
    let failed = part.length;
    try {
      const body = { edits: [...part], dry_run: dryRun, ...kept };
      const ask = () => api.call('POST /memory-blocks/bulk-edit', { body, scope });
      const answer = await retryOnRateLimit(ask, signal);
      results.push(...answer.results);
      failed = answer.results.filter(({ status }) => status === 'refused').length;
    } finally {
      whole.done += part.length;
      whole.failed += failed;
    }
  };
  const report = () => onProgress({ ...whole });
  const { failed, left, stopped } = await runBatch(parts, act, { signal, isFatal, onProgress: report });

  const editById = new Map(edits.map((edit) => [edit.memory_block_id, edit]));
  const editsWithStatus = (status: EditResult['status']) =>
    results.flatMap((result) => {
      const edit = editById.get(result.memory_block_id);
      return edit && result.status === status ? [{ edit, result }] : [];
    });
  return {
    succeeded: editsWithStatus('changed').map(({ edit }) => edit),
    unchanged: editsWithStatus('unchanged').length,
    failed: [
      ...editsWithStatus('refused').map(({ edit, result }) => ({
        item: edit,
        error: new Error(result.error ?? ''),
      })),
      ...failed.flatMap(({ item, error }) => item.map((edit) => ({ item: edit, error }))),
    ],
    left: left.flat(),
    stopped,
    undo: editsWithStatus('changed').flatMap(({ result: { memory_block_id, undo } }) =>
      undo ? [{ memory_block_id, change: undo }] : [],
    ),
  };
}

/** Loads the person's latest edit in the workspace that can still be undone; null if there is none. */
export async function loadLatestEdit(api: ApiClient, signal: AbortSignal) {
  return (await api.call('GET /bulk-edits/latest', { signal })).edit;
}

/** Loads the edits that undo a kept edit. */
export async function loadUndo({ api, scope }: WriteContext, id: string): Promise<BlockEdit[]> {
  return (await api.call('GET /bulk-edits/{id}', { params: { id }, scope })).edits;
}

export async function deleteEdit({ api, scope }: WriteContext, id: string): Promise<void> {
  await api.call('DELETE /bulk-edits/{id}', { params: { id }, scope });
}
