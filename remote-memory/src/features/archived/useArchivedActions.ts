/** Brings archived memories back, or deletes them for good. */
import { useMemo } from 'react';
import { useShell } from '@hindsight/shared-contracts/shell';
import {
  deleteBlock,
  restoreBlock,
  archiveBlock,
  useMemoryChanges,
  useWriteContext,
} from '../../api/blockWrites';
import { reasonOf } from '../../model/reasons';
import { ARCHIVED, ARCHIVE_FAILED, deleteFailed, RESTORED, restoreFailed } from '../blockActions/texts';
import { useFailureToast } from '../blockActions/useFailureToast';
import { PERMANENTLY_DELETED, SIGN_IN_TO_RESTORE } from './texts';

export interface ArchivedActions {
  /** At once, with Undo. */
  restore(id: string): Promise<void>;
  /** For good; ask before. */
  remove(id: string): Promise<void>;
}

/** The row is gone from the list before the service has answered, and back when it refused. */
export function useArchivedActions(): ArchivedActions {
  const { toasts, guardWrite } = useShell();
  const context = useWriteContext();
  const changesIn = useMemoryChanges();
  const fail = useFailureToast();
  return useMemo(() => {
    const changes = changesIn(context.scope);
    async function carryOut(act: () => Promise<unknown>, onDone: () => void, onError: (e: unknown) => void) {
      try {
        await act();
        onDone();
      } catch (error) {
        onError(error);
      } finally {
        void changes.reload();
      }
    }
    const archiveAgain = (id: string) =>
      carryOut(
        () => archiveBlock(context, id),
        () => toasts.show('success', ARCHIVED),
        (error) => fail(error, ARCHIVE_FAILED),
      );
    return {
      async restore(id) {
        if (!guardWrite(SIGN_IN_TO_RESTORE)) return;
        const bringBack = changes.hide([id]);
        const action = { label: 'Undo', run: () => void archiveAgain(id) };
        await carryOut(
          () => restoreBlock(context, id),
          () => toasts.show('success', RESTORED, { action }),
          (error) => {
            bringBack();
            fail(error, restoreFailed(reasonOf(error)));
          },
        );
      },
      async remove(id) {
        const bringBack = changes.hide([id]);
        await carryOut(
          () => deleteBlock(context, id),
          () => toasts.show('success', PERMANENTLY_DELETED),
          (error) => {
            bringBack();
            fail(error, deleteFailed(reasonOf(error)));
          },
        );
      },
    };
  }, [toasts, guardWrite, context, changesIn, fail]);
}
