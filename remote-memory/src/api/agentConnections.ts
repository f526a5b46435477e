/** The programs of the person that are connected as an agent, and the end of a connection. */
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

/** The tokens in use that were made for an agent, or that it was seen with. */
function connectionsOf(agentId: string, tokens: Tokens, used: Used): AgentConnection[] {
  const seen = new Map(used.map((one) => [one.token_id, one]));
  return tokens
    .filter(({ id, status, agent_id }) => status === 'active' && (agent_id === agentId || seen.has(id)))
    .map(({ id, name, signs_in: signsIn, last_used_at: lastUsedAt }) => ({
      tokenId: id,
      name,
      signsIn,
      client: seen.get(id)?.client ?? null,
      lastSeenAt: seen.get(id)?.last_used_at ?? lastUsedAt,
    }));
}

/** Tokens concern the person, so they carry no scope. */
export function useAgentConnections(agentId: string): AgentConnection[] | undefined {
  const used = useActivitySummary(agentId).data?.tokens;
  const { data: tokens } = useScopedQuery({
    key: ['agent-connections'],
    enabled: useHasActivity(),
    load: (api, signal) => api.call('GET /users/me/tokens', { signal, scope: false }),
  });
  return tokens && used && connectionsOf(agentId, tokens, used);
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
