/** Dialog to add a keyword. */
import { useState } from 'react';
import { MAX_KEYWORD } from '@hindsight/shared-contracts/rules';
import { FormDialog } from '@hindsight/shared-ui/dialog';
import { DraftNote } from '@hindsight/shared-ui/core';
import { TextInput } from '@hindsight/shared-ui/form';
import { useDraft, useUnsavedChanges } from '@hindsight/shared-contracts/shell';
import { NEW_KEYWORD_DRAFT } from '../../model/draftKeys';

export interface AddKeywordModalProps {
  onAdd(text: string): Promise<boolean>;
  onClose(): void;
}

/** Add is disabled while the text is empty. A failure keeps the dialog and its input. */
export function AddKeywordModal({ onAdd, onClose }: AddKeywordModalProps) {
  const draft = useDraft(NEW_KEYWORD_DRAFT, '');
  const text = draft.value;
  const [busy, setBusy] = useState(false);
  const isEmpty = text.trim() === '';
  useUnsavedChanges(!isEmpty, 'the keyword you are adding', draft.reset);

  function close() {
    draft.reset();
    onClose();
  }

  async function add() {
    if (isEmpty || busy) return;
    setBusy(true);
    if (await onAdd(text)) close();
    else setBusy(false);
  }
  return (
    <FormDialog
      title="Add Keyword"
      size="small"
      busy={busy}
      closeOnBackdrop={isEmpty}
      onClose={close}
      submitLabel="Add"
      canSubmit={!isEmpty}
      onSubmit={add}
    >
      <DraftNote draft={draft} />
      <TextInput
        label="Keyword"
        value={text}
        onChange={draft.set}
        maxLength={MAX_KEYWORD}
        required
        autoFocus
      />
    </FormDialog>
  );
}
