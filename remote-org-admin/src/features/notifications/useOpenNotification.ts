/** Opens a notification: marks it as read and follows its link in the workspace that it concerns. */
import type { Notification } from '@hindsight/shared-contracts/api';
import { useNavigate } from '@hindsight/shared-contracts/router';
import { useShell } from '@hindsight/shared-contracts/shell';
import type { MouseEvent } from 'react';
import { useMarkRead } from '../../api/notifications';
import { resolveNotificationAddress, toNotificationLink } from '../../model/notificationLink';

/**
 * @param onOpened called before navigation, e.g. to close the panel.
 * @returns the click handler of a row.
 */
export function useOpenNotification(userId: string, onOpened: () => void) {
  const { mutate } = useMarkRead(userId);
  const navigate = useNavigate();
  const { chooseWorkspace, session } = useShell();
  const follow = async ({ metadata }: Notification, to: string) => {
    const memberships = session.user?.memberships ?? [];
    const about = memberships.find(({ organization_id: id }) => id === metadata?.['organization_id']);
    const organizationId = about?.organization_id;
    if (organizationId === undefined || (await chooseWorkspace({ scope: 'organization', organizationId })))
      void navigate(to);
  };
  return (row: Notification, event: MouseEvent) => {
    if (!row.is_read) mutate(row);
    const link = toNotificationLink(resolveNotificationAddress(row, session.user?.memberships ?? []));
    // With a modifier key the browser opens a new tab and this page stays open.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    onOpened();
    if (link.kind !== 'page') return;
    event.preventDefault();
    void follow(row, link.to);
  };
}
