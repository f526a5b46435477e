/** Texts of the bell, the notifications page and the notification settings. */
import { formatNumber } from '@hindsight/shared-contracts/rules';

/** Highest count on the bell; above it shows `99+`. */
export const BADGE_CAP = 99;

export const notificationTexts = {
  loadFailed: 'Failed to load notifications. Please try again.',
  refreshFailed: 'Couldn’t refresh these notifications.',
  noUnreadTitle: 'No unread notifications',
  noUnread: 'You have read all your notifications.',
  noneTitle: 'No notifications yet',
  none: 'Invitations and changes to your memberships appear here.',
  unread: (count: number) => `${formatNumber(count)} unread`,
  latest: (shown: number, total: number) => `Showing the latest ${shown} of ${formatNumber(total)}`,
  announcement: (titles: readonly string[]) =>
    titles.length === 1 ? `New notification: ${titles[0]}` : `${titles.length} new notifications`,
};

/** Accessible name of the bell. */
export function bellLabel(unread: number | null): string {
  if (unread === null) return 'Notifications';
  if (unread === 0) return 'Notifications, none unread';
  return `Notifications, ${unread > BADGE_CAP ? `${BADGE_CAP}+` : unread} unread`;
}

export const settingsTexts = {
  description: 'Choose what you are notified about. Changes are saved immediately.',
  loadFailed: 'Failed to load notification settings',
  saved: 'Preference updated successfully',
  saveFailed: 'Failed to update preference',
  testSent: 'Test notification sent',
  digest: 'Weekly digest by email',
  digestWhen:
    'On Mondays: what your agents learned, what they used, and what is pending review. Not sent when nothing happened.',
  digestNext: (iso: string) =>
    `Next: ${new Date(iso).toLocaleDateString('en-US', { weekday: 'long', month: 'long', day: 'numeric' })}.`,
};

export const CHANNEL_LABELS = { email_enabled: 'Email', in_app_enabled: 'In-app' };
