/** Panel below the bell: newest notifications and their actions. */
import { Link } from '@hindsight/shared-contracts/router';
import { Button, Icon, IconButton } from '@hindsight/shared-ui/core';
import { useMarkAllRead } from '../../api/notifications';
import { NotificationRows, type Notifications } from './NotificationRows';
import { notificationTexts } from './texts';
import { useOpenNotification } from './useOpenNotification';
import styles from './NotificationPanel.module.css';

interface NotificationPanelProps {
  userId: string;
  notifications: Notifications;
  /** Closes the panel; `false` does not return the focus to the bell. */
  onClose(returnFocus?: boolean): void;
  onSettings(): void;
}

/** The list scrolls in a small window. */
export function NotificationPanel({ userId, notifications, onClose, onSettings }: NotificationPanelProps) {
  const { data } = notifications;
  const unread = data?.unread_count ?? 0;
  const markAll = useMarkAllRead(userId);
  const open = useOpenNotification(userId, () => onClose(false));
  return (
    <div className={styles.panel}>
      <div className={styles.head}>
        <h2 className={styles.title}>Notifications</h2>
        {unread > 0 && <span className={styles.unread}>{notificationTexts.unread(unread)}</span>}
        <span className={styles.tools}>
          {unread > 0 && (
            <Button type="link" size="small" onClick={() => markAll.mutate()}>
              Mark all read
            </Button>
          )}
          <IconButton
            label="Notification settings"
            size="small"
            onClick={() => {
              onClose();
              onSettings();
            }}
          >
            <Icon name="settings" size={18} />
          </IconButton>
        </span>
      </div>
      <div
        className={styles.body}
        tabIndex={0}
        role="region"
        aria-label="List of notifications"
        data-autofocus
      >
        <NotificationRows notifications={notifications} onOpen={open} />
      </div>
      <div className={styles.foot}>
        {data && data.total_count > data.notifications.length && (
          <span>{notificationTexts.latest(data.notifications.length, data.total_count)}</span>
        )}
        <Link to="/notifications" className={styles.all} onClick={() => onClose(false)}>
          View all notifications
        </Link>
      </div>
    </div>
  );
}
