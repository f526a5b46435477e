/** The number of memories of every agent, in one call where the service offers it. */
import { readRows } from '@hindsight/shared-contracts/api/client';
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';
import { readAgentCounts, type AgentCount } from '../model/agentCounts';
import { readMemoryRow } from '../model/memoryRow';

/** No data with a service that does not count: then nothing is asked. Not below `agents`, because blocks change it. */
export function useAgentCounts() {
  const { offers } = useShell();
  return useScopedQuery({
    key: ['agent-counts'],
    enabled: offers('agents.counts'),
    load: async (api, signal) => readAgentCounts(await api.call('GET /agents/counts', { signal })),
  });
}

/**
 * The numbers of one agent that somebody looks at: from the counts of all, else by two calls for one row each.
 * @throws TypeError when such an answer does not say how many there are: an unknown count must not look like zero.
 */
export function useAgentStatistics(id: string) {
  const { offers } = useShell();
  const isCounted = offers('agents.counts');
  const counts = useAgentCounts();
  const own = useScopedQuery<AgentCount>({
    key: ['agent-counts', 'of', id],
    enabled: !isCounted,
    load: async (api, signal) => {
      const query = { agent_id: id, limit: 1, sort_by: 'created_at', sort_order: 'desc' } as const;
      const [active, archived] = await Promise.all([
        api.call('GET /memory-blocks/', { query, signal }),
        api.call('GET /memory-blocks/archived/', { query, signal }),
      ]);
      const [rows, away] = [readRows(active, readMemoryRow), readRows(archived, readMemoryRow)];
      if (rows.total === null || away.total === null) throw new TypeError('The answer holds no total.');
      return { memories: rows.total, archived: away.total, lastActivity: rows.items[0]?.createdAt ?? '' };
    },
  });
  const { isError, isFetching, refetch } = isCounted ? counts : own;
  const none: AgentCount = { memories: 0, archived: 0, lastActivity: '' };
  const data = isCounted ? counts.data && (counts.data.get(id) ?? none) : own.data;
  return { data, isError, isFetching, refetch };
}
