/** The bell in the page header: the unread count, the newest notifications, and their settings. */
import { LazyBoundary, lazyPage, useShell } from '@hindsight/shared-contracts/shell';
import { Badge, Icon, Popover } from '@hindsight/shared-ui/core';
import { useState } from 'react';
import { useNotifications } from '../../api/notifications';
import { NotificationPanel } from './NotificationPanel';
import { BADGE_CAP, bellLabel } from './texts';
import { useMembershipUpdates } from './useMembershipUpdates';
import styles from './NotificationBell.module.css';

const NotificationSettings = lazyPage(() =>
  import(/* webpackChunkName: "notification-settings" */ './NotificationSettings').then(
    (module) => module.NotificationSettings,
  ),
);

/** Renders nothing for guests and signed-out people: notifications belong to a person. */
export function NotificationBell() {
  const { session } = useShell();
  return session.user ? <PersonalBell key={session.user.user_id} userId={session.user.user_id} /> : null;
}

function PersonalBell({ userId }: { userId: string }) {
  // Destructured here, not in the panel: react-query notifies a component only of the fields it has read.
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
