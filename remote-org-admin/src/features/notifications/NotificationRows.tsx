/** The rows of a list of notifications, or the reason why there are none. */
import type { UseQueryResult } from '@hindsight/shared-contracts/query';
import { Button, EmptyState, ErrorState, Icon, VisuallyHidden } from '@hindsight/shared-ui/core';
import type { MouseEvent } from 'react';
import type { NotificationList, NotificationRow } from '../../model/notificationList';
import { NotificationItem } from './NotificationItem';
import styles from './NotificationRows.module.css';

export const NOTIFICATIONS_FAILED = 'Failed to load notifications. Please try again.';

export type Notifications = Pick<
  UseQueryResult<NotificationList>,
  'data' | 'error' | 'isFetching' | 'refetch'
>;

interface NotificationRowsProps {
  notifications: Notifications;
  onOpen(row: NotificationRow, event: MouseEvent): void;
  /** Only unread ones were asked for. */
  unreadOnly?: boolean;
}

function Waiting() {
  return (
    <div role="status" className={styles.waiting}>
      <VisuallyHidden>Loading notifications</VisuallyHidden>
      {[0, 1, 2].map((index) => (
        <span key={index} className={styles.shape} aria-hidden />
      ))}
    </div>
  );
}

/** A failed refresh keeps the rows under a line that says so. */
export function NotificationRows({ notifications, onOpen, unreadOnly = false }: NotificationRowsProps) {
  const { data, error, isFetching, refetch } = notifications;
  if (!data) {
    if (!error) return <Waiting />;
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
      {data.rows.length > 0 ? (
        <ul className={styles.list} aria-label="Notifications">
          {data.rows.map((row) => (
            <NotificationItem key={row.id} row={row} onOpen={onOpen} />
          ))}
        </ul>
      ) : unreadOnly ? (
        <EmptyState
          kind="no-match"
          title="No unread notifications"
          description="You have read everything there is."
        />
      ) : (
        <EmptyState
          kind="nothing-yet"
          title="No notifications yet"
          description="Invitations and changes to your memberships appear here."
        />
      )}
    </>
  );
}
