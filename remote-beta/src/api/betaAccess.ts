/** Calls of the beta program. They concern the user, not a workspace, so they carry no scope. */
import { useMutation, useQuery } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';

/** Requests beta access for the signed-in account. */
export function useBetaRequest() {
  const { api } = useShell();
  return useMutation({
    mutationFn: (email: string) => api.call('POST /beta-access/request', { body: { email }, scope: false }),
    retry: false,
  });
}

/** The signed-in user's latest request, or null. */
export function useLastRequest() {
  const { api, session } = useShell();
  return useQuery({
    queryKey: ['beta-access', 'status', session.user?.user_id ?? null],
    queryFn: async ({ signal }) =>
      (await api.call('GET /beta-access/status', { signal, scope: false })).last_request,
    enabled: session.user !== null,
  });
}
