/** The calls about a person's tokens. They concern the person, not a workspace, so they carry no scope. */
import { useMutation, useQuery, useQueryClient } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';
import { readNewToken, readToken, type Token } from './model/token';
import { tokenBody, type TokenDraft } from './model/tokenDraft';

/** Programs use tokens meanwhile: how often the list is asked for while its tab is visible, in milliseconds. */
export const ASK_EVERY = 30_000;

const useTokensKey = () => ['account', 'tokens', useShell().session.user?.user_id ?? null];

/** Every token of the person, revoked ones included, newest first. */
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
 * Asks for the list again after a change, also after a failed one: what was done may have been done although no answer came. The
 * change itself does not wait for it.
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

/** Gives a token a new secret. */
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
