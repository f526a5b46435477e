/** One notification: title, message, time, read state and link. */
import type { Notification } from '@hindsight/shared-contracts/api';
import { useShell } from '@hindsight/shared-contracts/shell';
import { Icon, RelativeTime, VisuallyHidden } from '@hindsight/shared-ui/core';
import type { MouseEvent } from 'react';
import { resolveNotificationAddress, toNotificationLink } from '../../model/notificationLink';
import styles from './NotificationItem.module.css';

interface NotificationItemProps {
  row: Notification;
  onOpen(row: Notification, event: MouseEvent): void;
}

interface ContentProps {
  row: Notification;
  link: ReturnType<typeof toNotificationLink>;
  /** Label of its link. */
  action: string;
}

function Content({ row, link, action }: ContentProps) {
  return (
    <>
      <span className={styles.mark} aria-hidden />
      <span className={styles.words}>
        <span className={styles.title} dir="auto">
          {!row.is_read && <VisuallyHidden>Unread: </VisuallyHidden>}
          {row.title}
        </span>
        {row.message !== '' && (
          <span className={styles.message} dir="auto">
            {row.message}
          </span>
        )}
        <span className={styles.foot}>
          <RelativeTime iso={row.created_at} wording="time" />
          {link.kind !== 'none' && (
            <span className={styles.action}>
              {action}
              <Icon name={link.kind === 'page' ? 'chevron-right' : 'external'} size={14} />
              {link.kind === 'external' && <VisuallyHidden>(opens a new tab)</VisuallyHidden>}
            </span>
          )}
        </span>
      </span>
    </>
  );
}

/** A link if the notification has a target, else a button that marks it as read. */
export function NotificationItem({ row, onOpen }: NotificationItemProps) {
  const { session } = useShell();
  const address = resolveNotificationAddress(row, session.user?.memberships ?? []);
  const link = toNotificationLink(address);
  const content = (
    <Content row={row} link={link} action={(address === row.action_url && row.action_text) || 'Open'} />
  );
  const common = {
    className: styles.item,
    'data-unread': !row.is_read || undefined,
    onClick: (event: MouseEvent) => onOpen(row, event),
  };
  if (link.kind === 'none') {
    return (
      <li>
        {/* Not `disabled`: keeps the focus when a click marks it as read. */}
        <button type="button" aria-disabled={row.is_read || undefined} {...common}>
          {content}
        </button>
      </li>
    );
  }
  const target = link.kind === 'page' ? {} : { target: '_blank', rel: 'noopener noreferrer' };
  return (
    <li>
      <a href={link.kind === 'page' ? link.to : link.href} {...target} {...common}>
        {content}
      </a>
    </li>
  );
}
