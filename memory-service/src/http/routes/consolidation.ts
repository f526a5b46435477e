/** Consolidation suggestions. */
import { listRows } from '../../domain/permissions';
import { parseFilterDate, totalPages } from '../../domain/paging';
import { listSuggestions } from '../../storage/consolidationSuggestions';
import { HttpProblem } from '../problem';
import type { Routes } from '../route';

/** A date filter; empty means none. Throws 422 for what is not a date. */
function filterDate(name: string, value: string | undefined, edge: 'start' | 'end'): Date | undefined {
  if (value === undefined || value.trim() === '') return undefined;
  const date = parseFilterDate(value, edge);
  if (!date) {
    throw new HttpProblem(422, `${name} must be a date such as 2026-01-31 or 2026-01-31T12:00:00Z.`);
  }
  return date;
}

export const consolidationRoutes = {
  'GET /consolidation-suggestions/': {
    access: 'memory',
    handle: async ({ database, principal, query, scope }) => {
      const options = {
        rows: listRows(principal, scope()),
        skip: query.skip,
        limit: query.limit,
        status: query.status,
        groupId: query.group_id,
        createdFrom: filterDate('start_date', query.start_date, 'start'),
        createdTo: filterDate('end_date', query.end_date, 'end'),
        search: query.search,
        sortBy: query.sort_by === 'status' ? ('status' as const) : ('created_at' as const),
        descending: query.sort_order === 'desc',
      };
      const page = await database.read(principal, (handle) => listSuggestions(handle, options));
      return {
        items: page.items,
        total_items: page.total,
        total_pages: totalPages(page.total, query.limit),
      };
    },
  },
} satisfies Partial<Routes>;
