import { visibleActivity } from '../../agentActivity';
import { listRows, mayTarget } from '../../../platform/auth/rules/permissions';
import type { Ownership } from '../../../platform/auth/rules/permissions';
import type { Person, TokenHolder } from '../../../platform/auth/rules/principal';
import { describePlace } from '../../../platform/http/keyset';
import { totalPages } from '../../../platform/http/rules/paging';
import { notifyMovedOut } from '../../organizations';
import { agentToWire, countBlocksByAgent, listAgents } from '../queries/agents';
import {
  auditAgent,
  changeAgent,
  countAgentBlocks,
  deleteAgent,
  findAgent,
  insertAgent,
  screenAgent,
  searchAgents,
} from '../queries/agentWrites';
import type { AgentRow } from '../queries/agentWrites';
import { placeColumns, sameWorkspace } from '../../../platform/database/conditions';
import type { Handle } from '../../../platform/database/database';
import { violatedUnique } from '../../../platform/database/errors';
import { moveTarget, targetWorkspace, requireReadable, writable } from '../../../platform/http/access';
import { HttpProblem, assertAllowed } from '../../../platform/http/problem';
import type { Routes } from '../../../platform/http/route';
import { countMemories } from '../../../platform/text/rules/formatCount';

const DEFAULT_LIMIT = 100;
const MISSING = 'Agent not found';

const nameTakenProblem = () =>
  new HttpProblem(409, 'Agent with this name already exists in the selected scope');

/** Runs a write and maps a taken name to 409. The unique index decides, so one of two concurrent writes wins. */
async function withFreeName<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw violatedUnique(error)?.startsWith('agents_') ? nameTakenProblem() : error;
  });
}

/** Creates an agent in a workspace that the caller may write to. */
async function createAgent(
  handle: Handle,
  { userId }: Person | TokenHolder,
  given: { name: string; description: string | null },
  place: Ownership,
): Promise<AgentRow> {
  const made = await insertAgent(handle, { ...given, place, actorUserId: userId });
  if (!made) throw nameTakenProblem();
  return made;
}

export const agentRoutes = {
  'GET /agents/': {
    access: 'memory',
    repeatable: true,
    handle: async ({ database, principal, query, scope }) => {
      const limit = query.limit ?? query.per_page ?? DEFAULT_LIMIT;
      const options = {
        rows: listRows(principal, scope()),
        skip: query.skip,
        limit,
        sortBy: query.sort_by,
        descending: query.sort_order === 'desc',
        after: describePlace(query.after, query.sort_by),
      };
      const page = await database.read(principal, (handle) => listAgents(handle, options));
      return { items: page.items, total_items: page.total, total_pages: totalPages(page.total, limit) };
    },
  },

  'POST /agents/': {
    access: 'writer',
    handle: async ({ database, principal, scope, body }) => {
      assertAllowed(mayTarget(principal, body.organization_id ?? undefined));
      const place = targetWorkspace(principal, scope(), 'agents');
      const given = { name: body.agent_name, description: body.description ?? null };
      const agent = await database.write(principal, (handle) => createAgent(handle, principal, given, place));
      return agentToWire(agent);
    },
  },

  'GET /agents/search/': {
    access: 'memory',
    handle: ({ database, principal, query, scope }) => {
      const { query: text, skip, limit } = query;
      const options = { rows: listRows(principal, scope()), text, skip, limit };
      return database.read(principal, (handle) => searchAgents(handle, options));
    },
  },

  'GET /agents/counts': {
    access: 'memory',
    repeatable: true,
    handle: async ({ database, principal, scope }) => {
      const rows = listRows(principal, scope());
      return {
        counts: await database.read(principal, (handle) =>
          countBlocksByAgent(handle, rows, visibleActivity(principal)),
        ),
      };
    },
  },

  'GET /agents/{id}': {
    access: 'memory',
    handle: async ({ database, principal, params }) => {
      const agent = await database.read(principal, (handle) => findAgent(handle, params.id));
      return agentToWire(requireReadable(principal, agent, MISSING));
    },
  },

  'PUT /agents/{id}': {
    access: 'writer',
    handle: async ({ database, principal, params, body }) => {
      const changed = await withFreeName(
        database.write(principal, async (handle) => {
          const agent = writable(principal, await findAgent(handle, params.id, 'update'), MISSING);
          const values = {
            ...(body.agent_name !== undefined && { name: body.agent_name }),
            ...(body.description !== undefined && { description: body.description }),
          };
          if (Object.keys(values).length === 0) return agent;
          const after = await changeAgent(handle, agent, await screenAgent(handle, agent, values));
          await auditAgent(handle, agent, 'agent_update', principal.userId, {
            old: { agent_name: agent.name, description: agent.description },
            new: { agent_name: after.name, description: after.description },
          });
          return after;
        }),
      );
      return agentToWire(changed);
    },
  },

  'DELETE /agents/{id}': {
    access: 'writer',
    handle: ({ database, principal, params }) =>
      database.write(principal, async (handle) => {
        const agent = writable(principal, await findAgent(handle, params.id, 'update'), MISSING);
        const blocks = await countAgentBlocks(handle, agent);
        if (blocks.others > 0) {
          const detail = `This agent has ${countMemories(blocks.others)} in other workspaces, so it can’t be deleted.`;
          const counts = { own_memory_blocks: blocks.own, other_memory_blocks: blocks.others };
          throw new HttpProblem(409, detail, { code: 'agent_in_use', ...counts });
        }
        await deleteAgent(handle, agent.id);
        await auditAgent(handle, agent, 'agent_delete', principal.userId, {
          agent_name: agent.name,
          visibility_scope: agent.visibilityScope,
          scope: agent.visibilityScope,
          organization_id: agent.organizationId,
          deleted_memory_blocks: blocks.own,
        });
        return undefined;
      }),
  },

  'POST /agents/{id}/change-scope': {
    access: 'writer',
    handle: async ({ config, database, principal, params, body }) => {
      const changed = await withFreeName(
        database.write(principal, async (handle) => {
          const agent = writable(principal, await findAgent(handle, params.id, 'update'), MISSING);
          const place = moveTarget(principal, agent, body);
          if (sameWorkspace(agent, place)) return agent;
          const blocks = await countAgentBlocks(handle, agent);
          if (blocks.own + blocks.others > 0) {
            const detail = `This agent has ${countMemories(blocks.own + blocks.others)}. Move or delete its memories first.`;
            throw new HttpProblem(409, detail, { code: 'agent_in_use' });
          }
          const { visibilityScope, ownerUserId, organizationId } = place;
          const after = await changeAgent(handle, agent, placeColumns(place));
          const metadata = {
            old_scope: agent.visibilityScope,
            new_scope: visibilityScope,
            old_organization_id: agent.organizationId,
            new_organization_id: organizationId,
            old_owner_user_id: agent.ownerUserId,
            new_owner_user_id: ownerUserId,
          };
          await auditAgent(handle, agent, 'agent_scope_change', principal.userId, metadata);
          // Also audit it in the organization that the agent moves to.
          if (organizationId !== null)
            await auditAgent(handle, after, 'agent_scope_change', principal.userId, metadata);
          await notifyMovedOut(config, handle, principal, { from: agent, to: place, what: 'agents' });
          return after;
        }),
      );
      return agentToWire(changed);
    },
  },
} satisfies Partial<Routes>;
