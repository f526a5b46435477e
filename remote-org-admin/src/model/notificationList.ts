/** A user's notifications, as shown by the bell and the page. */
import type { Notification } from '@hindsight/shared-contracts/api';

/** Response of `GET /notifications/`. The counts cover all notifications, not only the rows. */
export interface NotificationList {
  notifications: Notification[];
  unread_count: number;
  total_count: number;
}

/** Number of notifications that the bell fetches. */
export const NOTIFICATION_LIMIT = 50;
/** Rows per page of `/notifications`. */
export const PAGE_SIZE = 20;
/** Milliseconds between refreshes while the tab is visible. */
export const NOTIFICATION_REFRESH_MS = 30_000;

export const NO_NOTIFICATIONS: NotificationList = { notifications: [], unread_count: 0, total_count: 0 };

/** The list with one row marked as read. The count never drops below zero. */
export function withRead(list: NotificationList, { id, is_read }: Notification): NotificationList {
  return {
    ...list,
    notifications: list.notifications.map((row) => (row.id === id ? { ...row, is_read: true } : row)),
    unread_count: Math.max(0, list.unread_count - (is_read ? 0 : 1)),
  };
}

/** The list with every row marked as read. */
export function withAllRead(list: NotificationList): NotificationList {
  return {
    ...list,
    notifications: list.notifications.map((row) => ({ ...row, is_read: true })),
    unread_count: 0,
  };
}
