/** Queries for agent activity. */
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';
import { callsOfDays, firstDay, toMoments } from '../model/agentActivity';

/** Whether this visitor may see activity: signed-in people only, not guests. */
export const useHasActivity = () => useShell().session.user !== null;

/** Filters and position of an activity list. */
export interface ActivityView {
  kind: 'all' | 'read' | 'write' | 'refused';
  /** Token ID; empty for all. */
  token: string;
  time: Parameters<typeof toMoments>[0];
  /** Cursor of the page; empty for the newest calls. */
  cursor: string;
}

/** One page of calls, newest first, by one agent or by all agents of the workspace. */
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

/** Calls per day over the last days, and their tokens, for one agent or for all agents of the workspace. */
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

/** Calls per day of each agent by its ID, oldest day first, in a single request for all agents. */
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
 * Questions that agents of the workspace, or one agent, asked without finding anything.
 * @param since the last 30 days when absent; null while still unknown.
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
