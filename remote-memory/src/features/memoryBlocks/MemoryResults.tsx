/** The rows of the memory list, or the reason why there are none. */
import type { UseQueryResult } from '@hindsight/shared-contracts/query';
import type { ReactNode } from 'react';
import { Button, EmptyState, StaleNotice } from '@hindsight/shared-ui/core';
import {
  CONVERSATION_ID_MESSAGE,
  isFiltered,
  isUsable,
  PAGE_SIZE,
  type MemoryView,
} from '../../model/memoryFilters';
import type { Rows } from '../../model/memory';
import { isFallback, type RankedMemory } from '../../api/memoryPage';
import { isRanked, RANKED_LIMIT } from '../../model/searchModes';
import { MemoryGridSkeleton } from '../cards/MemoryGrid';
import { MemoryLoadError } from '../cards/MemoryLoadError';
import styles from './MemoryResults.module.css';
import { BEST_MATCHES, FELL_BACK, INVALID_ADDRESS, NOTHING_YET, NO_MATCH } from './texts';

interface MemoryResultsProps {
  view: MemoryView;
  memories: Pick<
    UseQueryResult<Rows<RankedMemory>>,
    'data' | 'error' | 'isFetching' | 'isPlaceholderData' | 'refetch'
  >;
  /** The address names a page that does not exist and is being corrected. */
  isPastEnd: boolean;
  onClear(): void;
  /** The rows of the page, once there are some. */
  children: ReactNode;
}

/** Notes that a search fell back to words, and that there may be more hits. */
function RankedNote({ view, rows }: { view: MemoryView; rows: readonly RankedMemory[] }) {
  const fellBack = isFallback(view.mode, rows);
  if (!fellBack && rows.length < RANKED_LIMIT) return null;
  return (
    <p className={styles.note}>
      {fellBack && FELL_BACK}
      {rows.length >= RANKED_LIMIT && BEST_MATCHES}
    </p>
  );
}

/** One of: loading, failed, no access, empty, no match, rows. */
export function MemoryResults({ view, memories, isPastEnd, onClear, children }: MemoryResultsProps) {
  const { data, error, isFetching, isPlaceholderData } = memories;
  const retry = () => void memories.refetch();
  const clearAll = <Button onClick={onClear}>Clear all</Button>;

  if (!isUsable(view)) {
    return (
      <EmptyState
        kind="no-match"
        title={CONVERSATION_ID_MESSAGE}
        description={INVALID_ADDRESS}
        action={clearAll}
      />
    );
  }
  if (!data) {
    if (error) return <MemoryLoadError error={error} onRetry={retry} retrying={isFetching} />;
    return <MemoryGridSkeleton count={PAGE_SIZE} />;
  }
  if (isPastEnd) return <MemoryGridSkeleton count={PAGE_SIZE} />;
  if (data.items.length === 0) {
    // The earlier view was empty, too: until the answer arrives, nothing may be reported as empty.
    if (isPlaceholderData) return <MemoryGridSkeleton count={PAGE_SIZE} />;
    return !isFiltered(view) ? (
      <EmptyState kind="nothing-yet" {...NOTHING_YET} />
    ) : (
      <EmptyState kind="no-match" {...NO_MATCH} action={clearAll} />
    );
  }
  return (
    <>
      {error && <StaleNotice onRetry={retry} retrying={isFetching} />}
      {isRanked(view) && !isPlaceholderData && <RankedNote view={view} rows={data.items} />}
      {children}
    </>
  );
}
