/** Endpoints for the statistics of a workspace. */
import { totalPages } from '../../../platform/http/rules/paging';
import { listRows } from '../../../platform/auth/rules/permissions';
import { newMemories, summarize } from '../queries/analytics';
import { summarizeDays } from '../queries/days';
import { blocksByIds, unusedBlocks } from '../../memory';
import { describePlace } from '../../../platform/http/keyset';
import { callerKey } from '../../../platform/database/rowLevelSecurity';
import type { Routes } from '../../../platform/http/route';

export const analyticsRoutes = {
  'GET /analytics/unused': {
    access: 'memory',
    handle: async ({ database, principal, query, scope }) => {
      const rows = listRows(principal, scope());
      const { kind, days, skip, limit } = query;
      const after = describePlace(query.after);
      const { found, blocks } = await database.read(principal, async (handle) => {
        const unused = await unusedBlocks(handle, { rows, kind, days, after, skip, limit });
        const ids = unused.items.map(({ id }) => id);
        return { found: unused, blocks: await blocksByIds(handle, ids, rows) };
      });
      const lastRead = new Map(found.items.map(({ id, lastRetrievedAt }) => [id, lastRetrievedAt]));
      return {
        items: blocks.map((block) => ({ ...block, last_retrieved_at: lastRead.get(block.id) ?? null })),
        total_items: found.total,
        total_pages: totalPages(found.total, limit),
      };
    },
  },

  'GET /analytics/new-memories': {
    access: 'memory',
    handle: ({ database, principal, query, scope }) => {
      const rows = listRows(principal, scope());
      return database.read(principal, (handle) => newMemories(handle, rows, query.since));
    },
  },

  'GET /analytics/summary': {
    access: 'memory',
    handle: ({ database, operations, principal, scope }) => {
      const rows = listRows(principal, scope());
      const remembered = { cache: operations.remembered, caller: callerKey(principal) };
      return database.read(principal, (handle) => summarize(handle, rows, remembered));
    },
  },

  'GET /analytics/days': {
    access: 'memory',
    handle: async ({ config, database, operations, principal, query, scope }) => {
      const options = {
        rows: listRows(principal, scope()),
        days: query.days,
        seesActivity: principal.kind === 'person',
        kept: config.retention,
        now: Date.now(),
      };
      await operations.activity.flush();
      return database.read(principal, (handle) => summarizeDays(handle, options));
    },
  },
} satisfies Partial<Routes>;
