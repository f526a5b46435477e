/** The calls about a program that asks for a token. They concern the person, so they carry no scope. */
import { ApiError } from '@hindsight/shared-contracts/api/client';
import { useMutation, useQuery, useQueryClient } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';
import { readToken } from '../tokens/model/token';
import { approvalBody, type Draft, PERSONAL } from './approval';

/** The request of a code; null when no program waits for it. */
export function useDeviceRequest(code: string) {
  const { api } = useShell();
  return useQuery({
    queryKey: ['account', 'device-request', code],
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const call = { params: { user_code: code }, signal, scope: false } as const;
      return api.call('GET /device/requests/{user_code}', call).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return error.detail ?? '';
        throw error;
      });
    },
  });
}

/** Agents of the workspace that is chosen on the page, which need not be the active one. */
export function useAgentsOf(workspace: string) {
  const { api } = useShell();
  return useQuery({
    queryKey: ['account', 'device-agents', workspace],
    queryFn: async ({ signal }) => {
      const scope =
        workspace === PERSONAL
          ? ({ scope: 'personal', organizationId: null } as const)
          : ({ scope: 'organization', organizationId: workspace } as const);
      const query = { limit: 1000, sort_by: 'agent_name', sort_order: 'asc' } as const;
      return (await api.call('GET /agents/', { query, scope, signal })).items;
    },
  });
}

/** Approves with a draft and answers the token, declines with null. */
export function useDecide(code: string) {
  const { api } = useShell();
  const client = useQueryClient();
  return useMutation({
    async mutationFn(draft: Draft | null) {
      const call = { params: { user_code: code }, scope: false } as const;
      if (draft === null) return api.call('POST /device/requests/{user_code}/deny', call);
      const body = approvalBody(draft);
      return readToken(await api.call('POST /device/requests/{user_code}/approve', { ...call, body }));
    },
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['account', 'tokens'] });
      void client.invalidateQueries({ queryKey: ['account', 'device-agents'] });
    },
  });
}
