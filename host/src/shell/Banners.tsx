/** What concerns every page at once, in a line above it: no network, or a newer dashboard. */
import { Button, Icon } from '@hindsight/shared-ui/core';
import { useSyncExternalStore } from 'react';
import { useStore } from '../state/store';
import styles from './Banners.module.css';
import { useHost } from './hostContext';

export const OFFLINE = 'You are offline. What you see may be out of date, and nothing can be saved.';
export const NEW_VERSION = 'A new version of the dashboard is ready.';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** The region stands there from the start: a screen reader says what appears in it. */
export function Banners() {
  const { newVersion } = useHost();
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  const isNew = useStore(newVersion);
  return (
    <div role="status" className={styles.banners}>
      {!online && (
        <p className={styles.banner} data-tone="warn">
          <Icon name="globe" size={18} />
          {OFFLINE}
        </p>
      )}
      {isNew && (
        <p className={styles.banner}>
          <Icon name="refresh" size={18} />
          {NEW_VERSION}
          <Button size="small" onClick={() => window.location.reload()}>
            Reload
          </Button>
        </p>
      )}
    </div>
  );
}
