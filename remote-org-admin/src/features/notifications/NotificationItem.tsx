/** One notification: what happened, when, whether it was read, and where it leads. */
import { Icon, RelativeTime, VisuallyHidden } from '@hindsight/shared-ui/core';
import type { MouseEvent } from 'react';
import { linkOf } from '../../model/notificationLink';
import type { NotificationRow } from '../../model/notificationList';
import styles from './NotificationItem.module.css';

interface NotificationItemProps {
  row: NotificationRow;
  onOpen(row: NotificationRow, event: MouseEvent): void;
}

function Words({ row }: { row: NotificationRow }) {
  const link = linkOf(row.actionUrl);
  return (
    <>
      <span className={styles.mark} aria-hidden />
      <span className={styles.words}>
        <span className={styles.title} dir="auto">
          {!row.isRead && <VisuallyHidden>Unread: </VisuallyHidden>}
          {row.title}
        </span>
        {row.message !== '' && (
          <span className={styles.message} dir="auto">
            {row.message}
          </span>
        )}
        <span className={styles.foot}>
          {row.createdAt !== '' && <RelativeTime iso={row.createdAt} wording="time" />}
          {link.kind !== 'none' && (
            <span className={styles.action}>
              {row.actionText || 'Open'}
              <Icon name={link.kind === 'page' ? 'chevron-right' : 'external'} size={14} />
              {link.kind === 'elsewhere' && <VisuallyHidden>(opens a new tab)</VisuallyHidden>}
            </span>
          )}
        </span>
      </span>
    </>
  );
}

/** A link where there is somewhere to go, else a button that marks as read. */
export function NotificationItem({ row, onOpen }: NotificationItemProps) {
  const link = linkOf(row.actionUrl);
  const common = {
    className: styles.item,
    'data-unread': !row.isRead || undefined,
    onClick: (event: MouseEvent) => onOpen(row, event),
  };
  if (link.kind === 'none') {
    return (
      <li>
        <button type="button" {...common}>
          <Words row={row} />
        </button>
      </li>
    );
  }
  const target = link.kind === 'page' ? {} : { target: '_blank', rel: 'noopener noreferrer' };
  return (
    <li>
      <a href={link.kind === 'page' ? link.to : link.href} {...target} {...common}>
        <Words row={row} />
      </a>
    </li>
  );
}
