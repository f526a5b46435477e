/** A line above rows that are shown although their last refresh failed. */
import { Button } from '../actions/Button';
import { Icon } from '../icons/Icon';
import styles from './StaleNotice.module.css';

/** The rows stay; the line states that they may be out of date. */
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
