/** What an agent gets with one set of settings: hits, near misses, and the text that it reads. */
import { useId } from 'react';
import type { UseQueryResult } from '@hindsight/shared-contracts/query';
import { CardSkeleton, CopyButton, EmptyState, ErrorState, StaleNotice } from '@hindsight/shared-ui/core';
import { isForbidden } from '@hindsight/shared-contracts/shell';
import { describeError } from '@hindsight/shared-contracts/rules';
import type { Recalled } from '../../api/playground';
import { memoriesText } from '../../model/countTexts';
import { differenceText } from '../../model/playground';
import { toTerms, type SearchMode } from '../../model/searchModes';
import { NoAccess } from '../cards/NoAccess';
import { HitList } from './HitList';
import styles from './Playground.module.css';
import { FAILED, latencyText, NOTHING_FOUND } from './texts';

interface RecallResultsProps {
  /** `A` or `B`; absent where there is one side. */
  side?: 'A' | 'B';
  recall: UseQueryResult<Recalled>;
  question: string;
  mode: SearchMode;
  /** The hits of the other side, where two are compared. */
  other?: { name: string; ids: readonly string[] } | undefined;
}

export function RecallResults({ side, recall, question, mode, other }: RecallResultsProps) {
  const { data, error, isFetching, isPlaceholderData } = recall;
  const retry = () => void recall.refetch();
  const heading = useId();
  if (!data) {
    if (isForbidden(error)) return <NoAccess what="the memory blocks of this workspace" />;
    if (error)
      return (
        <ErrorState title={FAILED} detail={describeError(error)} onRetry={retry} retrying={isFetching} />
      );
    return <CardSkeleton count={3} />;
  }
  const { hits, justMissed, archived, text, searchTime } = data;
  const search = toTerms({ search: question, mode });
  return (
    <section className={styles.result} aria-labelledby={heading} aria-busy={isPlaceholderData}>
      {error && <StaleNotice onRetry={retry} retrying={isFetching} />}
      <div className={styles.head}>
        <h2 id={heading} className={styles.heading}>
          {side ? `Result ${side}` : 'Result'}
        </h2>
        <p className={styles.summary} role="status">
          {memoriesText(hits.length)} {latencyText(searchTime)}
        </p>
      </div>
      {hits.length === 0 && <EmptyState kind="no-match" {...NOTHING_FOUND} />}
      {hits.length > 0 && (
        <HitList
          search={search}
          label={side ? `Hits of ${side}` : 'Hits'}
          rows={hits}
          from={1}
          {...(side && other && { differenceFrom: (id, place) => differenceText(id, place, side, other) })}
        />
      )}
      {justMissed.length > 0 && (
        <>
          <h3 className={styles.heading}>Just missed: below the limit</h3>
          <HitList search={search} label="Just missed" rows={justMissed} from={hits.length + 1} />
        </>
      )}
      {archived.length > 0 && (
        <>
          <h3 className={styles.heading}>Archived: would be among the hits</h3>
          <HitList search={search} label="Archived memories" rows={archived} />
        </>
      )}
      {text !== '' && (
        <details className={styles.text}>
          <summary>Text your agent reads</summary>
          <CopyButton text={text} label="Copy the text" />
          <pre translate="no" tabIndex={0} dir="auto">
            {text}
          </pre>
        </details>
      )}
    </section>
  );
}
