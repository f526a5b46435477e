/** The page `/memory-blocks`: everything the agents of the workspace remember, to search and to read. */
import { useEffect, useEffectEvent } from 'react';
import { Pagination, RefreshControl } from '@hindsight/shared-ui/data';
import { useShell } from '@hindsight/shared-contracts/shell';
import { useAgents } from '../../api/agents';
import { useExpiredSession } from '@hindsight/shared-contracts/shell';
import { useMemoryPage } from '../../api/memoryBlocks';
import { isUsable, PAGE_SIZE } from '../../model/memoryFilters';
import { clampPage, countText, pageTotal } from '../../model/paging';
import { MEMORY_BLOCKS_FAILED } from '../cards/MemoryLoadError';
import { ActiveFilters } from './ActiveFilters';
import { FilterBar } from './FilterBar';
import { MemoryResults } from './MemoryResults';
import { useMemoryView } from './useMemoryView';
import styles from './MemoryBlocksPage.module.css';

/** Filters, rows and pages; the address describes them all. */
export function MemoryBlocksPage() {
  const { toasts } = useShell();
  const state = useMemoryView();
  const { view, setPage } = state;
  const canAsk = isUsable(view);
  const memories = useMemoryPage(view, canAsk);
  const agents = useAgents();
  useExpiredSession(memories.error, 'load memory blocks');

  const rows = canAsk ? memories.data : undefined;
  const total = rows && pageTotal(rows, view.page, PAGE_SIZE);
  const isCurrent = rows !== undefined && !memories.isPlaceholderData;
  const lastPage = isCurrent && total ? clampPage(view.page, total.count, PAGE_SIZE) : view.page;
  const goToLastPage = useEffectEvent(() => setPage(lastPage));
  useEffect(() => {
    if (lastPage < view.page) goToLastPage();
  }, [lastPage, view.page]);

  async function refresh() {
    const [asked] = await Promise.all([memories.refetch(), agents.refetch()]);
    if (asked.isError) toasts.show('error', MEMORY_BLOCKS_FAILED);
    else toasts.show('success', 'Data refreshed successfully');
  }

  return (
    <div className={styles.page}>
      <FilterBar state={state} agents={agents.data} agentsFailed={agents.isError} />
      <ActiveFilters state={state} agents={agents.data ?? []} />
      <div className={styles.summary}>
        <p role="status">{isCurrent && total ? countText(total) : ''}</p>
        {canAsk && (
          <RefreshControl
            updatedAt={memories.dataUpdatedAt || null}
            refreshing={memories.isFetching}
            onRefresh={() => void refresh()}
          />
        )}
      </div>
      <MemoryResults
        view={view}
        memories={memories}
        isOutOfRange={lastPage < view.page}
        agents={agents.data ?? []}
        onClear={state.clear}
      />
      {total && (
        <Pagination
          page={lastPage}
          pageSize={PAGE_SIZE}
          total={total.count}
          onChange={setPage}
          label="memory blocks"
        />
      )}
    </div>
  );
}
