/** The list below the bell, or the reason why there is none. */
import type { UseQueryResult } from '@hindsight/shared-contracts/query';
import { Button, EmptyState, ErrorState, Icon, VisuallyHidden } from '@hindsight/shared-ui/core';
import type { NotificationList } from '../../model/notificationList';
import { NotificationItem } from './NotificationItem';
import styles from './NotificationPanel.module.css';

export const NOTIFICATIONS_FAILED = 'Failed to load notifications. Please try again.';

type Notifications = Pick<UseQueryResult<NotificationList>, 'data' | 'error' | 'isFetching' | 'refetch'>;

function Rows({ notifications }: { notifications: Notifications }) {
  const { data, error, isFetching, refetch } = notifications;
  if (!data) {
    if (error) {
      return (
        <ErrorState
          title={NOTIFICATIONS_FAILED}
          detail={error.message}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      );
    }
    return (
      <div role="status" className={styles.waiting}>
        <VisuallyHidden>Loading notifications</VisuallyHidden>
        {[0, 1, 2].map((index) => (
          <span key={index} className={styles.shape} aria-hidden />
        ))}
      </div>
    );
  }
  if (data.rows.length === 0) {
    return (
      <EmptyState
        kind="nothing-yet"
        title="No notifications yet"
        description="Invitations and changes to your memberships appear here."
      />
    );
  }
  return (
    <>
      {error && (
        <p className={styles.stale} role="alert">
          <Icon name="warning" size={16} />
          These could not be refreshed.
          <Button type="link" size="small" onClick={() => void refetch()} loading={isFetching}>
            Try Again
          </Button>
        </p>
      )}
      <ul className={styles.list} aria-label="Notifications">
        {data.rows.map((row) => (
          <NotificationItem key={row.id} row={row} />
        ))}
      </ul>
      {data.total > data.rows.length && (
        <p className={styles.rest}>
          The newest {data.rows.length} of {data.total.toLocaleString()}
        </p>
      )}
    </>
  );
}

/** Says how many are unread; the list scrolls when the window is small. */
export function NotificationPanel({ notifications }: { notifications: Notifications }) {
  const unread = notifications.data?.unread ?? 0;
  return (
    <div className={styles.panel}>
      <div className={styles.head}>
        <h2 className={styles.title}>Notifications</h2>
        {unread > 0 && <span>{unread.toLocaleString()} unread</span>}
      </div>
      <div
        className={styles.body}
        tabIndex={0}
        role="region"
        aria-label="List of notifications"
        data-autofocus
      >
        <Rows notifications={notifications} />
      </div>
    </div>
  );
}
