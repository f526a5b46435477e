/** Shared state of a memory's dialog and page: the loaded memory and its read or edit mode. */
import { useId, useState } from 'react';
import { isUuid } from '@hindsight/shared-contracts/rules';
import { useExpiredSession, useHasDraft, useShell } from '@hindsight/shared-contracts/shell';
import { useConfirm } from '@hindsight/shared-ui/data';
import { useMemory } from '../../api/memory';
import { memoryDraftKey } from '../../model/draftKeys';
import type { EditState } from './EditForm';
import { DISCARD, SIGN_IN_TO_EDIT } from './texts';

const UNCHANGED: EditState = { dirty: false, saving: false, discard: () => undefined };

export function useBlockScreen(id: string) {
  const { guardWrite } = useShell();
  const isNoId = !isUuid(id);
  const query = useMemory(id, !isNoId);
  useExpiredSession(query.error, 'load the memory block');
  const [isEditing, setEditing] = useState(useHasDraft(memoryDraftKey(id)));
  const [editState, setEditState] = useState(UNCHANGED);
  const confirm = useConfirm();
  const formId = useId();
  const block = query.data;

  const leaveEdit = () => {
    editState.discard();
    setEditing(false);
    setEditState(UNCHANGED);
  };
  return {
    query,
    block,
    isNoId,
    isEditing,
    editState,
    formId,
    onEditState: setEditState,
    edit: () => {
      if (guardWrite(SIGN_IN_TO_EDIT)) setEditing(true);
    },
    leaveEdit,
    /** Confirms before discarding changes. */
    cancelEdit: async () => {
      if (!editState.dirty || (await confirm(DISCARD))) leaveEdit();
    },
  };
}

export type BlockScreen = ReturnType<typeof useBlockScreen>;
