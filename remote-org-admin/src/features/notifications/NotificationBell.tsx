/** The bell in the page header: how many notifications are unread, the newest of them, and their settings. */
import { lazyPage, useShell } from '@hindsight/shared-contracts/shell';
import { Badge, Icon, Popover } from '@hindsight/shared-ui/core';
import { Suspense, useState } from 'react';
import { useNotifications } from '../../api/notifications';
import { BADGE_CAP, bellLabel } from '../../model/notificationList';
import { NotificationPanel } from './NotificationPanel';
import { useMembershipNews } from './useMembershipNews';
import styles from './NotificationBell.module.css';

const NotificationSettings = lazyPage(() =>
  import(/* webpackChunkName: "notification-settings" */ './NotificationSettings').then(
    (module) => module.NotificationSettings,
  ),
);

/** Nothing for guests and signed-out people: notifications belong to a person. */
export function NotificationBell() {
  const { session } = useShell();
  return session.user ? <PersonalBell key={session.user.user_id} userId={session.user.user_id} /> : null;
}

function PersonalBell({ userId }: { userId: string }) {
  // Read here, not in the panel: react-query tells a component only of what it read, and the panel may open later.
  const { data, error, isFetching, refetch } = useNotifications(userId);
  const [showsSettings, setShowsSettings] = useState(false);
  useMembershipNews(data);
  const unread = data?.unread ?? null;
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
        <Suspense>
          <NotificationSettings onClose={() => setShowsSettings(false)} />
        </Suspense>
      )}
    </>
  );
}
