/** Refreshes the rows and shows their age. */
import { IconButton } from '../core/actions/IconButton';
import { Icon } from '../core/icons/Icon';
import { hintOnHover } from '../core/text/hintOnHover';
import { formatAbsoluteTime, formatTimeInSentence } from '../core/text/timeWords';
import { useNow } from '../core/text/useNow';
import styles from './RefreshControl.module.css';

interface RefreshControlProps {
  /** Time of the last successful response, in milliseconds since 1970; 0 or null before the first. */
  updatedAt: number | null;
  refreshing: boolean;
  onRefresh(): void;
}

const updatedText = (age: string) => `Updated ${age}`;

/** The button spins in place while refreshing; space for the age is reserved before it is known. */
export function RefreshControl({ updatedAt, refreshing, onRefresh }: RefreshControlProps) {
  const now = useNow();
  const iso = updatedAt ? new Date(updatedAt).toISOString() : null;
  const age = iso ? formatTimeInSentence(iso, Math.max(now, updatedAt ?? 0)) : null;
  return (
    <span className={styles.control}>
      {!iso && (
        <span className={`${styles.age} ${styles.unknown}`} aria-hidden>
          {updatedText('just now')}
        </span>
      )}
      {iso && (
        <time className={styles.age} dateTime={iso} {...hintOnHover(() => formatAbsoluteTime(iso))}>
          {updatedText(age ?? '')}
        </time>
      )}
      <IconButton
        label={refreshing ? 'Refreshing' : 'Refresh'}
        onClick={onRefresh}
        aria-disabled={refreshing}
      >
        <span className={styles.icon} data-turning={refreshing || undefined}>
          <Icon name="refresh" />
        </span>
      </IconButton>
    </span>
  );
}
