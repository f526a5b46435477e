/** A person's notifications as the bell uses them, read from whatever the service sent. */

export interface NotificationRow {
  id: string;
  title: string;
  message: string;
  isRead: boolean;
  /** ISO time; empty when unknown. */
  createdAt: string;
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

type Fields = Record<string, unknown>;

const fields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};
const text = (value: unknown) => (typeof value === 'string' ? value : '');
const count = (value: unknown) =>
  typeof value === 'number' && Number.isFinite(value) ? Math.max(0, Math.trunc(value)) : null;

function readRow(value: unknown): NotificationRow | null {
  const row = fields(value);
  const id = text(row['id']);
  if (id === '') return null;
  return {
    id,
    title: text(row['title']) || 'Notification',
    message: text(row['message']),
    isRead: row['is_read'] === true,
    createdAt: text(row['created_at']),
  };
}

/** Reads an answer. A service that counts nothing is counted by its rows. */
export function readNotifications(answer: unknown): NotificationList {
  const body = fields(answer);
  const list = Array.isArray(answer)
    ? answer
    : Array.isArray(body['notifications'])
      ? body['notifications']
      : [];
  const rows = list.map(readRow).filter((row) => row !== null);
  return {
    rows,
    unread: count(body['unread_count']) ?? rows.filter(({ isRead }) => !isRead).length,
    total: count(body['total_count']) ?? rows.length,
  };
}

/** The bell's name for a screen reader. */
export function bellLabel(unread: number | null): string {
  if (unread === null) return 'Notifications';
  if (unread === 0) return 'Notifications, none unread';
  return `Notifications, ${unread > BADGE_CAP ? `${BADGE_CAP}+` : unread} unread`;
}
