/** Everything that can be done with memory blocks where they are shown: the actions, and the dialogs that they open. */
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { useShell } from '@hindsight/shared-contracts/shell';
import { useMemoryChanges } from '../../api/blockWrites';
import { lazyDialog } from '../parts/lazyPart';
import type { AskDialogProps } from './AskDialog';
import type { BlockSlot, SlotActionProps } from './SlotAction';
import { ARCHIVE_QUESTION, DELETE_FOREVER_QUESTION, SIGN_IN_TO } from './texts';
import { useArchive } from './useArchive';

const AskDialog = lazyDialog<AskDialogProps>(() => import('./AskDialog').then((part) => part.AskDialog));
const SlotAction = lazyDialog<SlotActionProps>(() => import('./SlotAction').then((part) => part.SlotAction));

export interface BlockActions {
  /** At once, with Undo; asks first where the service could not bring it back. */
  archive(id: string): void;
  /** Takes it out of the archive. */
  restore(id: string): void;
  /** Asks, then deletes for good. */
  remove(id: string): void;
  /** Opens what another remote does with blocks. */
  open(slot: BlockSlot, ids: readonly string[]): void;
}

type Opened =
  { kind: 'archive' | 'remove'; id: string } | { kind: 'slot'; slot: BlockSlot; ids: readonly string[] };

interface Options {
  /** A block was archived or deleted, e.g. to leave its page. Keep it stable. */
  onGone?(id: string): void;
  /** The words of the question before a block is deleted. */
  deleteQuestion?: string;
}

export function useBlockActions({ onGone, deleteQuestion = DELETE_FOREVER_QUESTION }: Options = {}): {
  actions: BlockActions;
  dialogs: ReactNode;
} {
  const { guardWrite, offers, scope } = useShell();
  const [opened, setOpened] = useState<Opened | null>(null);
  const changesIn = useMemoryChanges();
  const work = useArchive();
  // A service that keeps versions brings archived blocks back; the public one accepts the call and does nothing.
  const canUndo = offers('memory.versions');

  const carryOut = useCallback(
    async (kind: 'archive' | 'remove', id: string) => {
      if (await work[kind](id)) onGone?.(id);
    },
    [work, onGone],
  );
  const actions = useMemo<BlockActions>(
    () => ({
      archive(id) {
        if (canUndo) void carryOut('archive', id);
        else if (guardWrite(SIGN_IN_TO.archive)) setOpened({ kind: 'archive', id });
      },
      restore(id) {
        if (guardWrite(SIGN_IN_TO.archive)) void work.restore(id);
      },
      remove(id) {
        if (guardWrite(SIGN_IN_TO.delete)) setOpened({ kind: 'remove', id });
      },
      open(slot, ids) {
        const hint = slot === 'memory-block.compaction' ? SIGN_IN_TO.compact : SIGN_IN_TO.keywords;
        if (guardWrite(hint)) setOpened({ kind: 'slot', slot, ids });
      },
    }),
    [canUndo, carryOut, guardWrite, work],
  );

  const close = () => setOpened(null);
  if (opened === null) return { actions, dialogs: null };
  if (opened.kind === 'slot') {
    const changed = () => void changesIn(scope).reload();
    const { slot, ids } = opened;
    return {
      actions,
      dialogs: <SlotAction slot={slot} blockIds={ids} onClose={close} onChanged={changed} />,
    };
  }
  const isArchive = opened.kind === 'archive';
  return {
    actions,
    dialogs: (
      <AskDialog
        title={isArchive ? 'Archive memory block' : 'Delete memory block'}
        question={isArchive ? ARCHIVE_QUESTION : deleteQuestion}
        confirmLabel={isArchive ? 'Archive' : 'Delete'}
        danger={!isArchive}
        onClose={close}
        onConfirm={() => {
          close();
          void carryOut(opened.kind, opened.id);
        }}
      >
        {!isArchive && <p>Its versions and its links to keywords go with it.</p>}
      </AskDialog>
    ),
  };
}
