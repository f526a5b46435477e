/** Changes one memory block where it is shown: what every such change has in common. */
import { useMemo } from 'react';
import { useShell } from '@hindsight/shared-contracts/shell';
import { useMemoryCache } from '../../api/memoryCache';
import { useWriteContext, type WriteContext } from '../../api/memoryWrites';
import { reasonOf } from '@hindsight/shared-contracts/rules';
import { useFailureToast } from './useFailureToast';

interface Work {
  act(context: WriteContext): Promise<unknown>;
  /** The block whose row leaves its list before the service has answered, and comes back when it refuses. */
  hides?: string;
  /** It will not be there any more. */
  isForGood?: boolean;
  /** What a toast says then, and what takes it back. */
  done: string;
  undo?(): void;
  failed(reason: string): string;
}

/** @returns carries it out in the workspace of now, also later; answers whether it was done. */
export function useBlockWork(): (work: Work) => Promise<boolean> {
  const { toasts } = useShell();
  const context = useWriteContext();
  const cacheOf = useMemoryCache();
  const fail = useFailureToast();
  return useMemo(() => {
    // The workspace of the block: also for an undo that comes when another one is open.
    const cache = cacheOf(context.scope);
    return async ({ act, hides, isForGood = false, done, undo, failed }) => {
      const restoreLists = hides === undefined ? undefined : cache.hide([hides]);
      try {
        await act(context);
      } catch (error) {
        restoreLists?.();
        fail(error, failed(reasonOf(error)));
        void cache.reload();
        return false;
      }
      void cache.reload(isForGood && hides !== undefined ? [hides] : []);
      toasts.show('success', done, undo && { action: { label: 'Undo', run: undo } });
      return true;
    };
  }, [toasts, context, cacheOf, fail]);
}
