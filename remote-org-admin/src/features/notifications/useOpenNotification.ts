/** What a press on a notification does: it counts as read, and leads where it says. */
import { useNavigate } from '@hindsight/shared-contracts/router';
import type { MouseEvent } from 'react';
import { useMarkRead } from '../../api/notifications';
import { linkOf } from '../../model/notificationLink';
import type { NotificationRow } from '../../model/notificationList';

/**
 * @param onOpened called before the page changes, e.g. to close the panel.
 * @returns the handler of a press on a row, whether it is a link or a button.
 */
export function useOpenNotification(userId: string, onOpened: () => void) {
  const { mutate } = useMarkRead(userId);
  const navigate = useNavigate();
  return (row: NotificationRow, event: MouseEvent) => {
    if (!row.isRead) mutate(row);
    const link = linkOf(row.actionUrl);
    // With a modifier the browser opens a tab of its own; this page stays as it is.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    onOpened();
    if (link.kind !== 'page') return;
    event.preventDefault();
    void navigate(link.to);
  };
}
