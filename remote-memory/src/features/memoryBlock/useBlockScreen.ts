/** What the dialog and the page of a memory block have in common: the block, reading or editing it, leaving the edit. */
import { useId, useState } from 'react';
import { isId } from '../../model/conversationId';
import { useExpiredSession, useShell } from '@hindsight/shared-contracts/shell';
import { useConfirm } from '@hindsight/shared-ui/dialog';
import { useAgents } from '../../api/agents';
import { useMemoryBlock } from '../../api/memoryBlock';
import { agentNameOf } from '../../model/agentRow';
import { SIGN_IN_TO } from '../blockActions/texts';
import type { EditorState } from './BlockEditor';

const AT_REST: EditorState = { dirty: false, saving: false };

export function useBlockScreen(id: string) {
  const { guardWrite } = useShell();
  const isNoId = !isId(id);
  const query = useMemoryBlock(id, !isNoId);
  useExpiredSession(query.error, 'load the memory block');
  const agents = useAgents();
  const [isEditing, setEditing] = useState(false);
  const [editor, setEditor] = useState(AT_REST);
  const confirm = useConfirm();
  const formId = useId();
  const block = query.data;

  const leaveEdit = () => {
    setEditing(false);
    setEditor(AT_REST);
  };
  return {
    query,
    block,
    isNoId,
    agentName: block ? agentNameOf(block, agents.data ?? []) : '',
    isEditing,
    editor,
    formId,
    onEditorState: setEditor,
    edit: () => {
      if (guardWrite(SIGN_IN_TO.edit)) setEditing(true);
    },
    leaveEdit,
    /** Asks when something would be lost. */
    cancelEdit: async () => {
      const question = {
        title: 'Discard your changes?',
        message: 'You would lose your changes to this memory block.',
        confirmLabel: 'Discard',
        cancelLabel: 'Keep editing',
        danger: true,
      };
      if (!editor.dirty || (await confirm(question))) leaveEdit();
    },
  };
}

export type BlockScreen = ReturnType<typeof useBlockScreen>;
