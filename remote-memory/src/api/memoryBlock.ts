/** The calls that read one memory block: itself, its versions, who retrieved it. */
import { readRows } from '@hindsight/shared-contracts/api/client';
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import { readMemoryDetail, type MemoryDetail } from '../model/memoryDetail';
import { readRetrieval } from '../model/retrieval';
import { readVersion, type MemoryVersion } from '../model/versions';
import type { WriteContext } from './blockWrites';

/**
 * Asks for one block.
 * @throws TypeError when the answer is no block.
 */
export async function loadBlock(
  { api, scope }: WriteContext,
  id: string,
  signal?: AbortSignal,
): Promise<MemoryDetail> {
  const block = readMemoryDetail(
    await api.call('GET /memory-blocks/{id}', { params: { id }, scope, signal }),
  );
  if (!block) throw new TypeError('The answer is no memory block.');
  return block;
}

/** One block; not asked for while the id is none. */
export function useMemoryBlock(id: string, enabled: boolean) {
  return useScopedQuery({
    key: ['memory-block', id],
    load: async (api, signal) => {
      const block = readMemoryDetail(await api.call('GET /memory-blocks/{id}', { params: { id }, signal }));
      if (!block) throw new TypeError('The answer is no memory block.');
      return block;
    },
    enabled,
  });
}

/** Versions of one page of the history. */
export const VERSIONS_SIZE = 20;

/**
 * One page of what the block was before each change, newest first. One more than the page is asked for: a version is
 * compared with the one before it, and that one says whether there is a next page.
 */
export function useVersions(id: string, page: number) {
  return useScopedQuery<MemoryVersion[]>({
    key: ['memory-block', id, 'versions', page],
    load: async (api, signal) => {
      const skip = Math.max(0, (page - 1) * VERSIONS_SIZE - 1);
      const limit = VERSIONS_SIZE + (page > 1 ? 2 : 1);
      const query = { skip, limit };
      const answer = await api.call('GET /memory-blocks/{id}/versions', { params: { id }, query, signal });
      return readRows(answer, readVersion).items;
    },
    keepPrevious: true,
  });
}

/** Looks at a block on one page of the list. */
export const RETRIEVALS_SIZE = 20;

/** Who read the block by a program, newest first. */
export function useRetrievals(id: string, page: number) {
  return useScopedQuery({
    key: ['memory-block', id, 'retrievals', page],
    load: async (api, signal) => {
      const query = { skip: (page - 1) * RETRIEVALS_SIZE, limit: RETRIEVALS_SIZE };
      const answer = await api.call('GET /memory-blocks/{id}/retrievals', { params: { id }, query, signal });
      return readRows(answer, readRetrieval);
    },
    keepPrevious: true,
  });
}
