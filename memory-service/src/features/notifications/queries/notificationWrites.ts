/** Writes notifications and notification preferences. */
import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { NotificationEventType } from '@hindsight/shared-contracts/api';
import type { Notification, NotificationKind, NotificationPreference } from '@hindsight/shared-contracts/api';
import { defaultChannels } from '@hindsight/shared-contracts/rules';
import type { NotificationChannels } from '@hindsight/shared-contracts/rules';
import type { Handle } from '../../../platform/database/database';
import { onlyRow } from '../../../platform/database/errors';
import { logPersonal } from '../../../platform/events/log';
import { notificationToWire } from './notifications';
import { notificationPreferences as preferences, notifications } from '../../../schema/activity';
import { wireTime } from '../../../platform/http/wire';

export interface Channels extends NotificationChannels, Record<string, unknown> {}

/** A person's channels for every event type. */
export async function loadChannels(
  handle: Handle,
  userId: string,
): Promise<Record<NotificationEventType, Channels>> {
  // Uses a database function: row-level security hides the recipient's preferences from the actor.
  const stored = await handle.execute<Channels & { event_type: NotificationEventType }>(
    sql`select event_type, email_enabled, in_app_enabled from hindsight_channels(${userId}::uuid)`,
  );
  const byType = new Map(stored.rows.map(({ event_type: type, ...channels }) => [type, channels]));
  const entries = NotificationEventType.options.map(
    (type) => [type, byType.get(type) ?? defaultChannels(type)] as const,
  );
  return Object.fromEntries(entries) as Record<NotificationEventType, Channels>;
}

/** Updates the given channels; the others keep their state. */
export async function setChannels(
  handle: Handle,
  userId: string,
  eventType: NotificationEventType,
  change: Partial<Channels>,
): Promise<NotificationPreference> {
  const initial = { ...defaultChannels(eventType), ...change };
  const [row] = await handle
    .insert(preferences)
    .values({
      userId,
      eventType,
      emailEnabled: initial.email_enabled,
      inAppEnabled: initial.in_app_enabled,
    })
    .onConflictDoUpdate({
      target: [preferences.userId, preferences.eventType],
      set: {
        ...(change.email_enabled !== undefined && { emailEnabled: change.email_enabled }),
        ...(change.in_app_enabled !== undefined && { inAppEnabled: change.in_app_enabled }),
        updatedAt: sql`now()`,
      },
    })
    .returning();
  const stored = onlyRow([row]);
  if (!stored) throw new Error('The new preference was not found.');
  return {
    id: stored.id,
    user_id: stored.userId,
    event_type: eventType,
    email_enabled: stored.emailEnabled,
    in_app_enabled: stored.inAppEnabled,
    created_at: wireTime(stored.createdAt),
    updated_at: wireTime(stored.updatedAt),
  };
}

export interface NewNotification {
  userId: string;
  eventType: NotificationKind;
  title: string;
  message: string;
  actionUrl?: string | null;
  actionText?: string | null;
  metadata?: Record<string, unknown> | null;
  /** The organization named in it, which deletes the notification with it. */
  organizationId?: string | null;
  /** Days until expiry. */
  days?: number;
}

const toValues = ({ days = 30, title, ...rest }: NewNotification) => ({
  ...rest,
  title: title.slice(0, 200),
  expiresAt: sql`now() + make_interval(days => ${days})`,
});

const NAMED = { id: notifications.id, userId: notifications.userId };

/** Inserts a notification for any person; does not check preferences. */
export async function insertNotification(handle: Handle, given: NewNotification): Promise<void> {
  // The actor may not read the inserted row, so its id is generated here.
  const id = randomUUID();
  await handle.insert(notifications).values({ ...toValues(given), id });
  await logPersonal(handle, 'notifications', 'added', [{ id, userId: given.userId }]);
}

/** Inserts a notification for the caller and returns it. */
export async function insertOwnNotification(handle: Handle, given: NewNotification): Promise<Notification> {
  const row = onlyRow(await handle.insert(notifications).values(toValues(given)).returning());
  await logPersonal(handle, 'notifications', 'added', [row]);
  return notificationToWire(row);
}

/** Deletes earlier notifications about an invitation before a new one is written. */
export async function forgetInvitation(handle: Handle, userId: string, invitationId: string): Promise<void> {
  await handle.execute(sql`select hindsight_forget_invitation(${userId}::uuid, ${invitationId})`);
  // Logged as a change either way: whether there was one is private to that person.
  await logPersonal(handle, 'notifications', 'changed', [{ id: invitationId, userId }]);
}

/** Marks a notification as read; false when the person has none with this id. */
export async function markRead(handle: Handle, userId: string, id: string): Promise<boolean> {
  const rows = await handle
    .update(notifications)
    .set({ readAt: sql`coalesce(${notifications.readAt}, now())` })
    .where(and(eq(notifications.id, id), eq(notifications.userId, userId)))
    .returning(NAMED);
  await logPersonal(handle, 'notifications', 'changed', rows);
  return rows.length > 0;
}

/** Marks all as read. @returns how many were unread. */
export async function markAllRead(handle: Handle, userId: string): Promise<number> {
  const rows = await handle
    .update(notifications)
    .set({ readAt: sql`now()` })
    .where(
      and(
        eq(notifications.userId, userId),
        sql`${notifications.readAt} is null and (${notifications.expiresAt} is null or ${notifications.expiresAt} > now())`,
      ),
    )
    .returning(NAMED);
  await logPersonal(handle, 'notifications', 'changed', rows);
  return rows.length;
}

/** Deletes expired notifications of all users. */
export async function deleteExpired(handle: Handle): Promise<number> {
  const rows = await handle
    .delete(notifications)
    .where(sql`${notifications.expiresAt} <= now()`)
    .returning(NAMED);
  await logPersonal(handle, 'notifications', 'removed', rows);
  return rows.length;
}
