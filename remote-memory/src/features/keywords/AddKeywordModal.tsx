/** The dialog that adds a keyword. */
import { useState } from 'react';
import { MAX_KEYWORD } from '@hindsight/shared-contracts/rules';
import { FormDialog } from '@hindsight/shared-ui/dialog';
import { TextInput } from '@hindsight/shared-ui/form';
import { useUnsavedChanges } from '@hindsight/shared-contracts/shell';

export interface AddKeywordModalProps {
  onAdd(text: string): Promise<boolean>;
  onClose(): void;
}

/** Add is off until there is a text. A failure keeps the dialog and what was typed. */
export function AddKeywordModal({ onAdd, onClose }: AddKeywordModalProps) {
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const isEmpty = text.trim() === '';
  useUnsavedChanges(!isEmpty, 'the keyword you are adding');

  async function add() {
    if (isEmpty || busy) return;
    setBusy(true);
    if (await onAdd(text)) onClose();
    else setBusy(false);
  }
  return (
    <FormDialog
      title="Add Keyword"
      size="small"
      busy={busy}
      closeOnBackdrop={isEmpty}
      onClose={onClose}
      submitLabel="Add"
      canSubmit={!isEmpty}
      onSubmit={add}
    >
      <TextInput label="Keyword" value={text} onChange={setText} maxLength={MAX_KEYWORD} required autoFocus />
    </FormDialog>
  );
}
