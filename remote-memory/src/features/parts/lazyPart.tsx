/** A dialog or a view that is fetched when it is first opened, while the page around it stays as it is. */
import { Suspense, type ComponentType, type ReactNode } from 'react';
import { lazyPage } from '@hindsight/shared-contracts/shell';

/**
 * Like `lazyPage`, with a waiting place of its own: without it the whole page would give way to its skeleton.
 * @param waiting what stands there meanwhile; nothing for a dialog.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  waiting: ReactNode = null,
): ComponentType<P> {
  const Part = lazyPage<P>(load);
  return function LazyPart(props: P) {
    return (
      <Suspense fallback={waiting}>
        <Part {...props} />
      </Suspense>
    );
  };
}
