/** Restores archived memories, or deletes them for good. */
import { useMemo } from 'react';
import { useShell } from '@hindsight/shared-contracts/shell';
import { archiveMemory, deleteMemory, restoreMemory } from '../../api/memoryWrites';
import { ARCHIVED, ARCHIVE_FAILED, deleteFailed, RESTORED, restoreFailed } from '../blockActions/texts';
import { useBlockWork } from '../blockActions/useBlockWork';
import { PERMANENTLY_DELETED, SIGN_IN_TO_RESTORE } from './texts';

interface ArchivedActions {
  /** At once, with Undo. */
  restore(id: string): void;
  /** For good; ask before. */
  remove(id: string): void;
}

export function useArchivedActions(): ArchivedActions {
  const { guardWrite } = useShell();
  const carryOut = useBlockWork();
  return useMemo(() => {
    const archiveAgain = (id: string) =>
      carryOut({
        act: (context) => archiveMemory(context, id),
        done: ARCHIVED,
        failed: () => ARCHIVE_FAILED,
      });
    return {
      restore(id) {
        if (!guardWrite(SIGN_IN_TO_RESTORE)) return;
        void carryOut({
          act: (context) => restoreMemory(context, id),
          hides: id,
          done: RESTORED,
          undo: () => void archiveAgain(id),
          failed: restoreFailed,
        });
      },
      remove(id) {
        void carryOut({
          act: (context) => deleteMemory(context, id),
          hides: id,
          isForGood: true,
          done: PERMANENTLY_DELETED,
          failed: deleteFailed,
        });
      },
    };
  }, [guardWrite, carryOut]);
}
