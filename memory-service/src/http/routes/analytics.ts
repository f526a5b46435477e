/** Aggregates of a workspace. */
import { listRows } from '../../domain/permissions';
import { summarise } from '../../storage/analytics';
import type { Routes } from '../route';

export const analyticsRoutes = {
  'GET /analytics/summary': {
    access: 'memory',
    handle: ({ database, principal, scope }) => {
      const rows = listRows(principal, scope());
      return database.read(principal, (handle) => summarise(handle, rows));
    },
  },
} satisfies Partial<Routes>;
