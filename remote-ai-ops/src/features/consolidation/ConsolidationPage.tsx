/** The page `/consolidation-suggestions`: groups of similar memories that could become one. */
import { useEffect, useEffectEvent } from 'react';
import { useShell } from '@hindsight/shared-contracts/shell';
import { EmptyState } from '@hindsight/shared-ui/core';
import { Pagination, RefreshControl, Segmented } from '@hindsight/shared-ui/data';
import { useExpiredSession } from '@hindsight/shared-contracts/shell';
import { useSuggestionPage } from '../../api/suggestions';
import { readStatus, STATUSES } from '../../model/suggestionStatus';
import { clampPage, PAGE_SIZE } from '../../model/suggestionView';
import { SuggestionResults } from './SuggestionResults';
import { useSuggestionView } from './useSuggestionView';
import styles from './ConsolidationPage.module.css';

const ALL = 'all';
const FILTERS = [{ value: ALL, label: 'All' }, ...STATUSES.map(({ value, label }) => ({ value, label }))];

/** Nothing is asked for while the feature is off. */
export function ConsolidationPage() {
  return useShell().flags.consolidationEnabled ? (
    <SuggestionList />
  ) : (
    <EmptyState
      kind="feature-off"
      title="Feature coming soon"
      description="Consolidation is not switched on for this service yet."
    />
  );
}

function SuggestionList() {
  const { view, setPage, setStatus } = useSuggestionView();
  const suggestions = useSuggestionPage(view, true);
  useExpiredSession(suggestions.error, 'load consolidation suggestions');

  const { data, isPlaceholderData } = suggestions;
  const total = data ? (data.total ?? (view.page - 1) * PAGE_SIZE + data.items.length) : null;
  const isCurrent = total !== null && !isPlaceholderData;
  const lastPage = isCurrent ? clampPage(view.page, total) : view.page;
  const goToLastPage = useEffectEvent(() => setPage(lastPage));
  useEffect(() => {
    if (lastPage < view.page) goToLastPage();
  }, [lastPage, view.page]);

  return (
    <div className={styles.page}>
      <div className={styles.bar}>
        <Segmented
          label="Status"
          value={view.status ?? ALL}
          options={FILTERS}
          onChange={(value) => setStatus(readStatus(value))}
        />
        <RefreshControl
          updatedAt={suggestions.dataUpdatedAt || null}
          refreshing={suggestions.isFetching}
          onRefresh={() => void suggestions.refetch()}
        />
      </div>
      <SuggestionResults
        suggestions={suggestions}
        status={view.status}
        isOutOfRange={lastPage < view.page}
        onShowAll={() => setStatus(null)}
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
    </div>
  );
}
