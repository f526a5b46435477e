/** Dialogs and views whose code loads when they are first opened. */
import type { ComponentType, ReactNode } from 'react';
import { LazyBoundary } from '@hindsight/shared-contracts/shell';
import type { LoadPart } from '@hindsight/shared-contracts/shell';
import { ErrorState } from './ErrorState';
import { lazyPart, PartBoundary } from './PartBoundary';
import { useEffect, useId, useRef } from 'react';
import { Button } from '../actions/Button';
import styles from './FailedDialog.module.css';

/** Message for a part of a page that failed to load. */
export const PART_FAILED = "This part didn't load. Check your connection and try again.";

/** A native dialog: it traps focus, closes on Escape and restores focus. */
function FailedDialog({ onRetry, onClose }: { onRetry(): void; onClose(): void }) {
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

/** A part with a separate boundary: loading and failing do not affect the page. */
function lazyIn<P extends object>(
  load: LoadPart<P>,
  waiting: ReactNode,
  failed: (props: P, retry: () => void) => ReactNode,
): ComponentType<P> {
  const Part = lazyPart(load);
  return function LazyPart(props: P) {
    return (
      <PartBoundary failed={(retry) => failed(props, retry)}>
        <LazyBoundary fallback={waiting}>
          <Part {...props} />
        </LazyBoundary>
      </PartBoundary>
    );
  };
}

/** @param waiting shown until the view has loaded. */
export function lazyView<P extends object>(load: LoadPart<P>, waiting: ReactNode): ComponentType<P> {
  return lazyIn(load, waiting, (_, retry) => <ErrorState title={PART_FAILED} onRetry={retry} />);
}

/** Keyboard shortcuts of the page are off while it loads. If loading fails, a small dialog with Retry takes its place. */
export function lazyDialog<P extends { onClose(): void }>(load: LoadPart<P>): ComponentType<P> {
  return lazyIn(load, <span data-layer hidden />, ({ onClose }, retry) => (
    <FailedDialog onRetry={retry} onClose={onClose} />
  ));
}
