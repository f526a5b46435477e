/** One notification: what happened, when, and whether it was read. */
import { RelativeTime, VisuallyHidden } from '@hindsight/shared-ui/core';
import type { NotificationRow } from '../../model/notificationList';
import styles from './NotificationItem.module.css';

/** The mark of an unread one is a dot and a word for a screen reader. */
export function NotificationItem({ row }: { row: NotificationRow }) {
  return (
    <li className={styles.item} data-unread={!row.isRead || undefined}>
      <span className={styles.mark} aria-hidden />
      <div className={styles.words}>
        <p className={styles.title} dir="auto">
          {!row.isRead && <VisuallyHidden>Unread: </VisuallyHidden>}
          {row.title}
        </p>
        {row.message !== '' && (
          <p className={styles.message} dir="auto">
            {row.message}
          </p>
        )}
        {row.createdAt !== '' && (
          <p className={styles.time}>
            <RelativeTime iso={row.createdAt} wording="time" />
          </p>
        )}
      </div>
    </li>
  );
}
