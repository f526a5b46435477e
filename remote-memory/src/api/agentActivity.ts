/** The requests about what agents did. */
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';
import { callsOfDays, firstDay, toMoments } from '../model/agentActivity';

/** Whether activity is shown to this visitor: it is for people, not for guests. */
export const useHasActivity = () => useShell().session.user !== null;

/** How a list of activity is narrowed. */
export interface ActivityView {
  kind: 'all' | 'read' | 'write' | 'refused';
  /** Id of a token; empty for all. */
  token: string;
  time: Parameters<typeof toMoments>[0];
  /** Place after which the page begins; empty for the newest. */
  cursor: string;
}

/** One page of the calls of an agent, or of all agents in the workspace, newest first. */
export function useActivity(agentId: string | undefined, { kind, token, time, cursor }: ActivityView) {
  return useScopedQuery({
    key: ['agent-activity', agentId ?? 'all', kind, token, time, cursor],
    keepPrevious: true,
    enabled: useHasActivity(),
    load: (api, signal) => {
      const query = {
        ...(agentId !== undefined && { agent_id: agentId }),
        ...toMoments(time, Date.now()),
        ...(kind !== 'all' && { kind }),
        ...(token !== '' && { token_id: token }),
        ...(cursor !== '' && { cursor }),
      };
      return api.call('GET /agent-activity/', { query, signal });
    },
  });
}

/** The calls of an agent, or of all agents in the workspace, on each of the last days, and their tokens. */
export function useActivitySummary(agentId: string | undefined) {
  return useScopedQuery({
    key: ['agent-activity', agentId ?? 'all', 'summary'],
    follows: ['retrievals', 'memories'],
    enabled: useHasActivity(),
    load: (api, signal) => {
      const query = {
        ...(agentId !== undefined && { agent_id: agentId }),
        since: `${firstDay(Date.now())}T00:00:00Z`,
      };
      return api.call('GET /agent-activity/summary', { query, signal });
    },
  });
}

/** How many calls each agent made on each of the last days, oldest first, by its id: one request for all of them. */
export function useCallsByAgent() {
  return useScopedQuery({
    key: ['agent-activity', 'agents'],
    follows: ['retrievals', 'memories', 'agents'],
    enabled: useHasActivity(),
    load: async (api, signal) => {
      const now = Date.now();
      const query = { since: `${firstDay(now)}T00:00:00Z` };
      const { agents } = await api.call('GET /agent-activity/agents', { query, signal });
      return new Map(agents.map(({ agent_id: id, days }) => [id, callsOfDays(days, now)]));
    },
  });
}

/**
 * What agents of the workspace, or one of them, asked for and did not find.
 * @param since the last 30 days when absent; null while it is not known yet.
 */
export function useMissedQuestions({
  agentId,
  since,
}: {
  agentId?: string | undefined;
  since?: string | null;
}) {
  const query = {
    ...(agentId !== undefined && { agent_id: agentId }),
    ...(since && { since }),
  };
  return useScopedQuery({
    key: ['agent-activity', 'questions', query],
    enabled: useHasActivity() && since !== null,
    load: async (api, signal) => (await api.call('GET /agent-activity/questions', { query, signal })).items,
  });
}
