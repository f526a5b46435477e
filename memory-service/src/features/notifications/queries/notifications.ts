/** Reads a person's notifications. */
import { and, count, desc, eq, sql } from 'drizzle-orm';
import type { Notification } from '@hindsight/shared-contracts/api';
import type { Handle } from '../../../platform/database/database';
import { notifications } from '../../../schema/activity';
import { afterPlace, type Place } from '../../../platform/http/keyset';
import { wireObject, wireTime, wireTimeOrNull } from '../../../platform/http/wire';

export interface NotificationListOptions {
  userId: string;
  unreadOnly: boolean;
  after?: Place | undefined;
  skip: number;
  limit: number;
}

const unread = sql`${notifications.readAt} is null`;

/** Newest first, without expired ones. `total` counts the filtered rows, `unread` all unread ones. */
export async function listNotifications(
  handle: Handle,
  options: NotificationListOptions,
): Promise<{ items: Notification[]; total: number; unread: number }> {
  const current = and(
    eq(notifications.userId, options.userId),
    sql`(${notifications.expiresAt} is null or ${notifications.expiresAt} > now())`,
  );
  const [counted] = await handle
    .select({ all: count(), unread: sql<number>`count(*) filter (where ${unread})`.mapWith(Number) })
    .from(notifications)
    .where(current);
  const rows = await handle
    .select()
    .from(notifications)
    .where(
      and(
        current,
        options.unreadOnly ? unread : undefined,
        afterPlace(options.after, sql`${notifications.createdAt}`, sql`${notifications.id}`),
      ),
    )
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(options.limit)
    .offset(options.skip);
  const totals = counted ?? { all: 0, unread: 0 };
  return {
    items: rows.map(notificationToWire),
    total: options.unreadOnly ? totals.unread : totals.all,
    unread: totals.unread,
  };
}

export function notificationToWire(row: typeof notifications.$inferSelect): Notification {
  return {
    id: row.id,
    user_id: row.userId,
    event_type: row.eventType,
    title: row.title,
    message: row.message,
    action_url: row.actionUrl,
    action_text: row.actionText,
    metadata:
      row.organizationId === null
        ? wireObject(row.metadata)
        : { organization_id: row.organizationId, ...wireObject(row.metadata) },
    is_read: row.readAt !== null,
    read_at: wireTimeOrNull(row.readAt),
    created_at: wireTime(row.createdAt),
    expires_at: wireTimeOrNull(row.expiresAt),
  };
}
