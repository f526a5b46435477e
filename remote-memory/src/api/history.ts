/** Queries for the versions and retrievals of a memory. */
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import { placedQuery, placedRows } from '@hindsight/shared-ui/places';
import { toVersion } from '../model/versions';
import type { WriteContext } from './memoryWrites';

export const VERSIONS_SIZE = 20;

/**
 * One page of the states of a memory before each change, newest first. Loads one extra version: each version is
 * compared with the previous one, and the extra one tells whether there is a next page.
 * @param place the row before the versions, if known: the second-to-last of the previous page.
 */
export function useVersions(id: string, page: number, place: string | undefined) {
  const skip = Math.max(0, (page - 1) * VERSIONS_SIZE - 1);
  const limit = VERSIONS_SIZE + (page > 1 ? 2 : 1);
  const query = place === undefined ? { skip, limit } : { after: place, limit };
  return useScopedQuery({
    key: ['memory-block', id, 'versions', query],
    load: async (api, signal) => {
      const versions = await api.call('GET /memory-blocks/{id}/versions', { params: { id }, query, signal });
      return versions.map(toVersion);
    },
    keepPrevious: true,
  });
}

/**
 * Restores the texts of an earlier version.
 * @returns the version that holds the replaced texts, for an undo; null when reading it fails.
 */
export async function restoreVersion({ api, scope }: WriteContext, id: string, version: number) {
  const params = { id, version: String(version) };
  await api.call('POST /memory-blocks/{id}/versions/{version}/restore', { params, scope });
  try {
    const query = { skip: 0, limit: 1 };
    const [latest] = await api.call('GET /memory-blocks/{id}/versions', { params: { id }, query, scope });
    return latest?.version ?? null;
  } catch {
    // The restore succeeded; only the undo is unavailable.
    return null;
  }
}

/** Retrievals per page. */
export const RETRIEVALS_SIZE = 20;

/** Searches and reads by programs that returned the memory, newest first. @param place the row before the page, if known. */
export function useRetrievals(id: string, page: number, place: string | undefined) {
  const range = { skip: (page - 1) * RETRIEVALS_SIZE, limit: RETRIEVALS_SIZE };
  const query = placedQuery(range, place);
  return useScopedQuery({
    key: ['memory-block', id, 'retrievals', query],
    load: async (api, signal) => {
      const found = await api.call('GET /memory-blocks/{id}/retrievals', { params: { id }, query, signal });
      return placedRows({ items: found.items, total: found.total_items }, RETRIEVALS_SIZE, place);
    },
    keepPrevious: true,
  });
}
