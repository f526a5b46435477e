/** Report of memories that agents never or no longer retrieve. */
import { LazyBoundary, useExpiredSession, useShell } from '@hindsight/shared-contracts/shell';
import { StaleNotice, EmptyState, CardSkeleton } from '@hindsight/shared-ui/core';
import {
  choiceParameter,
  Pagination,
  RefreshControl,
  Segmented,
  Select,
  useClampedPage,
  useListView,
} from '@hindsight/shared-ui/data';
import { reachableRows, usePlaces } from '@hindsight/shared-ui/places';
import { scopeKey } from '@hindsight/shared-contracts/events';
import { useUnusedMemories } from '../../api/analytics';
import { DEFAULT_STALE_DAYS, STALE_DAYS, UNUSED_PAGE_SIZE } from '../../model/staleMemories';
import { useActionProblems } from '../blockActions/useActionProblems';
import { useBlockActions } from '../blockActions/useBlockActions';
import { MEMORY_BLOCKS_FAILED, MemoryLoadError } from '../cards/MemoryLoadError';
import { useRefresh } from '../lists/useRefresh';
import styles from './AnalyticsPage.module.css';
import { UnusedList } from './UnusedList';
import { unusedText, ALL_RETRIEVED, NOTHING_TO_REPORT, NO_MEMORIES, noneStale } from './texts';
import { useRecentMemories } from '../../api/recentMemories';
import type { UnusedView } from '../../model/staleMemories';
import { NextStep } from '../parts/NextStep';

/** Distinguishes an empty workspace from one without unused memories. */
function UnusedEmpty({ kind, days }: UnusedView) {
  const { data, isPending } = useRecentMemories();
  if (isPending) return <CardSkeleton rows="tall" count={6} />;
  if (data?.items.length === 0) {
    return <EmptyState kind="nothing-yet" {...NO_MEMORIES} action={<NextStep />} />;
  }
  if (kind === 'stale') {
    return <EmptyState kind="nothing-yet" icon="check" {...noneStale(days)} />;
  }
  return data ? (
    <EmptyState kind="nothing-yet" icon="check" {...ALL_RETRIEVED} />
  ) : (
    <EmptyState kind="nothing-yet" icon="check" {...NOTHING_TO_REPORT} />
  );
}

const KINDS = [
  { value: 'never', label: 'Never retrieved' },
  { value: 'stale', label: 'Stale' },
] as const;

const PARAMETERS = {
  kind: choiceParameter(
    KINDS.map(({ value }) => value),
    'never',
  ),
  days: choiceParameter<number>(STALE_DAYS, DEFAULT_STALE_DAYS),
};

export function UnusedMemories() {
  const { scope } = useShell();
  const list = useListView(PARAMETERS);
  const { view, show } = list;
  const { place, turn } = usePlaces<string>(list, scopeKey(scope));
  const unused = useUnusedMemories(view, place);
  const { actions, dialogs } = useBlockActions();
  const { write: problem } = useActionProblems();
  const { data, error, isFetching, isPlaceholderData } = unused;
  useExpiredSession(error, 'load memory blocks');
  const rows = data && reachableRows(data, { page: view.page, size: UNUSED_PAGE_SIZE });
  const total = isPlaceholderData ? undefined : rows;
  const last = data?.items.at(-1);
  const { page, isPastEnd } = useClampedPage(view.page, { total, size: UNUSED_PAGE_SIZE, show });

  const retry = () => void unused.refetch();
  const refresh = useRefresh(() => MEMORY_BLOCKS_FAILED, unused);

  return (
    <section className={styles.section} aria-label="Unused memories">
      <div className={styles.summary}>
        <div className={styles.controls}>
          <Segmented
            label="Kind"
            value={view.kind}
            options={[...KINDS]}
            onChange={(kind) => show({ kind, days: DEFAULT_STALE_DAYS })}
          />
          {view.kind === 'stale' && (
            <Select
              label="Unused for"
              value={String(view.days)}
              options={STALE_DAYS.map((days) => ({ value: String(days), label: `${days} days or more` }))}
              onChange={(days) => show({ days: Number(days) })}
            />
          )}
        </div>
        <RefreshControl
          updatedAt={unused.dataUpdatedAt || null}
          refreshing={isFetching}
          onRefresh={refresh}
        />
      </div>
      {data && (
        <p className={styles.basis} role="status">
          {unusedText(view, data.total)}
        </p>
      )}
      {!data && !error && <CardSkeleton rows="tall" count={6} />}
      {!data && error && <MemoryLoadError error={error} onRetry={retry} retrying={isFetching} />}
      {data && error && <StaleNotice onRetry={retry} retrying={isFetching} />}
      {data && (isPastEnd || (isPlaceholderData && data.items.length === 0)) && (
        <CardSkeleton rows="tall" count={6} />
      )}
      {data && !isPastEnd && data.items.length > 0 && (
        <UnusedList
          rows={data.items}
          isOutdated={isPlaceholderData}
          problem={problem}
          onArchive={actions.archive}
        />
      )}
      {data && !isPlaceholderData && data.items.length === 0 && !isPastEnd && <UnusedEmpty {...view} />}
      {data && (
        <Pagination
          page={page}
          pageSize={UNUSED_PAGE_SIZE}
          total={rows ?? 0}
          onChange={(next) => turn(next, last ? `${last.createdAt}_${last.id}` : place)}
          label="unused memories"
        />
      )}
      <LazyBoundary fallback={null}>{dialogs}</LazyBoundary>
    </section>
  );
}
