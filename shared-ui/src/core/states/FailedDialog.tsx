/** Replaces a dialog whose code could not be loaded; needs no lazy code itself. */
import { useEffect, useId, useRef } from 'react';
import { Button } from '../actions/Button';
import styles from './FailedDialog.module.css';

/** The text of a part of a page that could not be loaded. */
export const PART_FAILED = "This part didn't load. Check your connection and try again.";

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
