/** API calls for programs that ask for access. They are per user, so they carry no scope. */
import { ApiError } from '@hindsight/shared-contracts/api/client';
import { useMutation, useQuery, useQueryClient } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';
import { readToken, type Token } from '../tokens/model/token';
import { approvalBody, type Draft, PERSONAL } from './approval';

/** Loads a request; resolves to the service's reason as a string when it does not exist. */
function useRequest<T>(key: readonly string[], ask: (signal: AbortSignal) => Promise<T>) {
  return useQuery({
    queryKey: ['account', ...key],
    staleTime: Infinity,
    queryFn: ({ signal }) =>
      ask(signal).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return error.detail ?? '';
        throw error;
      }),
  });
}

/** Request behind the code that a terminal shows. */
export function useDeviceRequest(code: string) {
  const { api } = useShell();
  return useRequest(['device-request', code], (signal) =>
    api.call('GET /device/requests/{user_code}', { params: { user_code: code }, signal, scope: false }),
  );
}

/** OAuth sign-in that redirected this browser here. */
export function useOAuthRequest(id: string) {
  const { api } = useShell();
  return useRequest(['oauth-request', id], (signal) =>
    api.call('GET /oauth/requests/{id}/details', { params: { id }, signal, scope: false }),
  );
}

/** Agents of the workspace chosen on the page, which may differ from the active one. */
export function useWorkspaceAgents(workspace: string) {
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

/** Mutation that approves with a draft, or declines with null. */
function useDecision<T>(decide: (draft: Draft | null) => Promise<T>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: decide,
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['account', 'tokens'] });
      void client.invalidateQueries({ queryKey: ['account', 'device-agents'] });
    },
  });
}

/** Resolves to the token issued to the program, or to null after a denial. */
export function useDecide(code: string) {
  const { api } = useShell();
  const call = { params: { user_code: code }, scope: false } as const;
  return useDecision<Token | null>(async (draft) => {
    if (draft === null) {
      await api.call('POST /device/requests/{user_code}/deny', call);
      return null;
    }
    const body = approvalBody(draft);
    return readToken(await api.call('POST /device/requests/{user_code}/approve', { ...call, body }));
  });
}

/** Resolves to the decision and the URL that leads the browser back to the program. */
export function useDecideOAuth(id: string) {
  const { api } = useShell();
  const call = { params: { id }, scope: false } as const;
  return useDecision(async (draft) => {
    const answer = draft
      ? await api.call('POST /oauth/requests/{id}/approve', { ...call, body: approvalBody(draft) })
      : await api.call('POST /oauth/requests/{id}/deny', call);
    return { isApproved: draft !== null, address: answer.redirect_to };
  });
}
