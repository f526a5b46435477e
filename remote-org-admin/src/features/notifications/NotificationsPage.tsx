/** The page `/notifications`: all of a person's notifications. */
import { useSearchParams } from '@hindsight/shared-contracts/router';
import { lazyPage, useExpiredSession, usePageHeader, useShell } from '@hindsight/shared-contracts/shell';
import { Button, Icon } from '@hindsight/shared-ui/core';
import { Pagination, RefreshControl, Segmented } from '@hindsight/shared-ui/data';
import { Suspense, useMemo, useState } from 'react';
import { useMarkAllRead, useNotificationPage } from '../../api/notifications';
import { PAGE_SIZE, paramsOf, viewOf } from '../../model/notificationPage';
import { NotificationRows } from './NotificationRows';
import { notificationTexts } from './texts';
import { useOpenNotification } from './useOpenNotification';
import styles from './NotificationsPage.module.css';

const NotificationSettings = lazyPage(() =>
  import(/* webpackChunkName: "notification-settings" */ './NotificationSettings').then(
    (module) => module.NotificationSettings,
  ),
);

const FILTER_OPTIONS = [
  { value: 'all', label: 'All' },
  { value: 'unread', label: 'Unread' },
] as const;

/** The address holds the view; changing filter or page adds a history entry. */
export function NotificationsPage() {
  const { session } = useShell();
  const userId = session.user?.user_id ?? session.status;
  const [params, setParams] = useSearchParams();
  const view = viewOf(params);
  const notifications = useNotificationPage(userId, view);
  const { data } = notifications;
  const { mutate: markAll } = useMarkAllRead(userId);
  const [showsSettings, setShowsSettings] = useState(false);
  const open = useOpenNotification(userId, () => undefined);
  const hasUnread = (data?.unread_count ?? 0) > 0;
  useExpiredSession(notifications.error, 'load notifications');

  const actions = useMemo(
    () => (
      <>
        {hasUnread && (
          <Button icon={<Icon name="check" size={16} />} onClick={() => markAll()}>
            Mark all read
          </Button>
        )}
        <Button icon={<Icon name="settings" size={16} />} onClick={() => setShowsSettings(true)}>
          Notification settings
        </Button>
      </>
    ),
    [hasUnread, markAll],
  );
  usePageHeader({ actions });

  return (
    <div className={styles.page}>
      <div className={styles.bar}>
        <Segmented
          label="Notifications shown"
          value={view.unreadOnly ? 'unread' : 'all'}
          options={[...FILTER_OPTIONS]}
          onChange={(value) => setParams(paramsOf({ unreadOnly: value === 'unread', page: 1 }))}
        />
        {data && <span className={styles.unread}>{notificationTexts.unread(data.unread_count)}</span>}
        <span className={styles.refresh}>
          <RefreshControl
            updatedAt={notifications.dataUpdatedAt}
            refreshing={notifications.isFetching}
            onRefresh={() => void notifications.refetch()}
          />
        </span>
      </div>
      <div className={styles.list} aria-busy={notifications.isPlaceholderData}>
        <NotificationRows notifications={notifications} onOpen={open} unreadOnly={view.unreadOnly} />
      </div>
      <Pagination
        page={view.page}
        pageSize={PAGE_SIZE}
        total={data?.total_count ?? 0}
        label="notifications"
        onChange={(page) => setParams(paramsOf({ ...view, page }))}
      />
      {showsSettings && (
        <Suspense>
          <NotificationSettings onClose={() => setShowsSettings(false)} />
        </Suspense>
      )}
    </div>
  );
}
