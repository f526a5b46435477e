/** Aggregates of a workspace. */
import { listRows } from '../../domain/permissions';
import { summarise } from '../../storage/analytics';
import type { Routes } from '../route';

export const analyticsRoutes = {
  'GET /analytics/summary': {
    access: 'memory',
    handle: ({ database, principal, scope }) => {
      const rows = listRows(principal, scope());
      // Each query names the rows allowed. Behind the database's wall no count could go by an index alone.
      return database.read({ kind: 'system' }, (handle) => summarise(handle, rows));
    },
  },
} satisfies Partial<Routes>;
