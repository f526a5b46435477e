/** The programs of the person that are connected, as one agent or in the whole workspace, and the end of a connection. */
import type { CallAnswer } from '@hindsight/shared-contracts/api/client';
import { useMutation, useQueryClient, useScopedQuery } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';
import { useActivitySummary, useHasActivity } from './agentActivity';

export interface AgentConnection {
  tokenId: string;
  name: string;
  /** By OAuth; otherwise with a token that was pasted or written into a file. */
  signsIn: boolean;
  /** Name and version of the program, where it says so. */
  client: string | null;
  lastSeenAt: string | null;
}

type Tokens = CallAnswer<'GET /users/me/tokens'>;
type Used = CallAnswer<'GET /agent-activity/summary'>['tokens'];

/** The tokens in use that `isMeant` says are made for the place, or that were seen there. */
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

/** Of one agent, or without one of the workspace. Tokens concern the person, so they carry no scope. */
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

/** Ends the access of a program with its next call. */
export function useRevokeConnection() {
  const { api } = useShell();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.call('DELETE /users/me/tokens/{id}', { params: { id }, scope: false }),
    onSuccess: () => client.invalidateQueries(),
  });
}
