/** A person's notifications as bell and page use them, read from whatever the service sent. */
import { fields, firstText, numberOr } from '@hindsight/shared-contracts/api/client';
import { listIn } from '@hindsight/shared-contracts/api/rows';

export interface NotificationRow {
  id: string;
  /** One of the event types, or whatever else a service sends. */
  eventType: string;
  title: string;
  message: string;
  isRead: boolean;
  /** ISO time; empty when unknown. */
  createdAt: string;
  /** Where it leads; empty when nowhere. */
  actionUrl: string;
  actionText: string;
  /** Of an invitation: its id and whose organization it is; empty for everything else. */
  invitationId: string;
  organizationName: string;
}

export interface NotificationList {
  rows: NotificationRow[];
  /** Of all notifications, not of the rows alone. */
  unread: number;
  total: number;
}

/** The spec's fetch size of the bell. */
export const NOTIFICATION_LIMIT = 50;
/** Milliseconds between refreshes while the tab is visible. */
export const NOTIFICATION_REFRESH_MS = 30_000;
/** Above this the bell says `99+`. */
export const BADGE_CAP = 99;

export const NO_NOTIFICATIONS: NotificationList = { rows: [], unread: 0, total: 0 };

const count = (value: unknown): number | null => {
  const number = numberOr(value, null);
  return number === null ? null : Math.max(0, Math.trunc(number));
};

function readRow(value: unknown): NotificationRow | null {
  const row = fields(value);
  const metadata = fields(row['metadata']);
  const id = firstText(row['id']);
  if (id === '') return null;
  return {
    id,
    eventType: firstText(row['event_type']),
    title: firstText(row['title']) || 'Notification',
    message: firstText(row['message']),
    isRead: row['is_read'] === true,
    createdAt: firstText(row['created_at']),
    actionUrl: firstText(row['action_url']),
    actionText: firstText(row['action_text']),
    invitationId: firstText(metadata['invitation_id']),
    organizationName: firstText(metadata['organization_name']),
  };
}

/** Reads an answer. A service that counts nothing is counted by its rows. */
export function readNotifications(answer: unknown): NotificationList {
  const body = fields(answer);
  const rows = listIn(answer, 'notifications')
    .map(readRow)
    .filter((row) => row !== null);
  return {
    rows,
    unread: count(body['unread_count']) ?? rows.filter(({ isRead }) => !isRead).length,
    total: count(body['total_count']) ?? rows.length,
  };
}

/** The list after one of its rows was read. The count never falls below zero. */
export function withRead(list: NotificationList, { id, isRead }: NotificationRow): NotificationList {
  return {
    ...list,
    rows: list.rows.map((row) => (row.id === id ? { ...row, isRead: true } : row)),
    unread: Math.max(0, list.unread - (isRead ? 0 : 1)),
  };
}

/** The list after everything was read. */
export function withAllRead(list: NotificationList): NotificationList {
  return { ...list, rows: list.rows.map((row) => ({ ...row, isRead: true })), unread: 0 };
}

/** The bell's name for a screen reader. */
export function bellLabel(unread: number | null): string {
  if (unread === null) return 'Notifications';
  if (unread === 0) return 'Notifications, none unread';
  return `Notifications, ${unread > BADGE_CAP ? `${BADGE_CAP}+` : unread} unread`;
}
