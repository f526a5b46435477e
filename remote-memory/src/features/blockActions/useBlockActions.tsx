/** Actions on memories in lists and on their pages, with the dialogs they open. */
import { useCallback, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { useShell } from '@hindsight/shared-contracts/shell';
import { LostQuestionsNote } from '@hindsight/shared-ui/data';
import { useMemoryCache } from '../../api/memoryCache';
import { lazyDialog } from '@hindsight/shared-ui/core';
import type { AskDialogProps } from './AskDialog';
import type { BlockSlot, SlotActionProps } from './SlotAction';
import {
  DELETE_FOREVER_QUESTION,
  SIGN_IN_TO,
  ARCHIVED,
  ARCHIVE_FAILED,
  DELETED,
  deleteFailed,
  RESTORED,
  restoreFailed,
} from './texts';
import { archiveMemory, deleteMemory, restoreMemory } from '../../api/memoryWrites';
import { useBlockWork } from './useBlockWork';

interface Archive {
  /** Each resolves with whether it succeeded. */
  archive(id: string): Promise<boolean>;
  remove(id: string): Promise<boolean>;
  restore(id: string): Promise<boolean>;
}

function useArchive(): Archive {
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

const AskDialog = lazyDialog<AskDialogProps>(() => import('./AskDialog').then((part) => part.AskDialog));
const SlotAction = lazyDialog<SlotActionProps>(() => import('./SlotAction').then((part) => part.SlotAction));

export interface BlockActions {
  /** Immediately, with Undo. */
  archive(id: string): void;
  restore(id: string): void;
  /** Confirms, then deletes permanently. */
  remove(id: string): void;
  /** Opens an action provided by another remote. */
  open(slot: BlockSlot, ids: readonly string[]): void;
}

type Opened = { removing: string } | { slot: BlockSlot; ids: readonly string[] };

interface Options {
  /** Called after a memory was archived or deleted, e.g. to leave its page. Keep it stable. */
  onGone?(id: string): void;
  deleteQuestion?: string;
}

export function useBlockActions({ onGone, deleteQuestion = DELETE_FOREVER_QUESTION }: Options = {}): {
  actions: BlockActions;
  dialogs: ReactNode;
} {
  const { guardWrite, scope } = useShell();
  const [opened, setOpened] = useState<Opened | null>(null);
  const cacheFor = useMemoryCache();
  const work = useArchive();

  const carryOut = useCallback(
    async (kind: 'archive' | 'remove', id: string) => {
      if (await work[kind](id)) onGone?.(id);
    },
    [work, onGone],
  );
  const actions = useMemo<BlockActions>(
    () => ({
      archive(id) {
        void carryOut('archive', id);
      },
      restore(id) {
        if (guardWrite(SIGN_IN_TO.archive)) void work.restore(id);
      },
      remove(id) {
        if (guardWrite(SIGN_IN_TO.delete)) setOpened({ removing: id });
      },
      open(slot, ids) {
        const hint = slot === 'memory-block.compaction' ? SIGN_IN_TO.compact : SIGN_IN_TO.keywords;
        if (guardWrite(hint)) setOpened({ slot, ids });
      },
    }),
    [carryOut, guardWrite, work],
  );

  const close = () => setOpened(null);
  if (opened === null) return { actions, dialogs: null };
  if ('slot' in opened) {
    const reloadMemories = () => void cacheFor(scope).reload();
    const { slot, ids } = opened;
    return {
      actions,
      dialogs: <SlotAction slot={slot} blockIds={ids} onClose={close} onChanged={reloadMemories} />,
    };
  }
  return {
    actions,
    dialogs: (
      <AskDialog
        title="Delete memory block"
        question={deleteQuestion}
        confirmLabel="Delete"
        danger
        onClose={close}
        onConfirm={() => {
          close();
          void carryOut('remove', opened.removing);
        }}
      >
        <p>This also deletes its history and keyword links.</p>
        <LostQuestionsNote changes={{ deleted_ids: [opened.removing] }} />
      </AskDialog>
    ),
  };
}
