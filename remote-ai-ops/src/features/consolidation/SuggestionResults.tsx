/** Rows of the list, or the reason why there are none. */
import type { CallAnswer } from '@hindsight/shared-contracts/api/client';
import type { UseQueryResult } from '@hindsight/shared-contracts/query';
import { isForbidden } from '@hindsight/shared-contracts/shell';
import { Button, CardSkeleton, EmptyState, ErrorState, StaleNotice } from '@hindsight/shared-ui/core';
import type { RefObject } from 'react';
import { MEMORIES_LINK } from '../review/MemoriesLink';
import { statusDisplay } from '../../model/suggestionStatus';
import { isFiltered, PAGE_SIZE, type SuggestionView } from '../../model/suggestionView';
import { SuggestionCard } from './SuggestionCard';
import { consolidationTexts } from './texts';
import styles from '../review/rows.module.css';

interface SuggestionResultsProps {
  suggestions: Pick<
    UseQueryResult<CallAnswer<'GET /consolidation-suggestions/'>>,
    'data' | 'error' | 'isFetching' | 'isPlaceholderData' | 'refetch'
  >;
  view: SuggestionView;
  /** The URL has a page past the end and is being corrected. */
  isPastEnd: boolean;
  onShowAll(): void;
  selected: ReadonlySet<string>;
  onToggle(id: string): void;
  onOpen(id: string): void;
  /** The list on whose rows keyboard shortcuts act. */
  list: RefObject<HTMLUListElement | null>;
}

function NoRows({ view, onShowAll }: Pick<SuggestionResultsProps, 'view' | 'onShowAll'>) {
  if (!isFiltered(view))
    return (
      <EmptyState
        kind="nothing-yet"
        icon="consolidation"
        {...consolidationTexts.none}
        action={MEMORIES_LINK}
      />
    );
  const isStatusAlone = view.search === '' && view.from === '' && view.to === '';
  const { action, ...texts } =
    view.status && isStatusAlone
      ? consolidationTexts.noneOfStatus(statusDisplay(view.status).label)
      : consolidationTexts.noMatch;
  return <EmptyState kind="no-match" {...texts} action={<Button onClick={onShowAll}>{action}</Button>} />;
}

/** Distinguishes loading, error, no access, empty, no match and rows. */
export function SuggestionResults(props: SuggestionResultsProps) {
  const { suggestions, isPastEnd, selected, onToggle, onOpen, list } = props;
  const { data, error, isFetching, isPlaceholderData } = suggestions;
  if (!data && isForbidden(error)) return <EmptyState kind="no-access" {...consolidationTexts.noAccess} />;
  if (!data && error) return <ErrorState title={consolidationTexts.loadFailed} query={suggestions} />;
  const mayStillCome = isPastEnd || (isPlaceholderData && data?.items.length === 0);
  if (!data || mayStillCome)
    return <CardSkeleton rows="tall" label={consolidationTexts.loading} count={PAGE_SIZE} />;
  if (data.items.length === 0) return <NoRows {...props} />;
  return (
    <>
      {error && <StaleNotice onRetry={() => void suggestions.refetch()} retrying={isFetching} />}
      <ul
        ref={list}
        className={styles.list}
        aria-label="Consolidation suggestions"
        aria-busy={isPlaceholderData}
        data-outdated={isPlaceholderData || undefined}
      >
        {data.items.map((row) => (
          <li key={row.suggestion_id} data-row={row.suggestion_id}>
            <SuggestionCard
              row={row}
              selected={selected.has(row.suggestion_id)}
              onToggle={onToggle}
              onOpen={onOpen}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
