/** What is new between two looks at the bell. */
import type { NotificationList, NotificationRow } from './notificationList';

/** Events after which the person's organizations or roles are others than before. */
const MEMBERSHIP_EVENTS: readonly string[] = [
  'org_membership_added',
  'org_membership_removed',
  'org_role_changed',
];

/** Unread rows that were not there before. */
export function newsIn(before: NotificationList, now: NotificationList): NotificationRow[] {
  const known = new Set(before.rows.map(({ id }) => id));
  return now.rows.filter(({ id, isRead }) => !isRead && !known.has(id));
}

/** Whether the session and the organizations must be asked for again. */
export function changesMembership(rows: readonly NotificationRow[]): boolean {
  return rows.some(({ eventType }) => MEMBERSHIP_EVENTS.includes(eventType));
}
