/** Runs a change of one memory: hides its row, shows a toast, reloads and offers Undo. */
import { useMemo } from 'react';
import { useShell } from '@hindsight/shared-contracts/shell';
import { useMemoryCache } from '../../api/memoryCache';
import { useWriteContext, type WriteContext } from '../../api/memoryWrites';
import { describeError } from '@hindsight/shared-contracts/rules';
import { useFailureToast } from './useFailureToast';

interface Work {
  act(context: WriteContext): Promise<unknown>;
  /** ID of the memory whose row is hidden optimistically and restored on failure. */
  hides?: string;
  /** The change deletes the memory. */
  isForGood?: boolean;
  /** Success message, and the function behind its Undo button. */
  done: string;
  undo?: (() => void) | undefined;
  failed(reason: string): string;
}

/** @returns runs a change in the workspace of this render, even if called later; resolves with whether it succeeded. */
export function useBlockWork(): (work: Work) => Promise<boolean> {
  const { toasts } = useShell();
  const context = useWriteContext();
  const cacheFor = useMemoryCache();
  const fail = useFailureToast();
  return useMemo(() => {
    // Cache of the memory's workspace, also for an undo after a workspace switch.
    const cache = cacheFor(context.scope);
    return async ({ act, hides, isForGood = false, done, undo, failed }) => {
      const restoreLists = hides === undefined ? undefined : cache.hide([hides]);
      try {
        await act(context);
      } catch (error) {
        restoreLists?.();
        fail(error, failed(describeError(error)));
        void cache.reload();
        return false;
      }
      void cache.reload(isForGood && hides !== undefined ? [hides] : []);
      toasts.show('success', done, undo && { action: { label: 'Undo', run: undo } });
      return true;
    };
  }, [toasts, context, cacheFor, fail]);
}
