/** Aggregates of a workspace. */
import { totalPages } from '../../domain/paging';
import { listRows } from '../../domain/permissions';
import { summarise } from '../../storage/analytics';
import { blocksByIds } from '../../storage/memoryBlocks';
import { unusedBlocks } from '../../storage/unused';
import type { Routes } from '../route';

export const analyticsRoutes = {
  'GET /analytics/unused': {
    access: 'memory',
    handle: async ({ database, principal, query, scope }) => {
      const rows = listRows(principal, scope());
      const { kind, days, skip, limit } = query;
      const found = await database.read({ kind: 'system' }, (handle) =>
        unusedBlocks(handle, { rows, kind, days, skip, limit }),
      );
      const blocks = await database.read(principal, (handle) =>
        blocksByIds(
          handle,
          found.items.map(({ id }) => id),
          rows,
        ),
      );
      const lastRead = new Map(found.items.map(({ id, lastRetrievedAt }) => [id, lastRetrievedAt]));
      return {
        items: blocks.map((block) => ({ ...block, last_retrieved_at: lastRead.get(block.id) ?? null })),
        total_items: found.total,
        total_pages: totalPages(found.total, limit),
      };
    },
  },

  'GET /analytics/summary': {
    access: 'memory',
    handle: ({ database, principal, scope }) => {
      const rows = listRows(principal, scope());
      // Each query names the rows allowed. Behind the database's wall no count could go by an index alone.
      return database.read({ kind: 'system' }, (handle) => summarise(handle, rows));
    },
  },
} satisfies Partial<Routes>;
