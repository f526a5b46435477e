/** What a poll of the notifications brings. */
import type { Notification, NotificationKind } from '@hindsight/shared-contracts/api';
import type { NotificationList } from './notificationList';

/** Events that change the person's organizations or roles. */
const MEMBERSHIP_EVENTS: readonly NotificationKind[] = [
  'org_membership_added',
  'org_membership_removed',
  'org_role_changed',
];

/** The unread notifications that were not in the list before. */
export function newNotifications(before: NotificationList, now: NotificationList): Notification[] {
  const known = new Set(before.notifications.map(({ id }) => id));
  return now.notifications.filter(({ id, is_read }) => !is_read && !known.has(id));
}

/** Whether session and organizations must be refreshed. */
export function changesMembership(rows: readonly Notification[]): boolean {
  return rows.some(({ event_type }) => MEMBERSHIP_EVENTS.includes(event_type));
}
