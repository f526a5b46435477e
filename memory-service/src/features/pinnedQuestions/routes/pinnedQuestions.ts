/** Endpoints for recall as an agent sees it, and for pinned questions. */
import { ANSWER_TOKENS, recalledResult } from '@hindsight/mcp-server';
import { MAX_PINNED_QUESTIONS } from '@hindsight/shared-contracts/rules';
import { readMergeAhead } from '../../curation';
import { readExtent, makePlannedChanges } from '../plannedChanges';
import { listRows, mayWrite } from '../../../platform/auth/rules/permissions';
import type { Principal } from '../../../platform/auth/rules/principal';
import { findLostQuestions, runQuestions } from '../pinnedQuestions';
import { recallWithMisses, searchTools } from '../../search';
import {
  changePinnedQuestion,
  deletePinnedQuestion,
  insertPinnedQuestion,
  listPinnedQuestions,
  lockPinnedQuestion,
  noteRuns,
  pinnedQuestionToWire,
} from '../queries/pinnedQuestions';
import { targetWorkspace, writable } from '../../../platform/http/access';
import { HttpProblem } from '../../../platform/http/problem';
import type { Routes } from '../../../platform/http/route';

const MISSING = 'Pinned question not found';
const FULL = `This workspace has reached the limit of ${MAX_PINNED_QUESTIONS} pinned questions. Unpin one first.`;
/** Noun for error messages. */
const PLURAL = 'pinned questions';

/** Workspace names as the MCP server formats them. */
const workspaceNames = (principal: Principal) => ({
  workspaces: {
    loadName: ({
      visibility_scope: scope,
      organization_id: id,
    }: {
      visibility_scope: string;
      organization_id: string | null;
    }) => {
      const memberships = principal.kind === 'guest' ? [] : principal.memberships;
      const named = memberships.find(({ organization_id }) => organization_id === id)?.organization_name;
      return Promise.resolve(scope === 'organization' ? (named ?? `organization ${id}`) : scope);
    },
  },
});

export const pinnedQuestionRoutes = {
  'GET /memory-blocks/search/recall': {
    access: 'memory',
    handle: async (call) => {
      const { principal, scope, query } = call;
      const { query: text, mode, limit, agent_id: agentId, conversation_id: conversationId } = query;
      const rows = listRows(principal, scope());
      const narrowing = { agentIds: agentId === undefined ? undefined : [agentId], conversationId };
      const filter = { rows, narrowing, includeArchived: query.include_archived, skip: 0, limit };
      const found = await recallWithMisses(searchTools(call), filter, { query: text, mode });
      const answer = {
        query: text,
        rows: found.rows,
        before: { skip: 0 },
        limit,
        maxTokens: ANSWER_TOKENS.usual,
      };
      return {
        hits: found.hits,
        just_missed: found.justMissed,
        archived: found.archived,
        text: (await recalledResult(workspaceNames(principal), answer)).text,
        search_time_ms: found.searchTime,
      };
    },
  },

  'GET /pinned-questions/': {
    access: 'memory',
    handle: async ({ database, principal, scope }) => {
      const rows = listRows(principal, scope());
      const found = await database.read(principal, (handle) => listPinnedQuestions(handle, rows));
      return { items: found.map(pinnedQuestionToWire) };
    },
  },

  'POST /pinned-questions/': {
    access: 'writer',
    handle: ({ database, principal, scope, body }) => {
      const place = targetWorkspace(principal, scope(), PLURAL);
      const rows = listRows(principal, scope());
      return database.write(principal, async (handle) => {
        const known = await listPinnedQuestions(handle, rows);
        if (known.length >= MAX_PINNED_QUESTIONS) throw new HttpProblem(409, FULL);
        return pinnedQuestionToWire(await insertPinnedQuestion(handle, body, place, principal.userId));
      });
    },
  },

  'PUT /pinned-questions/{id}': {
    access: 'writer',
    handle: ({ database, principal, params, body }) =>
      database.write(principal, async (handle) => {
        const row = writable(principal, await lockPinnedQuestion(handle, params.id), MISSING);
        return pinnedQuestionToWire(await changePinnedQuestion(handle, row.id, body));
      }),
  },

  'DELETE /pinned-questions/{id}': {
    access: 'writer',
    handle: ({ database, principal, params }) =>
      database.write(principal, async (handle) => {
        const row = writable(principal, await lockPinnedQuestion(handle, params.id), MISSING);
        await deletePinnedQuestion(handle, row.id);
        return undefined;
      }),
  },

  'POST /pinned-questions/run': {
    access: 'memory',
    tokenScope: 'read',
    handle: async (call) => {
      const { database, principal, scope, body } = call;
      const rows = listRows(principal, scope());
      const wanted = body?.ids && new Set(body.ids);
      const pinned = await database.read(principal, (handle) => listPinnedQuestions(handle, rows));
      const asked = pinned.filter(({ id }) => wanted?.has(id) ?? true);
      const results = await runQuestions(searchTools(call), rows, asked);
      // The last run is shared by the workspace, so only members with write access record one.
      const changeable = new Set(asked.filter((row) => mayWrite(principal, row)).map(({ id }) => id));
      const noted = results.filter(({ id }) => changeable.has(id));
      if (noted.length > 0) await database.write(principal, (handle) => noteRuns(handle, noted));
      return { results };
    },
  },

  'POST /pinned-questions/check': {
    access: 'writer',
    handle: async (call) => {
      const { database, principal, scope, body } = call;
      const place = targetWorkspace(principal, scope(), PLURAL);
      const rows = listRows(principal, scope());
      const pinned = await database.read(principal, (handle) => listPinnedQuestions(handle, rows));
      for (const { memory_block_ids: ids, content, lessons_learned: lessons } of body.merged ?? [])
        await readMergeAhead(database, principal, ids, {
          content,
          ...(lessons != null && { lessonsLearned: lessons }),
        });
      const lost = await findLostQuestions(searchTools(call), rows, pinned, {
        ...readExtent(body),
        change: (handle) => makePlannedChanges(handle, principal, place, body),
      });
      return { checked: pinned.length, lost };
    },
  },
} satisfies Partial<Routes>;
