/** The calls that read agents, as hooks of the active workspace. */
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import { readAgentRow } from '../model/agentRow';
import { readRows } from '@hindsight/shared-contracts/api/client';

/** The spec's fetch size of the agents dropdown. */
export const AGENTS_LIMIT = 1000;

const NEWEST_FIRST = { sort_by: 'created_at', sort_order: 'desc' } as const;

/** The agents of the workspace, for the filter and for names. */
export function useAgents() {
  return useScopedQuery({
    key: ['agents', 'list'],
    load: async (api, signal) => {
      const query = { limit: AGENTS_LIMIT, ...NEWEST_FIRST };
      return readRows(await api.call('GET /agents/', { query, signal }), readAgentRow).items;
    },
  });
}

/** A number of rows, and whether there may be more than it says. */
export interface Total {
  count: number;
  atLeast: boolean;
}

/**
 * The number of agents, from the smallest page. A service that answers a bare array does not say how many there are in
 * all: then the rows of the largest page are counted.
 */
export function useAgentTotal() {
  return useScopedQuery<Total>({
    key: ['agents', 'total'],
    load: async (api, signal) => {
      const ask = async (limit: number) =>
        readRows(await api.call('GET /agents/', { query: { limit, ...NEWEST_FIRST }, signal }), readAgentRow);
      const first = await ask(1);
      if (first.total !== null) return { count: first.total, atLeast: false };
      const { items } = await ask(AGENTS_LIMIT);
      return { count: items.length, atLeast: items.length >= AGENTS_LIMIT };
    },
  });
}
