/** Queries for agents. */
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import { MAX_PAGE_SIZE } from '@hindsight/shared-contracts/rules';
import { toAgent, type Agent, type AgentCount } from '../model/agent';
import type { WriteContext } from './memoryWrites';
import { readAll } from './readAll';

const NEWEST_FIRST = { sort_by: 'created_at', sort_order: 'desc' } as const;

/** Every agent of the workspace, newest first. */
export async function loadAgents(
  { api, scope }: Pick<WriteContext, 'api'> & Partial<WriteContext>,
  signal: AbortSignal,
): Promise<Agent[]> {
  return readAll(async (behind?: Agent) => {
    const after = behind && { after: `${behind.createdAt}_${behind.id}` };
    const query = { limit: MAX_PAGE_SIZE, ...NEWEST_FIRST, ...after };
    return (await api.call('GET /agents/', { query, scope, signal })).items.map(toAgent);
  });
}

/**
 * The agents of the workspace: one list shared by filters, names and the agents page.
 * @param isAwaited set by the agents page, whose first paint waits for the list.
 */
export function useAgents(isAwaited = false) {
  return useScopedQuery({
    key: ['agents', 'list'],
    follows: ['agents'],
    load: (api, signal) => loadAgents({ api }, signal),
    isAwaited,
  });
}

/** The number of agents, read from a page of minimum size. */
export function useAgentTotal() {
  return useScopedQuery({
    key: ['agents', 'total'],
    follows: ['agents'],
    load: async (api, signal) => {
      const query = { limit: 1, ...NEWEST_FIRST };
      return (await api.call('GET /agents/', { query, signal })).total_items;
    },
  });
}

/** Memory counts per agent. The key is not under `agents`, because memory changes invalidate it. */
export function useAgentCounts() {
  return useScopedQuery({
    key: ['agent-counts'],
    follows: ['memories', 'agents'],
    load: async (api, signal) => {
      const { counts } = await api.call('GET /agents/counts', { signal });
      return new Map(counts.map((count) => [count.agent_id, count]));
    },
  });
}

/** Memory counts of one agent. */
export function useAgentCount(id: string) {
  const { data, isError, isFetching, refetch } = useAgentCounts();
  const none: AgentCount = {
    agent_id: id,
    count: 0,
    archived_count: 0,
    last_activity: null,
    last_seen_at: null,
  };
  return { data: data && (data.get(id) ?? none), isError, isFetching, refetch };
}
