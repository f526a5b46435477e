/** The page `/notifications`: all of the user's notifications. */
import {
  LazyBoundary,
  lazyPage,
  useExpiredSession,
  usePageHeader,
  useShell,
} from '@hindsight/shared-contracts/shell';
import { Button, Icon } from '@hindsight/shared-ui/core';
import {
  Pagination,
  RefreshControl,
  Segmented,
  useClampedPage,
  choiceParameter,
  useListView,
} from '@hindsight/shared-ui/data';
import { useMemo, useState } from 'react';
import { usePlaces } from '@hindsight/shared-ui/places';
import { useMarkAllRead, useNotificationPage } from '../../api/notifications';
import { PAGE_SIZE } from '../../model/notificationList';
import { NotificationRows } from './NotificationRows';
import { notificationTexts } from './texts';
import { useOpenNotification } from './useOpenNotification';
import styles from './NotificationsPage.module.css';

/** View of the notifications page in the URL: `?show=unread&page=2`. */
const PARAMETERS = { show: choiceParameter(['all', 'unread'], 'all') };

/** Filter (all or unread) and page. */
const useNotificationView = () => useListView(PARAMETERS);

const NotificationSettings = lazyPage(() =>
  import(/* webpackChunkName: "notification-settings" */ './NotificationSettings').then(
    (module) => module.NotificationSettings,
  ),
);

const FILTER_OPTIONS = [
  { value: 'all', label: 'All' },
  { value: 'unread', label: 'Unread' },
] as const;

/** Keeps its view in the URL. */
export function NotificationsPage() {
  const { session } = useShell();
  const userId = session.user?.user_id ?? session.status;
  const list = useNotificationView();
  const { view, show } = list;
  const { place, turn } = usePlaces<string>(list, userId);
  const unreadOnly = view.show === 'unread';
  const notifications = useNotificationPage(userId, { unreadOnly, page: view.page, place });
  const { data } = notifications;
  const last = data?.notifications.at(-1);
  const total = notifications.isPlaceholderData ? undefined : data?.total_count;
  const { page, isPastEnd } = useClampedPage(view.page, { total, size: PAGE_SIZE, show });
  const { mutate: markAll } = useMarkAllRead(userId);
  const [showsSettings, setShowsSettings] = useState(false);
  const open = useOpenNotification(userId, () => undefined);
  const hasUnread = (data?.unread_count ?? 0) > 0;
  useExpiredSession(notifications.error, 'load notifications');

  const actions = useMemo(
    () => (
      <>
        <Button icon={<Icon name="check" size={16} />} disabled={!hasUnread} onClick={() => markAll()}>
          Mark all read
        </Button>
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
          value={view.show}
          options={[...FILTER_OPTIONS]}
          onChange={(value) => show({ show: value })}
        />
        <span className={styles.unread}>{data && notificationTexts.unread(data.unread_count)}</span>
        <span className={styles.refresh}>
          <RefreshControl
            updatedAt={notifications.dataUpdatedAt}
            refreshing={notifications.isFetching}
            onRefresh={() => void notifications.refetch()}
          />
        </span>
      </div>
      <div className={styles.list} aria-busy={notifications.isPlaceholderData || isPastEnd}>
        {!isPastEnd && (
          <NotificationRows notifications={notifications} onOpen={open} unreadOnly={unreadOnly} />
        )}
      </div>
      <Pagination
        page={page}
        pageSize={PAGE_SIZE}
        total={data?.total_count ?? 0}
        label="notifications"
        onChange={(next) => turn(next, last ? `${last.created_at}_${last.id}` : place)}
      />
      {showsSettings && (
        <LazyBoundary fallback={null}>
          <NotificationSettings onClose={() => setShowsSettings(false)} />
        </LazyBoundary>
      )}
    </div>
  );
}
