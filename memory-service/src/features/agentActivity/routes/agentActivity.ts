/** Endpoints for the activity of agents. */
import { visibleActivity } from '../rules/agentActivity';
import { listRows, mayUseMemoryData } from '../../../platform/auth/rules/permissions';
import { callsByAgent, listActivity, missedQuestions, summarizeActivity } from '../queries/agentActivity';
import { assertAllowed } from '../../../platform/http/problem';
import type { Call, Routes } from '../../../platform/http/route';

type Asked = Call<'GET /agent-activity/summary', 'person'>;

/** Filter for the activity of one agent in all workspaces that the caller may read, or of one workspace. */
function buildFilter({ principal, query, scope }: Pick<Asked, 'principal' | 'query' | 'scope'>) {
  assertAllowed(mayUseMemoryData(principal));
  const { agent_id: agentId, token_id: tokenId, since, until } = query;
  const visible = agentId === undefined ? listRows(principal, scope()) : visibleActivity(principal);
  return { visible, agentId, tokenId, since, until };
}

/** Age after which an unanswered question is no longer listed. */
const MISSED_DAYS = 30;
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

export const agentActivityRoutes = {
  'GET /agent-activity/': {
    access: 'person',
    handle: async (call) => {
      const { kind, cursor, limit } = call.query;
      const options = { ...buildFilter(call), kind, cursor, limit };
      // Flush, so that the list includes the most recent calls.
      await call.operations.activity.flush();
      return call.database.read(call.principal, (handle) => listActivity(handle, options));
    },
  },

  'GET /agent-activity/summary': {
    access: 'person',
    handle: async (call) => {
      const filter = buildFilter(call);
      await call.operations.activity.flush();
      return call.database.read(call.principal, (handle) => summarizeActivity(handle, filter));
    },
  },

  'GET /agent-activity/agents': {
    access: 'person',
    handle: async ({ database, operations, principal, query, scope }) => {
      assertAllowed(mayUseMemoryData(principal));
      const filter = { visible: listRows(principal, scope()), since: query.since };
      await operations.activity.flush();
      return { agents: await database.read(principal, (handle) => callsByAgent(handle, filter)) };
    },
  },

  'GET /agent-activity/questions': {
    access: 'person',
    handle: async ({ database, operations, principal, query, scope }) => {
      assertAllowed(mayUseMemoryData(principal));
      const { agent_id: agentId, since = daysAgo(MISSED_DAYS), limit } = query;
      const filter = { visible: listRows(principal, scope()), agentId, since, limit };
      await operations.activity.flush();
      const items = await database.read(principal, (handle) => missedQuestions(handle, filter));
      return { items };
    },
  },
} satisfies Partial<Routes>;
