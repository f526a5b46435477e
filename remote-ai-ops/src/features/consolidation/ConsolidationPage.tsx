/** The page `/consolidation-suggestions`: groups of similar memories that could become one. */
import { lazyPage, useExpiredSession, usePageHeader, useShell } from '@hindsight/shared-contracts/shell';
import { Button } from '@hindsight/shared-ui/core';
import { Pagination, RefreshControl, SelectionBar, useListKeys } from '@hindsight/shared-ui/data';
import { Suspense, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useSuggestionPage } from '../../api/suggestions';
import { clampPage, isFiltered, PAGE_SIZE } from '../../model/suggestionView';
import { RunStrip } from '../jobs/RunStrip';
import { CONSOLIDATION_OFF } from './ConsolidationOff';
import { SuggestionFilters } from './SuggestionFilters';
import { SuggestionResults } from './SuggestionResults';
import { useDeletion } from './useDeletion';
import { useOpenSuggestion } from './useOpenSuggestion';
import { useSelection } from '../review/useSelection';
import { useSuggestionView } from './useSuggestionView';
import { TriggerButton } from './TriggerButton';
import type { SuggestionModalProps } from './SuggestionModal';
import styles from './ConsolidationPage.module.css';

/** Loaded when the first suggestion is opened. */
const SuggestionModal = lazyPage<SuggestionModalProps>(() =>
  import(/* webpackChunkName: "dialog-consolidation-suggestion" */ './SuggestionModal').then(
    (module) => module.SuggestionModal,
  ),
);
const TRIGGER = <TriggerButton />;
const SUGGESTION = { one: 'suggestion', many: 'suggestions' };

/** Nothing is asked for while the feature is off. */
export function ConsolidationPage() {
  return useShell().flags.consolidationEnabled ? <SuggestionList /> : CONSOLIDATION_OFF;
}

function SuggestionList() {
  const { view, setPage, filter, clear } = useSuggestionView();
  const suggestions = useSuggestionPage(view, true);
  useExpiredSession(suggestions.error, 'load consolidation suggestions');
  usePageHeader({ actions: TRIGGER });

  const { data, isPlaceholderData } = suggestions;
  const total = data ? (data.total ?? (view.page - 1) * PAGE_SIZE + data.items.length) : null;
  const isCurrent = total !== null && !isPlaceholderData;
  const lastPage = isCurrent ? clampPage(view.page, total) : view.page;
  const goToLastPage = useEffectEvent(() => setPage(lastPage));
  useEffect(() => {
    if (lastPage < view.page) goToLastPage();
  }, [lastPage, view.page]);

  const rows = useMemo(() => data?.items ?? [], [data]);
  const { selected, toggle, keepOnly, clearSelection } = useSelection(rows.map(({ id }) => id));
  const { openId, open, step, close } = useOpenSuggestion();
  // The queue is what stood in the list when the dialog was opened: what is decided stays in its place.
  const [queue, setQueue] = useState<readonly string[]>([]);
  const openRow = (id: string) => {
    setQueue(rows.map((row) => row.id));
    open(id);
  };
  const remove = useDeletion((gone) => keepOnly((id) => !gone.includes(id)));
  const list = useRef<HTMLUListElement>(null);
  useListKeys(list, { onSelect: toggle });

  return (
    <div className={styles.page}>
      <RunStrip />
      <div className={styles.bar}>
        <SuggestionFilters view={view} onFilter={filter} onClear={clear} />
        <RefreshControl
          updatedAt={suggestions.dataUpdatedAt || null}
          refreshing={suggestions.isFetching}
          onRefresh={() => void suggestions.refetch()}
        />
      </div>
      <SuggestionResults
        suggestions={suggestions}
        view={view}
        isFiltered={isFiltered(view)}
        isOutOfRange={lastPage < view.page}
        onShowAll={clear}
        selected={selected}
        onToggle={toggle}
        onOpen={openRow}
        list={list}
      />
      {total !== null && (
        <Pagination
          page={lastPage}
          pageSize={PAGE_SIZE}
          total={total}
          onChange={setPage}
          label="suggestions"
        />
      )}
      <SelectionBar count={selected.size} total={rows.length} noun={SUGGESTION} onClear={clearSelection}>
        <Button danger onClick={() => void remove([...selected])}>
          Delete selected ({selected.size})
        </Button>
      </SelectionBar>
      {openId !== null && (
        <Suspense fallback={null}>
          <SuggestionModal
            id={openId}
            queue={queue.includes(openId) ? queue : rows.map(({ id }) => id)}
            onStep={step}
            onClose={close}
          />
        </Suspense>
      )}
    </div>
  );
}
