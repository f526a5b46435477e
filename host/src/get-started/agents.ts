/** Agents of the active workspace, reduced to the fields that the guide needs. */
import type { Agent } from '@hindsight/shared-contracts/api';
import { useMutation, useQueryClient, useScopedKey, useScopedQuery } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';

export interface PickedAgent {
  id: string;
  name: string;
  /** Null in a personal workspace. */
  organizationId: string | null;
}

const AGENT_LIMIT = 1000;
const KEY = ['get-started', 'agents'] as const;

const pickedAgent = ({ agent_id, agent_name, organization_id }: Agent): PickedAgent => ({
  id: agent_id,
  name: agent_name || 'Unnamed agent',
  organizationId: organization_id,
});

export function useAgents(enabled: boolean) {
  return useScopedQuery({
    key: KEY,
    enabled,
    load: async (api, signal) => {
      const query = { limit: AGENT_LIMIT, sort_by: 'created_at', sort_order: 'desc' } as const;
      return (await api.call('GET /agents/', { query, signal })).items.map(pickedAgent);
    },
  });
}

/** Creates an agent in the active workspace and returns it. */
export function useCreateAgent() {
  const { api, scope } = useShell();
  const client = useQueryClient();
  const key = useScopedKey();
  return useMutation({
    async mutationFn(name: string) {
      const body = {
        agent_name: name.trim(),
        visibility_scope: scope.scope,
        ...(scope.organizationId ? { organization_id: scope.organizationId } : {}),
      };
      return pickedAgent(await api.call('POST /agents/', { body }));
    },
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: key(...KEY) });
      void client.invalidateQueries({ queryKey: key('agents') });
    },
  });
}
