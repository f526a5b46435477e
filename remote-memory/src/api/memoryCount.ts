/** Number of memories in a list, without its rows. */
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import { filterQuery, type MemoryFilters } from '../model/memoryFilters';

/** Number of memories that match the filters. */
export function useMemoryCount(filters: MemoryFilters, enabled = true) {
  const query = { limit: 1, ...filterQuery(filters) };
  return useScopedQuery({
    key: ['memory-blocks', 'count', query],
    follows: filters.retrieved === '' ? ['memories'] : ['memories', 'retrievals'],
    enabled,
    load: async (api, signal) => (await api.call('GET /memory-blocks/', { query, signal })).total_items,
  });
}
