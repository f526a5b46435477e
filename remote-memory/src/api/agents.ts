/** The calls that read agents, as hooks of the active workspace. */
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import { readRows } from '@hindsight/shared-contracts/api/client';
import { readAgentProfile, readAgentRow } from '../model/agentRow';
import { everyRow, MOST_ROWS } from './everyRow';

/** The spec's fetch size of the agents dropdown; the same list serves every screen. */
export const AGENTS_LIMIT = MOST_ROWS;

const NEWEST_FIRST = { sort_by: 'created_at', sort_order: 'desc' } as const;

/** The agents of the workspace, newest first: for filters, for names and for their own screen. */
export function useAgents(enabled = true) {
  return useScopedQuery({
    key: ['agents', 'list'],
    enabled,
    load: (api, signal) =>
      everyRow(
        (skip, limit) =>
          api.call('GET /agents/', {
            query: { limit, ...NEWEST_FIRST, ...(skip > 0 ? { skip } : {}) },
            signal,
          }),
        readAgentProfile,
      ),
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
