/** The rows of the list, or the reason why there are none. */
import type { UseQueryResult } from '@hindsight/shared-contracts/query';
import { Button, EmptyState, ErrorState } from '@hindsight/shared-ui/core';
import { isForbidden } from '@hindsight/shared-contracts/shell';
import type { SuggestionRow } from '../../model/suggestionRow';
import { statusLook, type Status } from '../../model/suggestionStatus';
import { PAGE_SIZE } from '../../model/suggestionView';
import type { Rows } from '@hindsight/shared-contracts/api/client';
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
  status: Status | null;
  /** The address names a page that does not exist and is being corrected. */
  isOutOfRange: boolean;
  onShowAll(): void;
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

function Nothing({ status, onShowAll }: Pick<SuggestionResultsProps, 'status' | 'onShowAll'>) {
  return status ? (
    <EmptyState
      kind="no-match"
      title={`No ${statusLook(status).label.toLowerCase()} suggestions`}
      description="No suggestion of this workspace has this status."
      action={<Button onClick={onShowAll}>Show all</Button>}
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
export function SuggestionResults({ suggestions, status, isOutOfRange, onShowAll }: SuggestionResultsProps) {
  const { data, error, isFetching, isPlaceholderData } = suggestions;
  if (!data && error) return <Failure {...suggestions} />;
  const mayStillCome = isOutOfRange || (isPlaceholderData && data?.items.length === 0);
  if (!data || mayStillCome) return <SuggestionSkeletons count={PAGE_SIZE} />;
  if (data.items.length === 0) return <Nothing status={status} onShowAll={onShowAll} />;
  return (
    <>
      {error && <StaleNotice onRetry={() => void suggestions.refetch()} retrying={isFetching} />}
      <ul
        className={styles.list}
        aria-label="Consolidation suggestions"
        aria-busy={isPlaceholderData}
        data-outdated={isPlaceholderData || undefined}
      >
        {data.items.map((row) => (
          <li key={row.id} className={styles.cell}>
            <SuggestionCard row={row} />
          </li>
        ))}
      </ul>
    </>
  );
}
