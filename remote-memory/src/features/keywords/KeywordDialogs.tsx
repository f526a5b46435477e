/** Dialogs of the keywords page, each loaded when first opened. */
import type { KeywordChange } from '@hindsight/shared-contracts/api';
import type { Keyword } from '../../model/keyword';
import type { AskDialogProps } from '../blockActions/AskDialog';
import { lazyDialog } from '@hindsight/shared-ui/core';
import type { AddKeywordModalProps } from './AddKeywordModal';
import { ChangePreview } from './ChangePreview';
import type { CleanupDialogProps } from './CleanupDialog';
import type { KeywordMemoriesModalProps } from './KeywordMemoriesModal';
import { DELETE_QUESTION, MEMORIES_STAY, mergeQuestion } from './texts';
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
const CleanupDialog = lazyDialog<CleanupDialogProps>(() =>
  import('./CleanupDialog').then((module) => module.CleanupDialog),
);

export type OpenedDialog =
  | { kind: 'add' | 'cleanup' }
  | { kind: 'memories' | 'delete'; keyword: Keyword }
  | { kind: 'merge'; keyword: Keyword; into: Keyword };

const toMergeChanges = ({ keyword, into }: Extract<OpenedDialog, { kind: 'merge' }>): KeywordChange[] => [
  { keyword_ids: [keyword.id], keyword_text: into.text },
];

interface KeywordDialogsProps {
  opened: OpenedDialog | null;
  /** Number of memories with the dialog's keyword; undefined until loaded. */
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
          <ChangePreview changes={[{ keyword_ids: [opened.keyword.id], keyword_text: null }]} />
        </AskDialog>
      )}
      {opened.kind === 'merge' && (
        <AskDialog
          title="Merge keywords"
          question={mergeQuestion(opened.keyword.text, opened.into.text)}
          confirmLabel="Merge"
          onClose={onClose}
          onConfirm={() => {
            void writes.clean(toMergeChanges(opened));
            onClose();
          }}
        >
          <ChangePreview changes={toMergeChanges(opened)} />
        </AskDialog>
      )}
      {opened.kind === 'cleanup' && (
        <CleanupDialog
          onClean={writes.clean}
          onDismissDuplicate={writes.dismissDuplicate}
          onKeepUnused={writes.keepUnused}
          onClose={onClose}
        />
      )}
    </>
  );
}
