/** Reason for missing suggestions: loading, error, no access, nothing to do, or no match. */
import type { CallAnswer } from '@hindsight/shared-contracts/api/client';
import type { UseQueryResult } from '@hindsight/shared-contracts/query';
import { isForbidden } from '@hindsight/shared-contracts/shell';
import { Button, CardSkeleton, EmptyState, ErrorState, StaleNotice } from '@hindsight/shared-ui/core';
import { MEMORIES_LINK } from '../review/MemoriesLink';
import { PendingLink } from '../review/PendingLink';
import { optimizationTexts as texts } from './texts';
import layout from '../review/layout.module.css';

interface AnalysisStateProps {
  analysis: Pick<
    UseQueryResult<CallAnswer<'GET /memory-optimization/suggestions'>>,
    'data' | 'error' | 'isFetching' | 'refetch'
  >;
  count: number;
  isFiltered: boolean;
  onClear(): void;
}

/** With rows, only one line: the number of analyzed memories, or a notice that a refresh failed. */
export function AnalysisState({ analysis, count, isFiltered, onClear }: AnalysisStateProps) {
  const { data, error, isFetching, refetch } = analysis;
  const retry = () => void refetch();
  if (!data) {
    if (!error) return <CardSkeleton rows="tall" count={8} />;
    if (isForbidden(error)) return <EmptyState kind="no-access" title={texts.noAccess} />;
    return <ErrorState title={texts.loadFailed} query={analysis} />;
  }
  return (
    <>
      {error ? (
        <StaleNotice onRetry={retry} retrying={isFetching} />
      ) : (
        <p className={layout.between}>
          <span className={layout.note}>{texts.analyzed(data.total_memory_blocks_analyzed)}</span>
          {count > 0 && <PendingLink otherwise={null} />}
        </p>
      )}
      {count === 0 &&
        (isFiltered ? (
          <EmptyState
            kind="no-match"
            {...texts.noMatch}
            action={<Button onClick={onClear}>Clear all</Button>}
          />
        ) : (
          <EmptyState
            kind="nothing-yet"
            icon="optimization"
            {...(data.total_memory_blocks_analyzed === 0 ? texts.empty : texts.nothing)}
            action={data.total_memory_blocks_analyzed === 0 ? MEMORIES_LINK : <PendingLink />}
          />
        ))}
    </>
  );
}
