/** The person's connected programs, for one agent or the whole workspace, and revoking a connection. */
import type { CallAnswer } from '@hindsight/shared-contracts/api/client';
import { useMutation, useQueryClient, useScopedQuery } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';
import { useActivitySummary, useHasActivity } from './agentActivity';

export interface AgentConnection {
  tokenId: string;
  name: string;
  /** Signed in with OAuth; otherwise with a token that was pasted or written into a file. */
  signsIn: boolean;
  /** Name and version that the program reports, if any. */
  client: string | null;
  lastSeenAt: string | null;
}

type Tokens = CallAnswer<'GET /users/me/tokens'>;
type Used = CallAnswer<'GET /agent-activity/summary'>['tokens'];

/** Active tokens that belong here according to `isMeant`, or that have been used here. */
function listConnections(
  isMeant: (token: Tokens[number]) => boolean,
  tokens: Tokens,
  used: Used,
): AgentConnection[] {
  const seen = new Map(used.map((one) => [one.token_id, one]));
  return tokens
    .filter((token) => token.status === 'active' && (isMeant(token) || seen.has(token.id)))
    .map(({ id, name, signs_in: signsIn, last_used_at: lastUsedAt }) => ({
      tokenId: id,
      name,
      signsIn,
      client: seen.get(id)?.client ?? null,
      lastSeenAt: seen.get(id)?.last_used_at ?? lastUsedAt,
    }));
}

/** Connections of one agent, or of the workspace without an agent. Tokens belong to the person, so the request carries no scope. */
export function useAgentConnections(agentId: string | undefined) {
  const { scope } = useShell();
  const summary = useActivitySummary(agentId);
  const tokens = useScopedQuery({
    key: ['agent-connections'],
    enabled: useHasActivity(),
    load: (api, signal) => api.call('GET /users/me/tokens', { signal, scope: false }),
  });
  const isMeant = (token: Tokens[number]) =>
    agentId === undefined
      ? (token.organization_id ?? null) === (scope.organizationId ?? null)
      : token.agent_id === agentId;
  const used = summary.data?.tokens;
  return {
    data: tokens.data && used && listConnections(isMeant, tokens.data, used),
    error: tokens.error ?? summary.error,
    isFetching: tokens.isFetching || summary.isFetching,
    refetch: () => Promise.all([tokens.refetch(), summary.refetch()]),
  };
}

/** Revokes a program's access, effective with its next call. */
export function useRevokeConnection() {
  const { api } = useShell();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.call('DELETE /users/me/tokens/{id}', { params: { id }, scope: false }),
    onSuccess: () => client.invalidateQueries(),
  });
}
