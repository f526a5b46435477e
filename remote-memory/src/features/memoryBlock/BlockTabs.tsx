/** The views of a memory block to read: itself, its history, who retrieved it; the latter two where the service keeps them. */
import { useState } from 'react';
import { useShell } from '@hindsight/shared-contracts/shell';
import { Tabs, type TabItem } from '@hindsight/shared-ui/dialog';
import type { MemoryDetail } from '../../model/memoryDetail';
import { lazyView } from '../parts/lazyPart';
import { Waiting } from './BlockLoading';
import { ReadView } from './ReadView';
import { RetrievalsTab } from './RetrievalsTab';

const HistoryTab = lazyView<{ block: MemoryDetail }>(
  () => import('./HistoryTab').then((part) => part.HistoryTab),
  <Waiting what="the history" />,
);

type View = 'details' | 'history' | 'retrievals';

export function BlockTabs({ block, agentName }: { block: MemoryDetail; agentName: string }) {
  const { offers } = useShell();
  const [view, setView] = useState<View>('details');
  const read = <ReadView block={block} agentName={agentName} />;
  const items: TabItem<View>[] = [{ key: 'details', label: 'Details', content: read }];
  if (offers('memory.versions')) {
    items.push({ key: 'history', label: 'History', content: <HistoryTab block={block} /> });
  }
  if (offers('memory.retrievals')) {
    items.push({ key: 'retrievals', label: 'Retrievals', content: <RetrievalsTab id={block.id} /> });
  }
  if (items.length === 1) return read;
  return <Tabs<View> label="Memory block" items={items} active={view} onChange={setView} />;
}
