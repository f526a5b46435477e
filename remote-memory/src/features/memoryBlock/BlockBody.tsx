/** Content of a memory's dialog and page: the memory, its edit form, or the reason why it is not shown. */
import type { ReactNode } from 'react';
import { Button, lazyView } from '@hindsight/shared-ui/core';
import { BlockLoading, Waiting } from './BlockLoading';
import { EditForm } from './EditForm';
import type { BlockScreen } from './useBlockScreen';
import { useState } from 'react';
import { Tabs } from '@hindsight/shared-ui/dialog';
import type { TabItem } from '@hindsight/shared-ui/dialog';
import type { Memory } from '../../model/memory';
import { ReadView } from './ReadView';
import { RetrievalsTab } from './RetrievalsTab';

const HistoryTab = lazyView<{ block: Memory }>(
  () => import('./HistoryTab').then((part) => part.HistoryTab),
  <Waiting what="the history" />,
);

type View = 'details' | 'history' | 'retrievals';

/** Tabs of a memory block: details, history and retrievals. */
function BlockTabs({ block }: { block: Memory }) {
  const [view, setView] = useState<View>('details');
  const items: TabItem<View>[] = [
    { key: 'details', label: 'Details', content: <ReadView block={block} /> },
    { key: 'history', label: 'History', content: <HistoryTab block={block} /> },
    {
      key: 'retrievals',
      label: 'Retrievals',
      content: <RetrievalsTab id={block.id} count={block.retrievals} />,
    },
  ];
  return <Tabs<View> label="Memory block" items={items} active={view} onChange={setView} />;
}

interface BlockBodyProps {
  screen: BlockScreen;
  /** Action for errors that a retry does not fix. */
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

/** Buttons of the edit form. */
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
