/** Follows new notifications: announces them, and refreshes session and workspaces when a membership changed. */
import { useShell } from '@hindsight/shared-contracts/shell';
import { announce } from '@hindsight/shared-ui/core';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { NotificationList } from '../../model/notificationList';
import { changesMembership, newNotifications } from '../../model/notificationUpdates';
import { notificationTexts } from './texts';

/** @param list the latest answer; the first one is not announced. */
export function useMembershipUpdates(list: NotificationList | undefined): void {
  const { refreshSession, reloadOrganizations } = useShell();
  const previous = useRef<NotificationList | undefined>(undefined);
  const handleUpdate = useEffectEvent((now: NotificationList) => {
    const added = previous.current ? newNotifications(previous.current, now) : [];
    previous.current = now;
    if (added.length === 0) return;
    announce(notificationTexts.announcement(added.map(({ title }) => title)));
    if (changesMembership(added)) void refreshSession().then(reloadOrganizations);
  });
  useEffect(() => {
    if (list) handleUpdate(list);
  }, [list]);
}
