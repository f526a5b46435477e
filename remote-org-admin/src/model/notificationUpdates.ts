/** What a poll of the notifications brings. */
import type { Notification } from '@hindsight/shared-contracts/api';
import { changesMembership as isAboutMembership } from '@hindsight/shared-contracts/rules';
import type { NotificationList } from './notificationList';

/** The unread notifications that were not in the list before. */
export function newNotifications(before: NotificationList, now: NotificationList): Notification[] {
  const known = new Set(before.notifications.map(({ id }) => id));
  return now.notifications.filter(({ id, is_read }) => !is_read && !known.has(id));
}

/** Whether session and organizations must be refreshed. */
export function changesMembership(rows: readonly Notification[]): boolean {
  return rows.some(({ event_type: type }) => isAboutMembership(type));
}
