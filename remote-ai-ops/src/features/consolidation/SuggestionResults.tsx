/** The rows of the list, or the reason why there are none. */
import type { UseQueryResult } from '@hindsight/shared-contracts/query';
import { Button, EmptyState, ErrorState } from '@hindsight/shared-ui/core';
import { isForbidden } from '@hindsight/shared-contracts/shell';
import type { SuggestionRow } from '../../model/suggestionRow';
import { statusLook } from '../../model/suggestionStatus';
import { PAGE_SIZE, type SuggestionView } from '../../model/suggestionView';
import type { Rows } from '@hindsight/shared-contracts/api/client';
import type { RefObject } from 'react';
import { StaleNotice } from './StaleNotice';
import { SuggestionCard } from './SuggestionCard';
import { SuggestionSkeletons } from './SuggestionSkeletons';
import styles from './SuggestionResults.module.css';

export const SUGGESTIONS_FAILED =
  'Failed to load consolidation suggestions. Please check if the backend server is running...';

interface SuggestionResultsProps {
  suggestions: Pick<
    UseQueryResult<Rows<SuggestionRow>>,
    'data' | 'error' | 'isFetching' | 'isPlaceholderData' | 'refetch'
  >;
  view: SuggestionView;
  /** Whether a filter is on: then nothing means that nothing matches. */
  isFiltered: boolean;
  /** The address names a page that does not exist and is being corrected. */
  isOutOfRange: boolean;
  onShowAll(): void;
  selected: ReadonlySet<string>;
  onToggle(id: string): void;
  onOpen(id: string): void;
  /** Where the keys of the list find its rows. */
  list: RefObject<HTMLUListElement | null>;
}

function Failure({ error, isFetching, refetch }: SuggestionResultsProps['suggestions']) {
  if (isForbidden(error)) {
    return (
      <EmptyState
        kind="no-access"
        title="You cannot read the suggestions of this workspace"
        description="An owner or admin of the organization can give you access. Until then, switch to another workspace."
      />
    );
  }
  return (
    <ErrorState
      title={SUGGESTIONS_FAILED}
      detail={error?.message}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  );
}

function Nothing({
  view,
  isFiltered,
  onShowAll,
}: Pick<SuggestionResultsProps, 'view' | 'isFiltered' | 'onShowAll'>) {
  const isStatusAlone = view.search === '' && view.from === '' && view.to === '';
  return isFiltered ? (
    <EmptyState
      kind="no-match"
      title={
        view.status && isStatusAlone
          ? `No ${statusLook(view.status).label.toLowerCase()} suggestions`
          : 'No suggestions match'
      }
      description={
        isStatusAlone
          ? 'No suggestion of this workspace has this status.'
          : 'No suggestion of this workspace matches the filters.'
      }
      action={<Button onClick={onShowAll}>{isStatusAlone ? 'Show all' : 'Clear all'}</Button>}
    />
  ) : (
    <EmptyState
      kind="nothing-yet"
      title="No consolidation suggestions yet"
      description="When several memories of this workspace say nearly the same, a merged version is proposed here."
    />
  );
}

/** Each state has its own words: loading, failed, refused, nothing yet, nothing of this status, rows. */
export function SuggestionResults(props: SuggestionResultsProps) {
  const { suggestions, isOutOfRange, selected, onToggle, onOpen, list } = props;
  const { data, error, isFetching, isPlaceholderData } = suggestions;
  if (!data && error) return <Failure {...suggestions} />;
  const mayStillCome = isOutOfRange || (isPlaceholderData && data?.items.length === 0);
  if (!data || mayStillCome) return <SuggestionSkeletons count={PAGE_SIZE} />;
  if (data.items.length === 0) return <Nothing {...props} />;
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
          <li key={row.id} className={styles.cell} data-row={row.id}>
            <SuggestionCard row={row} selected={selected.has(row.id)} onToggle={onToggle} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </>
  );
}
