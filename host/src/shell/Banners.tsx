/** Notices for all pages, in a line above the page: no network, a newer dashboard, or a problem with a part of it. */
import { Button, Icon, IconButton } from '@hindsight/shared-ui/core';
import { useSyncExternalStore } from 'react';
import { useStore } from '../state/store';
import styles from './Banners.module.css';
import { useHost } from './hostContext';

const OFFLINE = 'You’re offline. This page may be out of date, and you can’t save changes.';
const NEW_VERSION = 'A new version of the dashboard is ready.';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** The live region is rendered from the start, so that screen readers announce what appears in it. */
export function Banners() {
  const { newVersion, federation } = useHost();
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  const isNew = useStore(newVersion);
  const lines = useStore(federation.notices);
  return (
    <div role="status" className={styles.banners}>
      {!online && (
        <p className={styles.banner} data-tone="warn">
          <Icon name="globe" size={18} />
          <span className={styles.line}>{OFFLINE}</span>
        </p>
      )}
      {isNew && (
        <p className={styles.banner}>
          <Icon name="refresh" size={18} />
          <span className={styles.line}>
            {NEW_VERSION}
            <Button size="small" onClick={() => window.location.reload()}>
              Reload
            </Button>
          </span>
        </p>
      )}
      {lines.map(({ key, tone, text, actions, close }) => (
        <p key={key} className={styles.banner} data-tone={tone}>
          <Icon name={tone ? 'unavailable' : 'refresh'} size={18} />
          <span className={styles.line}>
            <span className={styles.text}>{text}</span>
            {actions.map(({ label, run }) => (
              <Button key={label} size="small" onClick={run}>
                {label}
              </Button>
            ))}
          </span>
          {close && (
            <IconButton label="Close this message" size="small" onClick={close}>
              <Icon name="close" size={16} />
            </IconButton>
          )}
        </p>
      ))}
    </div>
  );
}
