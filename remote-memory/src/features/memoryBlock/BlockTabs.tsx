/** The views of a memory block to read: itself, its history, who retrieved it. */
import { useState } from 'react';
import { Tabs, type TabItem } from '@hindsight/shared-ui/dialog';
import type { Memory } from '../../model/memory';
import { lazyView } from '@hindsight/shared-ui/core';
import { Waiting } from './BlockLoading';
import { ReadView } from './ReadView';
import { RetrievalsTab } from './RetrievalsTab';

const HistoryTab = lazyView<{ block: Memory }>(
  () => import('./HistoryTab').then((part) => part.HistoryTab),
  <Waiting what="the history" />,
);

type View = 'details' | 'history' | 'retrievals';

export function BlockTabs({ block }: { block: Memory }) {
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
