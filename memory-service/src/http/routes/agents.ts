/** Agents. */
import { listRows } from '../../domain/permissions';
import { totalPages } from '../../domain/paging';
import { listAgents } from '../../storage/agents';
import type { Routes } from '../route';

const DEFAULT_LIMIT = 100;

export const agentRoutes = {
  'GET /agents/': {
    access: 'memory',
    handle: async ({ database, principal, query, scope }) => {
      const limit = query.limit ?? query.per_page ?? DEFAULT_LIMIT;
      const options = {
        rows: listRows(principal, scope()),
        skip: query.skip,
        limit,
        sortBy: query.sort_by,
        descending: query.sort_order === 'desc',
      };
      const page = await database.read(principal, (handle) => listAgents(handle, options));
      return { items: page.items, total_items: page.total, total_pages: totalPages(page.total, limit) };
    },
  },
} satisfies Partial<Routes>;
