/** Changes between two polls of the notifications. */
import type { Notification } from '@hindsight/shared-contracts/api';
import { changesMembership as isAboutMembership } from '@hindsight/shared-contracts/rules';
import type { NotificationList } from './notificationList';

/** Unread notifications that were not in the previous list. */
export function newNotifications(before: NotificationList, now: NotificationList): Notification[] {
  const known = new Set(before.notifications.map(({ id }) => id));
  return now.notifications.filter(({ id, is_read }) => !is_read && !known.has(id));
}

/** Whether the notifications require a refresh of session and organizations. */
export function changesMembership(rows: readonly Notification[]): boolean {
  return rows.some(({ event_type: type }) => isAboutMembership(type));
}
