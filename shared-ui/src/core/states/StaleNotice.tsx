/** A line above rows that are still good to read although the last refresh failed. */
import { Button, Icon } from '@hindsight/shared-ui/core';
import styles from './StaleNotice.module.css';

/** The rows stay; the line says that they may be old. */
export function StaleNotice({ onRetry, retrying }: { onRetry(): void; retrying: boolean }) {
  return (
    <div className={styles.notice} role="alert">
      <Icon name="warning" size={18} />
      <span>These rows could not be refreshed and may be out of date.</span>
      <Button size="small" onClick={onRetry} loading={retrying}>
        Try Again
      </Button>
    </div>
  );
}
