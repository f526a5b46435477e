/** Notifications about the person's memberships and invitations. */
import { z } from 'zod';
import { MAX_PAGE_SIZE } from '../rules/limits';
import { NOTIFICATION_TYPE_NAMES, UNCONDITIONAL_NOTIFICATIONS } from '../rules/notificationTypes';
import { endpoint } from './endpoint';
import { AfterRow, IdParams, Timestamp, Uuid } from './common';

/** Notifications that a person may turn off. */
export const NotificationEventType = z.enum(NOTIFICATION_TYPE_NAMES);

export const NotificationKind = z.enum([...NOTIFICATION_TYPE_NAMES, ...UNCONDITIONAL_NOTIFICATIONS]);

export const Notification = z.object({
  id: Uuid,
  user_id: Uuid,
  event_type: NotificationKind,
  title: z.string(),
  message: z.string(),
  action_url: z.string().nullable(),
  action_text: z.string().nullable(),
  metadata: z.record(z.string(), z.unknown()).nullable(),
  is_read: z.boolean(),
  read_at: Timestamp.nullable(),
  created_at: Timestamp,
  expires_at: Timestamp.nullable(),
});

const Channels = z.object({ email_enabled: z.boolean(), in_app_enabled: z.boolean() });

export const NotificationPreference = Channels.extend({
  id: Uuid,
  user_id: Uuid,
  event_type: NotificationEventType,
  created_at: Timestamp,
  updated_at: Timestamp,
});

export const Digest = z.object({
  is_on: z.boolean(),
  /** Null while it is off. */
  next_at: Timestamp.nullable(),
  /** Whether this service sends email. */
  is_possible: z.boolean(),
});

export const notificationEndpoints = {
  'POST /notifications/{id}/read': endpoint({
    summary: 'Mark as read; repeating it keeps the first timestamp.',
    params: IdParams,
    status: 204,
  }),
  'POST /notifications/read-all': endpoint({
    summary: 'Mark all as read.',
    response: z.object({ marked_count: z.number().int() }),
  }),
  'GET /notifications/stats': endpoint({
    summary: 'Total and unread counts, with the five newest notifications.',
    response: z.object({
      unread_count: z.number().int(),
      total_notifications: z.number().int(),
      recent_notifications: z.array(Notification),
    }),
  }),
  'GET /notifications/preferences': endpoint({
    summary: 'Enabled channels of each event type.',
    response: z.object({ preferences: z.record(NotificationEventType, Channels) }),
  }),
  'PUT /notifications/preferences/{type}': endpoint({
    summary: 'Turn channels on or off; omitted fields do not change.',
    params: z.object({ type: z.string() }),
    body: Channels.partial().optional(),
    response: NotificationPreference,
  }),
  'GET /notifications/digest': endpoint({
    summary: 'Whether the caller gets a weekly digest by email.',
    response: Digest,
  }),
  'PUT /notifications/digest': endpoint({
    summary: 'Turn the weekly digest on or off.',
    body: z.object({ is_on: z.boolean() }),
    response: Digest,
  }),
  'POST /notifications/test/create': endpoint({
    summary: 'Create a notification for the caller.',
    body: z.object({
      event_type: NotificationEventType,
      title: z.string().trim().min(1).max(200),
      message: z.string().trim().min(1).max(5000),
      action_url: z
        .string()
        .max(500)
        .regex(/^(https?:\/\/|\/(?![/\\]))/i, 'Enter a path such as /dashboard or a web address.')
        .nullish(),
      action_text: z.string().max(100).nullish(),
      metadata: z.record(z.string(), z.unknown()).nullish(),
      expires_days: z.number().int().min(1).max(365).default(30),
    }),
    status: 201,
    response: Notification,
  }),
  'DELETE /notifications/cleanup/expired': endpoint({
    summary: 'Delete expired notifications, for superadmins.',
    response: z.object({ message: z.string(), deleted_count: z.number().int() }),
  }),
  'GET /notifications/': endpoint({
    summary:
      'Notifications, newest first, without expired ones. total_count and unread_count cover all pages.',
    query: z.object({
      unread_only: z.stringbool().default(false),
      limit: z.coerce.number().int().min(0).max(MAX_PAGE_SIZE).default(50),
      skip: z.coerce.number().int().min(0).default(0),
      after: AfterRow,
    }),
    response: z.object({
      notifications: z.array(Notification),
      unread_count: z.number().int(),
      total_count: z.number().int(),
    }),
  }),
};

export type Notification = z.infer<typeof Notification>;
export type Digest = z.infer<typeof Digest>;
export type NotificationKind = z.infer<typeof NotificationKind>;
export type NotificationEventType = z.infer<typeof NotificationEventType>;
export type NotificationPreference = z.infer<typeof NotificationPreference>;
