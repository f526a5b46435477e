/** Rows of the memory list, or the reason why there are none. */
import type { UseQueryResult } from '@hindsight/shared-contracts/query';
import type { ReactNode } from 'react';
import { Button, EmptyState, StaleNotice, CardSkeleton } from '@hindsight/shared-ui/core';
import { CONVERSATION_ID_MESSAGE, isFiltered, isUsable, CLEARED, PAGE_SIZE } from '../../model/memoryFilters';
import type { MemoryView } from '../../model/memoryFilters';
import type { RankedRows } from '../../model/rankedMemory';
import { isRanked } from '../../model/searchModes';
import { MemoryLoadError } from '../cards/MemoryLoadError';
import { NextStep } from '../parts/NextStep';
import { NoHits } from './NoHits';
import styles from './MemoryResults.module.css';
import {
  INVALID_ADDRESS,
  NOTHING_YET,
  weakerText,
  correctionText,
  exactSearchLabel,
  FELL_BACK,
  meaningText,
  notIndexedText,
  unknownText,
} from './texts';
import type { MemoryList } from './useMemoryView';
import { isFallback } from '../../api/memoryPage';
import { restoreSpelling } from '../../model/typedWords';

interface RankedNotesProps {
  view: MemoryView;
  rows: RankedRows;
  show: MemoryList['show'];
}

/** Notes on a ranked search: corrected and unknown words, a fallback or failure of semantic search, or memories not yet indexed for it. */
function RankedNotes({ view, rows: { items, notes }, show }: RankedNotesProps) {
  const { corrections = [], unknownWords = [], notIndexedByMeaning, meaning } = notes ?? {};
  // One notice only, the most important first: a failure, then a fallback to words, then missing index entries.
  const meaningNote =
    (meaning && meaningText(meaning)) ||
    (isFallback(view.mode, items) && (items[0]?.explanation || FELL_BACK)) ||
    (notIndexedByMeaning && notIndexedText(notIndexedByMeaning));
  return (
    <>
      {meaningNote && <p className={styles.note}>{meaningNote}</p>}
      {corrections.length > 0 && (
        <p className={styles.note} role="status">
          {correctionText(corrections)}{' '}
          <Button type="link" size="small" onClick={() => show({ mode: 'text' })}>
            {exactSearchLabel(view.search)}
          </Button>
        </p>
      )}
      {unknownWords.length > 0 && (
        <p className={styles.note}>{unknownText(restoreSpelling(unknownWords, view.search))}</p>
      )}
    </>
  );
}

interface MemoryResultsProps {
  view: MemoryView;
  memories: Pick<UseQueryResult<RankedRows>, 'error' | 'isFetching' | 'isPlaceholderData' | 'refetch'>;
  data: RankedRows | undefined;
  /** The address names a page past the end and is being corrected. */
  isPastEnd: boolean;
  show: MemoryList['show'];
  /** The rows of the page, rendered if there are any. */
  children: ReactNode;
}

/** Renders one of: loading, error, no access, empty, no match, rows. */
export function MemoryResults(props: MemoryResultsProps) {
  const { view, memories, data, isPastEnd, show, children } = props;
  const { error, isFetching, isPlaceholderData } = memories;
  const retry = () => void memories.refetch();
  const clearAll = <Button onClick={() => show(CLEARED)}>Clear all</Button>;

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
    return <CardSkeleton rows="tall" count={PAGE_SIZE} label="Loading memory blocks" />;
  }
  if (isPastEnd) return <CardSkeleton rows="tall" count={PAGE_SIZE} label="Loading memory blocks" />;
  if (data.items.length === 0) {
    // The previous view was empty as well: show no empty state until the response arrives.
    if (isPlaceholderData)
      return <CardSkeleton rows="tall" count={PAGE_SIZE} label="Loading memory blocks" />;
    return !isFiltered(view) ? (
      <EmptyState kind="nothing-yet" {...NOTHING_YET} action={<NextStep />} />
    ) : (
      <NoHits view={view} notes={data.notes} show={show} />
    );
  }
  const weaker = isPlaceholderData ? null : data.notes?.weaker;
  return (
    <>
      {error && <StaleNotice onRetry={retry} retrying={isFetching} />}
      {isRanked(view) && !isPlaceholderData && <RankedNotes view={view} rows={data} show={show} />}
      {children}
      {weaker && view.page * view.size >= data.total && (
        <p className={styles.note}>
          <Button type="link" size="small" onClick={() => show({ weaker: 'shown' })}>
            {weakerText(weaker.count)}
          </Button>
        </p>
      )}
    </>
  );
}
