/** Archives, restores and deletes a memory. */
import { useMemo } from 'react';
import { useShell } from '@hindsight/shared-contracts/shell';
import { archiveMemory, deleteMemory, restoreMemory } from '../../api/memoryWrites';
import {
  ARCHIVED,
  ARCHIVE_FAILED,
  DELETED,
  deleteFailed,
  RESTORED,
  restoreFailed,
  SIGN_IN_TO,
} from './texts';
import { useBlockWork } from './useBlockWork';

export interface Archive {
  /** Each answers whether it was done. */
  archive(id: string): Promise<boolean>;
  remove(id: string): Promise<boolean>;
  restore(id: string): Promise<boolean>;
}

export function useArchive(): Archive {
  const { guardWrite } = useShell();
  const carryOut = useBlockWork();
  return useMemo(() => {
    const restore = (id: string) =>
      carryOut({ act: (context) => restoreMemory(context, id), done: RESTORED, failed: restoreFailed });
    return {
      restore,
      async archive(id) {
        if (!guardWrite(SIGN_IN_TO.archive)) return false;
        return carryOut({
          act: (context) => archiveMemory(context, id),
          hides: id,
          done: ARCHIVED,
          undo: () => void restore(id),
          failed: () => ARCHIVE_FAILED,
        });
      },
      async remove(id) {
        if (!guardWrite(SIGN_IN_TO.delete)) return false;
        return carryOut({
          act: (context) => deleteMemory(context, id),
          hides: id,
          isForGood: true,
          done: DELETED,
          failed: deleteFailed,
        });
      },
    };
  }, [guardWrite, carryOut]);
}
