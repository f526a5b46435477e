/** The dialogs of the keywords screen; each loads when it is first opened. */
import type { Keyword } from '../../model/keyword';
import type { AskDialogProps } from '../blockActions/AskDialog';
import { lazyDialog } from '../parts/lazyPart';
import type { AddKeywordModalProps } from './AddKeywordModal';
import type { KeywordMemoriesModalProps } from './KeywordMemoriesModal';
import { DELETE_QUESTION, MEMORIES_STAY } from './texts';
import type { KeywordWrites } from './useKeywordWrites';

const AskDialog = lazyDialog<AskDialogProps>(() =>
  import('../blockActions/AskDialog').then((module) => module.AskDialog),
);
const AddKeywordModal = lazyDialog<AddKeywordModalProps>(() =>
  import('./AddKeywordModal').then((module) => module.AddKeywordModal),
);
const KeywordMemoriesModal = lazyDialog<KeywordMemoriesModalProps>(() =>
  import('./KeywordMemoriesModal').then((module) => module.KeywordMemoriesModal),
);

export type OpenedDialog = { kind: 'add' } | { kind: 'memories' | 'delete'; keyword: Keyword };

interface KeywordDialogsProps {
  opened: OpenedDialog | null;
  /** Memories of the keyword that a dialog is about; undefined until it is known. */
  count: number | undefined;
  writes: KeywordWrites;
  onClose(): void;
}

export function KeywordDialogs({ opened, count, writes, onClose }: KeywordDialogsProps) {
  if (opened === null) return null;
  return (
    <>
      {opened.kind === 'add' && <AddKeywordModal onAdd={writes.add} onClose={onClose} />}
      {opened.kind === 'memories' && (
        <KeywordMemoriesModal keyword={opened.keyword} count={count} onClose={onClose} />
      )}
      {opened.kind === 'delete' && (
        <AskDialog
          title={`Delete “${opened.keyword.text}”`}
          question={DELETE_QUESTION}
          confirmLabel="Delete"
          danger
          onClose={onClose}
          onConfirm={() => {
            void writes.remove(opened.keyword.id);
            onClose();
          }}
        >
          <p>{MEMORIES_STAY}</p>
        </AskDialog>
      )}
    </>
  );
}
