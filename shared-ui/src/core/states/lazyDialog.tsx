/** Dialogs and views that load when they are first opened. */
import type { ComponentType, ReactNode } from 'react';
import { LazyBoundary, type LoadPart } from '@hindsight/shared-contracts/shell';
import { ErrorState } from './ErrorState';
import { FailedDialog, PART_FAILED } from './FailedDialog';
import { lazyPart, PartBoundary } from './PartBoundary';

/** A part with a boundary of its own: waiting and failing do not affect the page. */
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

/** @param waiting is shown until the view is loaded. */
export function lazyView<P extends object>(load: LoadPart<P>, waiting: ReactNode): ComponentType<P> {
  return lazyIn(load, waiting, (_, retry) => <ErrorState title={PART_FAILED} onRetry={retry} />);
}

/** While it loads, the keys of the page are off. A dialog that could not be loaded is replaced by a small one with Retry. */
export function lazyDialog<P extends { onClose(): void }>(load: LoadPart<P>): ComponentType<P> {
  return lazyIn(load, <span data-layer hidden />, ({ onClose }, retry) => (
    <FailedDialog onRetry={retry} onClose={onClose} />
  ));
}
