/** The calls about a person's tokens. They concern the person, not a workspace, so they carry no scope. */
import { readRows } from '@hindsight/shared-contracts/api/client';
import { useMutation, useQuery, useQueryClient } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';
import { readChangedToken, readNewToken, readToken, type Token } from './model/token';
import { tokenBody, type TokenDraft } from './model/tokenDraft';

const useTokensKey = () => ['account', 'tokens', useShell().session.user?.user_id ?? null];

/** Every token of the person, revoked ones included, newest first. */
export function useTokens() {
  const { api } = useShell();
  return useQuery({
    queryKey: useTokensKey(),
    queryFn: async ({ signal }) =>
      readRows(await api.call('GET /users/me/tokens', { signal, scope: false }), readToken).items,
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
    async mutationFn({ id }: Token) {
      const answer: unknown = await api.call('DELETE /users/me/tokens/{id}', {
        params: { id },
        scope: false,
      });
      // The wire answers nothing; something else comes from somebody who did not revoke anything.
      if (answer !== null) readChangedToken(answer);
    },
    onSettled: useRefresh(),
  });
}

/** Changes name and expiry. Both are always sent: some services take an expiry that is absent for one to be removed. */
export function useChangeToken() {
  const { api } = useShell();
  return useMutation({
    mutationFn: async ({
      token,
      name,
      expiresAt,
    }: {
      token: Token;
      name: string;
      expiresAt: string | null;
    }) =>
      readChangedToken(
        await api.call('PATCH /users/me/tokens/{id}', {
          params: { id: token.id },
          body: { name: name.trim(), expires_at: expiresAt },
          scope: false,
        }),
      ),
    onSettled: useRefresh(),
  });
}
