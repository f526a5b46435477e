/** The number of memories of every agent, in one call where the service offers it. */
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';
import { readAgentCounts } from '../model/agentCounts';

/** No data with a service that does not count: then nothing is asked. Not below `agents`, because blocks change it. */
export function useAgentCounts() {
  const { offers } = useShell();
  return useScopedQuery({
    key: ['agent-counts'],
    enabled: offers('agents.counts'),
    load: async (api, signal) => readAgentCounts(await api.call('GET /agents/counts', { signal })),
  });
}
