/** Calls about single memory blocks that reviews need: reading, and undoing a change. */
import type { MemoryBlock } from '@hindsight/shared-contracts/api';
import { ApiError, isUncertain, type ApiClient } from '@hindsight/shared-contracts/api/client';
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import { forEachLimited } from '../model/forEachLimited';
import { describeError } from '@hindsight/shared-contracts/rules';
import type { Failure } from '../model/batches';

export const loadBlock = (api: ApiClient, id: string, signal?: AbortSignal): Promise<MemoryBlock> =>
  api.call('GET /memory-blocks/{id}', { params: { id }, ...(signal && { signal }) });

/** Whether the service answered that what was asked for does not exist. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** One block, for showing it whole. */
export function useBlock(id: string | null) {
  return useScopedQuery({
    key: ['memory-block', 'review', id],
    load: (api, signal) => loadBlock(api, id ?? '', signal),
    enabled: id !== null,
  });
}

/** Blocks in the order of their ids; null where one is gone. */
export function useBlocks(ids: readonly string[]) {
  return useScopedQuery({
    key: ['memory-block', 'review-many', ids],
    load: async (api, signal) => {
      const blocks: (MemoryBlock | null)[] = [];
      const failures = await forEachLimited(ids, async (id, index) => {
        blocks[index] = await loadBlock(api, id, signal).catch((error: unknown) => {
          if (isGone(error)) return null;
          throw error;
        });
      });
      if (failures[0]) throw failures[0].error;
      return blocks;
    },
    enabled: ids.length > 0,
  });
}

/**
 * What became of blocks when a change of all of them failed: asks for each when the answer was lost.
 * @param isDone whether a block has what the change was to do. @returns the blocks that do not.
 */
export async function collectFailures(
  api: ApiClient,
  ids: readonly string[],
  error: unknown,
  isDone: (block: MemoryBlock, index: number) => boolean,
): Promise<Failure[]> {
  const reason = describeError(error);
  if (!isUncertain(error)) return ids.map((id) => ({ id, reason }));
  const open = await forEachLimited(ids, async (id, index) => {
    if (!isDone(await loadBlock(api, id), index)) throw error;
  });
  return open.map(({ id }) => ({ id, reason }));
}

/** Restores archived blocks; where the answer was lost, each is asked for. @returns those that stayed archived, each with its error. */
export const restoreBlocks = (api: ApiClient, ids: readonly string[]) =>
  forEachLimited(ids, async (id) => {
    try {
      await api.call('PUT /memory-blocks/{id}', { params: { id }, body: { archived: false } });
    } catch (error) {
      if (!isUncertain(error) || (await loadBlock(api, id)).archived) throw error;
    }
  });

export async function archiveBlock(api: ApiClient, id: string): Promise<void> {
  await api.call('POST /memory-blocks/{id}/archive', { params: { id } });
}

/** The number of the version that holds a block's texts from before its last compaction; null when the last change was another. */
export async function versionBeforeCompaction(api: ApiClient, id: string): Promise<number | null> {
  const [newest] = await api.call('GET /memory-blocks/{id}/versions', {
    params: { id },
    query: { limit: 1 },
  });
  return newest?.reason === 'memory_compact' ? newest.version : null;
}

/** Restores the texts of a version. */
export async function restoreVersion(api: ApiClient, id: string, version: number): Promise<void> {
  await api.call('POST /memory-blocks/{id}/versions/{version}/restore', { params: { id, version } });
}

/** Unlinks keywords from a block; those that it does not have any more are no failure. */
export async function unlinkKeywords(api: ApiClient, id: string, keywords: readonly string[]): Promise<void> {
  const unwanted = new Set(keywords.map((keyword) => keyword.toLowerCase()));
  const block = await loadBlock(api, id);
  for (const { keyword_id, keyword_text } of block.keywords) {
    if (!unwanted.has(keyword_text.toLowerCase())) continue;
    await api.call('DELETE /memory-blocks/{id}/keywords/{keyword_id}', { params: { id, keyword_id } });
  }
}
