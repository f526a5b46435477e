/** Bell in the page header: unread count, newest notifications and their settings. */
import { LazyBoundary, lazyPage, useShell } from '@hindsight/shared-contracts/shell';
import { Badge, Icon, Popover, announce } from '@hindsight/shared-ui/core';
import { useState, useEffect, useEffectEvent, useRef } from 'react';
import { useNotifications } from '../../api/notifications';
import { NotificationPanel } from './NotificationPanel';
import { BADGE_CAP, bellLabel, notificationTexts } from './texts';
import styles from './NotificationBell.module.css';
import type { NotificationList } from '../../model/notificationList';
import { changesMembership, newNotifications } from '../../model/notificationUpdates';

/** Announces new notifications and refreshes after membership changes. @param list latest response; the first one is not announced. */
function useMembershipUpdates(list: NotificationList | undefined): void {
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

const NotificationSettings = lazyPage(() =>
  import(/* webpackChunkName: "notification-settings" */ './NotificationSettings').then(
    (module) => module.NotificationSettings,
  ),
);

/** Renders nothing for guests and signed-out users, who have no notifications. */
export function NotificationBell() {
  const { session } = useShell();
  return session.user ? <PersonalBell key={session.user.user_id} userId={session.user.user_id} /> : null;
}

function PersonalBell({ userId }: { userId: string }) {
  // Destructured here, not in the panel: React Query re-renders a component only for fields it has read.
  const { data, error, isFetching, refetch } = useNotifications(userId);
  const [showsSettings, setShowsSettings] = useState(false);
  useMembershipUpdates(data);
  const unread = data?.unread_count ?? null;
  return (
    <>
      <Popover
        label="Notifications"
        triggerLabel={bellLabel(unread)}
        triggerClassName={styles.trigger}
        placement="bottom-end"
        width={380}
        trigger={
          <Badge count={unread ?? 0} overflowCount={BADGE_CAP}>
            <span className={styles.bell}>
              <Icon name="bell" />
            </span>
          </Badge>
        }
      >
        {(close) => (
          <NotificationPanel
            userId={userId}
            notifications={{ data, error, isFetching, refetch }}
            onClose={close}
            onSettings={() => setShowsSettings(true)}
          />
        )}
      </Popover>
      {showsSettings && (
        <LazyBoundary fallback={null}>
          <NotificationSettings onClose={() => setShowsSettings(false)} />
        </LazyBoundary>
      )}
    </>
  );
}
