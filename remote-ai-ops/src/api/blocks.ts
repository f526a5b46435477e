/** Calls about single memory blocks for reviews: reading them and undoing changes. */
import type { MemoryBlock } from '@hindsight/shared-contracts/api';
import { ApiError, isUncertain, type ApiClient } from '@hindsight/shared-contracts/api/client';
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import { forEachLimited } from '../model/forEachLimited';
import { describeError } from '@hindsight/shared-contracts/rules';
import type { Failure } from '../model/batches';

export const loadBlock = (api: ApiClient, id: string, signal?: AbortSignal): Promise<MemoryBlock> =>
  api.call('GET /memory-blocks/{id}', { params: { id }, ...(signal && { signal }) });

/** Whether the service responded with 404. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** One block in full. */
export function useBlock(id: string | null) {
  return useScopedQuery({
    key: ['memory-block', 'review', id],
    load: (api, signal) => loadBlock(api, id ?? '', signal),
    enabled: id !== null,
  });
}

/** Blocks in the order of the ids; null for deleted ones. */
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
 * Determines which blocks a failed bulk change missed. If the response was lost, fetches each block to check.
 * @param isDone whether a block reflects the change. @returns the blocks that do not.
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

/** Restores archived blocks; if a response was lost, fetches the block to check. @returns the blocks still archived, with their errors. */
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

/** The version with a block's texts from before its last compaction; null when the last change was not a compaction. */
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

/** Unlinks keywords from a block; keywords that are already gone do not count as failures. */
export async function unlinkKeywords(api: ApiClient, id: string, keywords: readonly string[]): Promise<void> {
  const unwanted = new Set(keywords.map((keyword) => keyword.toLowerCase()));
  const block = await loadBlock(api, id);
  for (const { keyword_id, keyword_text } of block.keywords) {
    if (!unwanted.has(keyword_text.toLowerCase())) continue;
    await api.call('DELETE /memory-blocks/{id}/keywords/{keyword_id}', { params: { id, keyword_id } });
  }
}
