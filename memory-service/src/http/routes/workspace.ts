/** What belongs to the signed-in person rather than to memory: organizations, notifications, beta access. */
import { ALREADY_REQUESTED } from '../../domain/betaAccess';
import { accessStatus, requestAccess } from '../../storage/betaAccess';
import { listNotifications } from '../../storage/notifications';
import { listOwnOrganizations } from '../../storage/organizations';
import { HttpProblem } from '../problem';
import type { Routes } from '../route';

export const workspaceRoutes = {
  'GET /organizations/': {
    access: 'person',
    handle: ({ database, principal }) =>
      database.read(principal, (handle) => listOwnOrganizations(handle, principal.userId)),
  },

  'GET /notifications/': {
    access: 'person',
    handle: async ({ database, principal, query }) => {
      const options = {
        userId: principal.userId,
        unreadOnly: query.unread_only,
        skip: query.skip,
        limit: query.limit,
      };
      const list = await database.read(principal, (handle) => listNotifications(handle, options));
      return { notifications: list.items, unread_count: list.unread, total_count: list.total };
    },
  },

  'POST /beta-access/request': {
    access: 'person',
    handle: async ({ database, principal }) => {
      const id = await database.write(principal, (handle) => requestAccess(handle, principal.userId));
      if (id === undefined) throw new HttpProblem(400, ALREADY_REQUESTED);
      return { success: true as const, request_id: id };
    },
  },

  'GET /beta-access/status': {
    access: 'person',
    handle: ({ database, principal }) =>
      database.read(principal, (handle) => accessStatus(handle, principal.userId)),
  },
} satisfies Partial<Routes>;
