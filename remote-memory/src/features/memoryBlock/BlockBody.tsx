/** The content of a memory's dialog and page: the memory, its edit, or why it cannot be shown. */
import type { ReactNode } from 'react';
import { Button } from '@hindsight/shared-ui/core';
import { BlockLoading } from './BlockLoading';
import { BlockTabs } from './BlockTabs';
import { EditForm } from './EditForm';
import type { BlockScreen } from './useBlockScreen';

interface BlockBodyProps {
  screen: BlockScreen;
  /** An action where a retry cannot help. */
  action?: ReactNode;
}

export function BlockBody({ screen, action }: BlockBodyProps) {
  const { block, query, isEditing, formId } = screen;
  if (!block) {
    return (
      <BlockLoading
        error={query.error}
        isNoId={screen.isNoId}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
        action={action}
      />
    );
  }
  if (!isEditing) return <BlockTabs block={block} />;
  return <EditForm memory={block} formId={formId} onState={screen.onEditState} onSaved={screen.leaveEdit} />;
}

/** The buttons of an edit. */
export function EditActions({ screen }: { screen: BlockScreen }) {
  const { editState, formId } = screen;
  return (
    <>
      <Button onClick={() => void screen.cancelEdit()} disabled={editState.saving}>
        Cancel
      </Button>
      <Button
        type="primary"
        htmlType="submit"
        form={formId}
        loading={editState.saving}
        disabled={!editState.dirty}
      >
        Save Changes
      </Button>
    </>
  );
}
