/** What stands in the dialog and on the page of a memory block: the block itself, its edit, or why it is not there. */
import type { ReactNode } from 'react';
import { Button } from '@hindsight/shared-ui/core';
import { BlockEditor } from './BlockEditor';
import { BlockLoading } from './BlockLoading';
import { BlockTabs } from './BlockTabs';
import type { BlockScreen } from './useBlockScreen';

interface BlockBodyProps {
  screen: BlockScreen;
  /** The way on where a retry cannot help. */
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
  if (!isEditing) return <BlockTabs block={block} agentName={screen.agentName} />;
  return (
    <BlockEditor block={block} formId={formId} onState={screen.onEditorState} onSaved={screen.leaveEdit} />
  );
}

/** The buttons of an edit. */
export function EditActions({ screen }: { screen: BlockScreen }) {
  const { editor, formId } = screen;
  return (
    <>
      <Button onClick={() => void screen.cancelEdit()} disabled={editor.saving}>
        Cancel
      </Button>
      <Button type="primary" htmlType="submit" form={formId} loading={editor.saving} disabled={!editor.dirty}>
        Save Changes
      </Button>
    </>
  );
}
