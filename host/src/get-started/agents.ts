/** The agents of the active workspace, as far as the guide needs them. */
import { fields, firstText, readRows } from '@hindsight/shared-contracts/api/client';
import { useMutation, useQueryClient, useScopedKey, useScopedQuery } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';

export interface PickedAgent {
  id: string;
  name: string;
  /** Null in a personal workspace. */
  organizationId: string | null;
}

/** How many agents the list offers. */
const AGENT_LIMIT = 1000;
const KEY = ['get-started', 'agents'] as const;

/** Null for something without an id. */
function readAgent(value: unknown): PickedAgent | null {
  const given = fields(value);
  const id = firstText(given['agent_id']);
  const name = firstText(given['agent_name']) || 'Unnamed agent';
  return id ? { id, name, organizationId: firstText(given['organization_id']) || null } : null;
}

export function useAgents(enabled: boolean) {
  return useScopedQuery({
    key: KEY,
    enabled,
    load: async (api, signal) => {
      const query = { limit: AGENT_LIMIT, sort_by: 'created_at', sort_order: 'desc' } as const;
      return readRows(await api.call('GET /agents/', { query, signal }), readAgent).items;
    },
  });
}

/** Creates an agent in the active workspace and answers it. */
export function useCreateAgent() {
  const { api, scope } = useShell();
  const client = useQueryClient();
  const key = useScopedKey();
  return useMutation({
    async mutationFn(name: string) {
      const agent = readAgent(
        await api.call('POST /agents/', {
          body: {
            agent_name: name.trim(),
            visibility_scope: scope.scope,
            ...(scope.organizationId ? { organization_id: scope.organizationId } : {}),
          },
        }),
      );
      if (!agent) throw new Error('The service did not return the ID of the agent.');
      return agent;
    },
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: key(...KEY) });
      void client.invalidateQueries({ queryKey: key('agents') });
    },
  });
}
