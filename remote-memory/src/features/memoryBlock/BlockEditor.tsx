/** The form of a block with its edit; the buttons may stand elsewhere. */
import { useEffect, useEffectEvent } from 'react';
import type { MemoryDetail } from '../../model/memoryDetail';
import { EditForm } from './EditForm';
import { useEdit } from './useEdit';

export interface EditorState {
  dirty: boolean;
  saving: boolean;
}

interface BlockEditorProps {
  block: MemoryDetail;
  formId: string;
  /** For the buttons. */
  onState(state: EditorState): void;
  onSaved(): void;
}

/** Mounted for one edit: the next one starts from the block as it is then. */
export function BlockEditor({ block, formId, onState, onSaved }: BlockEditorProps) {
  const edit = useEdit(block);
  const { dirty, saving } = edit;
  const tell = useEffectEvent(onState);
  useEffect(() => tell({ dirty, saving }), [dirty, saving]);
  return (
    <EditForm
      edit={edit}
      links={block.links}
      formId={formId}
      onSave={() =>
        void edit.save().then((isSaved) => {
          if (isSaved) onSaved();
        })
      }
    />
  );
}
