/** Archives a memory block at once and offers to undo it; deletes one for good. */
import { useMemo } from 'react';
import { useShell } from '@hindsight/shared-contracts/shell';
import {
  archiveBlock,
  deleteBlock,
  restoreBlock,
  useMemoryChanges,
  useWriteContext,
} from '../../api/blockWrites';
import { reasonOf } from '../../model/reasons';
import {
  ARCHIVED,
  ARCHIVE_FAILED,
  DELETED,
  deleteFailed,
  RESTORED,
  restoreFailed,
  SIGN_IN_TO,
} from './texts';
import { useFailureToast } from './useFailureToast';

export interface Archive {
  /** Each answers whether it was done. */
  archive(id: string): Promise<boolean>;
  remove(id: string): Promise<boolean>;
  restore(id: string): Promise<boolean>;
}

/** The row is gone from the lists before the service has answered, and back when it refused. */
export function useArchive(): Archive {
  const { toasts, guardWrite } = useShell();
  const context = useWriteContext();
  const changesIn = useMemoryChanges();
  const fail = useFailureToast();

  return useMemo(() => {
    // The workspace of the block: also for an undo that comes when another one is open.
    const changes = changesIn(context.scope);

    async function carryOut(
      act: () => Promise<unknown>,
      onError: (error: unknown) => void,
      gone: readonly string[] = [],
    ): Promise<boolean> {
      try {
        await act();
        void changes.reload(gone);
        return true;
      } catch (error) {
        onError(error);
        void changes.reload();
        return false;
      }
    }

    const restore = async (id: string) => {
      const act = () => restoreBlock(context, id);
      const done = await carryOut(act, (error) => fail(error, restoreFailed(reasonOf(error))));
      if (done) toasts.show('success', RESTORED);
      return done;
    };

    return {
      restore,
      async archive(id) {
        if (!guardWrite(SIGN_IN_TO.archive)) return false;
        const bringBack = changes.hide([id]);
        const act = () => archiveBlock(context, id);
        const done = await carryOut(act, (error) => {
          bringBack();
          fail(error, ARCHIVE_FAILED);
        });
        const undo = { label: 'Undo', run: () => void restore(id) };
        if (done) toasts.show('success', ARCHIVED, { action: undo });
        return done;
      },
      async remove(id) {
        if (!guardWrite(SIGN_IN_TO.delete)) return false;
        const bringBack = changes.hide([id]);
        const onError = (error: unknown) => {
          bringBack();
          fail(error, deleteFailed(reasonOf(error)));
        };
        const done = await carryOut(() => deleteBlock(context, id), onError, [id]);
        if (done) toasts.show('success', DELETED);
        return done;
      },
    };
  }, [toasts, guardWrite, context, changesIn, fail]);
}
