/** Notifications: what happened to the person's memberships and invitations. */
import { z } from 'zod';
import { endpoint } from './endpoint';
import { MAX_PAGE_SIZE, Timestamp, Uuid } from './common';

export const NotificationEventType = z.enum([
  'org_invitation',
  'org_membership_added',
  'org_membership_removed',
  'org_role_changed',
  'org_invitation_accepted',
  'org_invitation_declined',
]);

export const Notification = z.object({
  id: Uuid,
  user_id: Uuid,
  event_type: NotificationEventType,
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

export const notificationEndpoints = {
  'GET /notifications/': endpoint({
    summary:
      'Newest first, expired ones left out. total_count and unread_count count everything, not the page.',
    query: z.object({
      unread_only: z.stringbool().default(false),
      limit: z.coerce.number().int().min(0).max(MAX_PAGE_SIZE).default(50),
      skip: z.coerce.number().int().min(0).default(0),
    }),
    response: z.object({
      notifications: z.array(Notification),
      unread_count: z.number().int(),
      total_count: z.number().int(),
    }),
  }),
};

export type Notification = z.infer<typeof Notification>;
export type NotificationEventType = z.infer<typeof NotificationEventType>;
