/** Why there are no suggestions: loading, failed, refused, nothing to do, or nothing that matches. */
import type { UseQueryResult } from '@hindsight/shared-contracts/query';
import { isForbidden } from '@hindsight/shared-contracts/shell';
import { Button, CardSkeleton, EmptyState, ErrorState, Icon } from '@hindsight/shared-ui/core';
import type { Analysis } from '../../model/optimization';
import styles from './AnalysisState.module.css';

export const ANALYSIS_FAILED = 'Failed to fetch optimization suggestions';

interface AnalysisStateProps {
  analysis: Pick<UseQueryResult<Analysis>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  count: number;
  isFiltered: boolean;
  onClear(): void;
}

/** With rows, only a line: how many memories were looked at, or that a refresh failed. */
export function AnalysisState({ analysis, count, isFiltered, onClear }: AnalysisStateProps) {
  const { data, error, isFetching, refetch } = analysis;
  const retry = () => void refetch();
  if (!data) {
    if (!error) return <CardSkeleton count={6} />;
    if (isForbidden(error)) {
      return <EmptyState kind="no-access" title="You cannot read the suggestions of this workspace" />;
    }
    return (
      <ErrorState title={ANALYSIS_FAILED} detail={error.message} onRetry={retry} retrying={isFetching} />
    );
  }
  const line = error ? (
    <p className={styles.stale} role="alert">
      <Icon name="warning" size={18} /> {ANALYSIS_FAILED}. What is shown may be out of date.
      <Button size="small" onClick={retry} loading={isFetching}>
        Try Again
      </Button>
    </p>
  ) : (
    data.analysed !== null && (
      <p className={styles.line}>{data.analysed.toLocaleString()} memories were looked at.</p>
    )
  );
  if (count > 0) return line;
  return (
    <>
      {line}
      {isFiltered ? (
        <EmptyState
          kind="no-match"
          title="No suggestions match"
          description="No suggestion of this workspace matches the filters."
          action={<Button onClick={onClear}>Clear all</Button>}
        />
      ) : (
        <EmptyState
          kind="nothing-yet"
          title="Everything is tidy"
          description="There is nothing to compact, merge, tag or archive in this workspace."
        />
      )}
    </>
  );
}
