/** The calls about a person's tokens. They concern the person, not a workspace, so they carry no scope. */
import { readRows } from '@hindsight/shared-contracts/api/client';
import { sendOrFind } from '@hindsight/shared-contracts/api/lost';
import { useMutation, useQuery, useQueryClient } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';
import { readChangedToken, readNewToken, readToken, type Token } from './model/token';
import { tokenBody, type TokenDraft } from './model/tokenDraft';

const useTokensKey = () => ['account', 'tokens', useShell().session.user?.user_id ?? null];

function useTokensQuery() {
  const { api } = useShell();
  return {
    queryKey: useTokensKey(),
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      readRows(await api.call('GET /users/me/tokens', { signal, scope: false }), readToken).items,
  };
}

/** Every token of the person, revoked ones included, newest first. */
export const useTokens = () => useQuery(useTokensQuery());

/** Whether the service has a token as a change should leave it: what a change whose answer was lost is known by. */
function useIsThere() {
  const client = useQueryClient();
  const list = useTokensQuery();
  return async (id: string, isAsAsked: (token: Token) => boolean) =>
    (await client.fetchQuery({ ...list, staleTime: 0 })).some((token) => token.id === id && isAsAsked(token));
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
  const isThere = useIsThere();
  async function send(id: string) {
    const answer: unknown = await api.call('DELETE /users/me/tokens/{id}', { params: { id }, scope: false });
    // The wire answers nothing; something else comes from somebody who did not revoke anything.
    if (answer !== null) readChangedToken(answer);
  }
  return useMutation({
    mutationFn: ({ id }: Token) =>
      sendOrFind(
        () => send(id),
        () => isThere(id, ({ revoked }) => revoked),
      ),
    onSettled: useRefresh(),
  });
}

interface TokenChange {
  token: Token;
  name: string;
  expiresAt: string | null;
}

const momentOf = (time: string | null) => (time === null ? null : Date.parse(time));

/** Changes name and expiry. Both are always sent: some services take an expiry that is absent for one to be removed. */
export function useChangeToken() {
  const { api } = useShell();
  const isThere = useIsThere();
  const send = async ({ token: { id }, name, expiresAt }: TokenChange) =>
    readChangedToken(
      await api.call('PATCH /users/me/tokens/{id}', {
        params: { id },
        body: { name: name.trim(), expires_at: expiresAt },
        scope: false,
      }),
    );
  return useMutation({
    mutationFn: (change: TokenChange) =>
      sendOrFind(
        () => send(change),
        () =>
          isThere(
            change.token.id,
            ({ name, expiresAt }) =>
              name === change.name.trim() && momentOf(expiresAt) === momentOf(change.expiresAt),
          ),
      ),
    onSettled: useRefresh(),
  });
}
