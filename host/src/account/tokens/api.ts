/** API calls for the user's tokens. They are per user, not per workspace, so they carry no scope. */
import { useMutation, useQuery, useQueryClient } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';
import { readNewToken, readToken, type Token } from './model/token';
import { tokenBody, type TokenDraft } from './model/tokenDraft';

/** Polling interval of the list while its tab is visible, in milliseconds, because programs use tokens in the background. */
export const ASK_EVERY = 30_000;

const useTokensKey = () => ['account', 'tokens', useShell().session.user?.user_id ?? null];

/** All tokens of the user, including revoked ones, newest first. */
export function useTokens() {
  const { api } = useShell();
  return useQuery({
    queryKey: useTokensKey(),
    queryFn: async ({ signal }) =>
      (await api.call('GET /users/me/tokens', { signal, scope: false })).map(readToken),
    refetchInterval: ASK_EVERY,
    refetchOnWindowFocus: 'always',
  });
}

/**
 * Refetches the list after a change, even a failed one: the change may have been applied although the response was lost. The mutation does
 * not wait for the refetch.
 */
function useRefresh() {
  const client = useQueryClient();
  const queryKey = useTokensKey();
  return () => void client.invalidateQueries({ queryKey });
}

export function useCreateToken() {
  const { api } = useShell();
  return useMutation({
    mutationFn: async (draft: TokenDraft) =>
      readNewToken(await api.call('POST /users/me/tokens', { body: tokenBody(draft), scope: false })),
    onSettled: useRefresh(),
  });
}

/** Replaces the secret of a token. */
export function useRotateToken() {
  const { api } = useShell();
  return useMutation({
    mutationFn: async ({ id }: Token) =>
      readNewToken(await api.call('POST /users/me/tokens/{id}/rotate', { params: { id }, scope: false })),
    onSettled: useRefresh(),
  });
}

export function useRevokeToken() {
  const { api } = useShell();
  return useMutation({
    mutationFn: ({ id }: Token) => api.call('DELETE /users/me/tokens/{id}', { params: { id }, scope: false }),
    onSettled: useRefresh(),
  });
}

interface TokenChange {
  token: Token;
  name: string;
  expiresAt: string | null;
}

/** Changes name and expiry. */
export function useChangeToken() {
  const { api } = useShell();
  return useMutation({
    mutationFn: ({ token: { id }, name, expiresAt }: TokenChange) =>
      api.call('PATCH /users/me/tokens/{id}', {
        params: { id },
        body: { name: name.trim(), expires_at: expiresAt },
        scope: false,
      }),
    onSettled: useRefresh(),
  });
}
