/** Endpoints for a person's notifications and notification preferences. */
import { NotificationEventType } from '@hindsight/shared-contracts/api';
import { listNotifications } from '../queries/notifications';
import {
  loadChannels,
  deleteExpired,
  insertOwnNotification,
  markAllRead,
  markRead,
  setChannels,
} from '../queries/notificationWrites';
import { CALL_LIMITS } from '../../../platform/http/callLimits';
import { describePlace } from '../../../platform/http/keyset';
import { HttpProblem } from '../../../platform/http/problem';
import type { Routes } from '../../../platform/http/route';

const RECENT = 5;

export const notificationRoutes = {
  'GET /notifications/': {
    access: 'person',
    handle: async ({ database, principal, query }) => {
      const options = {
        userId: principal.userId,
        unreadOnly: query.unread_only,
        after: describePlace(query.after),
        skip: query.skip,
        limit: query.limit,
      };
      const list = await database.read(principal, (handle) => listNotifications(handle, options));
      return { notifications: list.items, unread_count: list.unread, total_count: list.total };
    },
  },

  'POST /notifications/{id}/read': {
    access: 'person',
    handle: async ({ database, principal, params }) => {
      const { userId } = principal;
      const found = await database.write(principal, (handle) => markRead(handle, userId, params.id));
      if (!found) throw new HttpProblem(404, 'Notification not found');
      return undefined;
    },
  },

  'POST /notifications/read-all': {
    access: 'person',
    handle: async ({ database, principal }) => ({
      marked_count: await database.write(principal, (handle) => markAllRead(handle, principal.userId)),
    }),
  },

  'GET /notifications/stats': {
    access: 'person',
    handle: async ({ database, principal }) => {
      const options = { userId: principal.userId, unreadOnly: false, skip: 0, limit: RECENT };
      const list = await database.read(principal, (handle) => listNotifications(handle, options));
      return {
        unread_count: list.unread,
        total_notifications: list.total,
        recent_notifications: list.items,
      };
    },
  },

  'GET /notifications/preferences': {
    access: 'person',
    handle: async ({ database, principal }) => ({
      preferences: await database.read(principal, (handle) => loadChannels(handle, principal.userId)),
    }),
  },

  'PUT /notifications/preferences/{type}': {
    access: 'person',
    handle: ({ database, principal, params, body }) => {
      const type = NotificationEventType.safeParse(params.type);
      if (!type.success) {
        const known = NotificationEventType.options.join(', ');
        throw new HttpProblem(400, `Invalid event type. Must be one of: ${known}`);
      }
      return database.write(principal, (handle) =>
        setChannels(handle, principal.userId, type.data, body ?? {}),
      );
    },
  },

  'POST /notifications/test/create': {
    access: 'person',
    limit: CALL_LIMITS.testNotifications,
    handle: ({ database, principal, body }) =>
      database.write(principal, (handle) =>
        insertOwnNotification(handle, {
          userId: principal.userId,
          eventType: body.event_type,
          title: body.title,
          message: body.message,
          actionUrl: body.action_url ?? null,
          actionText: body.action_text ?? null,
          metadata: body.metadata ?? null,
          days: body.expires_days,
        }),
      ),
  },

  'DELETE /notifications/cleanup/expired': {
    access: 'person',
    handle: async ({ database, principal }) => {
      if (!principal.isSuperadmin) throw new HttpProblem(403, 'Superadmin access required');
      const deleted = await database.write({ kind: 'system' }, deleteExpired);
      return { message: `Deleted ${deleted} expired notifications`, deleted_count: deleted };
    },
  },
} satisfies Partial<Routes>;
