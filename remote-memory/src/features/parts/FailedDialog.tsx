/** Replaces a dialog whose code could not be loaded; needs no lazy code itself. */
import { useEffect, useId, useRef } from 'react';
import { Button } from '@hindsight/shared-ui/core';
import { PART_FAILED } from './texts';
import styles from './FailedDialog.module.css';

/** The browser's own dialog: it holds the focus, closes on Escape and gives the focus back. */
export function FailedDialog({ onRetry, onClose }: { onRetry(): void; onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={id} onClose={onClose}>
      <p id={id} role="alert">
        {PART_FAILED}
      </p>
      <div className={styles.actions}>
        <Button onClick={onClose}>Close</Button>
        <Button type="primary" autoFocus onClick={onRetry}>
          Retry
        </Button>
      </div>
    </dialog>
  );
}
