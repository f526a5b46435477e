/** Rows of a notification list, or its loading, empty or error state. */
import type { Notification } from '@hindsight/shared-contracts/api';
import type { UseQueryResult } from '@hindsight/shared-contracts/query';
import { EmptyState, ErrorState, CardSkeleton, StaleNotice } from '@hindsight/shared-ui/core';
import type { MouseEvent } from 'react';
import type { NotificationList } from '../../model/notificationList';
import { NotificationItem } from './NotificationItem';
import { notificationTexts } from './texts';
import styles from './NotificationRows.module.css';

export type Notifications = Pick<
  UseQueryResult<NotificationList>,
  'data' | 'error' | 'isFetching' | 'refetch'
>;

interface NotificationRowsProps {
  notifications: Notifications;
  onOpen(row: Notification, event: MouseEvent): void;
  unreadOnly?: boolean;
}

/** A failed refresh keeps the rows and adds a notice. */
export function NotificationRows({ notifications, onOpen, unreadOnly = false }: NotificationRowsProps) {
  const { data, error, isFetching, refetch } = notifications;
  if (!data) {
    if (!error)
      return (
        <div className={styles.waiting}>
          <CardSkeleton rows="tall" label="Loading notifications" count={3} />
        </div>
      );
    return <ErrorState title={notificationTexts.loadFailed} query={notifications} />;
  }
  return (
    <>
      {error && (
        <StaleNotice
          text={notificationTexts.refreshFailed}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {data.notifications.length > 0 ? (
        <ul className={styles.list} aria-label="Notifications">
          {data.notifications.map((row) => (
            <NotificationItem key={row.id} row={row} onOpen={onOpen} />
          ))}
        </ul>
      ) : unreadOnly ? (
        <EmptyState
          kind="no-match"
          title={notificationTexts.noUnreadTitle}
          description={notificationTexts.noUnread}
        />
      ) : (
        <EmptyState
          kind="nothing-yet"
          icon="bell"
          title={notificationTexts.noneTitle}
          description={notificationTexts.none}
        />
      )}
    </>
  );
}
