/** Recall results for one set of settings: hits, near misses, and the text an agent reads. */
import { useId } from 'react';
import type { UseQueryResult } from '@hindsight/shared-contracts/query';
import {
  CopyButton,
  EmptyState,
  ErrorState,
  StaleNotice,
  Tag,
  VisuallyHidden,
  CardSkeleton,
} from '@hindsight/shared-ui/core';
import { isForbidden } from '@hindsight/shared-contracts/shell';
import type { Recalled } from '../../api/playground';
import { memoriesText } from '../../model/countTexts';
import { differenceText } from '../../model/playground';
import { toTerms } from '../../model/searchModes';
import type { SearchMode } from '../../model/searchModes';
import { NoAccess } from '../cards/NoAccess';
import styles from './Playground.module.css';
import { FAILED, latencyText, NOTHING_FOUND } from './texts';
import { previewText, memoryTitle } from '../../model/cardText';
import { hiddenPassage, markedWords } from '../../model/passages';
import type { RankedMemory } from '../../model/rankedMemory';
import { BlockLink } from '../cards/BlockLink';
import { MarkedText } from '../cards/MarkedText';
import { WhyFound } from '../cards/WhyFound';

interface HitListProps {
  label: string;
  rows: readonly RankedMemory[];
  /** Rank of the first row, starting at 1; absent for rows without a rank. */
  from?: number;
  search: string | string[];
  /** Describes the difference from the other side in words. */
  differenceFrom?(id: string, place: number): string;
}

/** Ranked memories as rows: rank, title, score, best passage and explanation. */
function HitList({ label, rows, from, search, differenceFrom }: HitListProps) {
  return (
    <ol className={styles.hits} aria-label={label}>
      {rows.map((row, index) => {
        const title = memoryTitle(row);
        const preview = previewText(row);
        const marked = markedWords(row, search);
        const passage = hiddenPassage(row, search, [title, preview]) || preview;
        const place = from === undefined ? undefined : from + index;
        const difference = place === undefined ? '' : (differenceFrom?.(row.id, place) ?? '');
        return (
          <li key={row.id} className={styles.hit} data-row={row.id}>
            <span className={styles.place}>
              {place !== undefined && (
                <>
                  <VisuallyHidden>Place </VisuallyHidden>
                  {place}
                </>
              )}
            </span>
            <div className={styles.memory}>
              <p className={styles.title} dir="auto">
                <BlockLink id={row.id}>
                  <MarkedText text={title} search={marked} />
                </BlockLink>
              </p>
              <p className={styles.passage} dir="auto">
                <MarkedText text={passage} search={marked} />
              </p>
              <p className={styles.facts}>
                {row.searchScore !== undefined && <span>Score {row.searchScore.toFixed(2)}</span>}
                <span>{row.agentName}</span>
                <WhyFound row={row} title={title} />
                {row.archived && <Tag>Archived</Tag>}
                {difference !== '' && <Tag tone="note">{difference}</Tag>}
              </p>
            </div>
          </li>
        );
      })}
    </ol>
  );
}

interface RecallResultsProps {
  /** `A` or `B`; absent without a comparison. */
  side?: 'A' | 'B';
  recall: UseQueryResult<Recalled>;
  question: string;
  mode: SearchMode;
  /** Hits of the other side in a comparison. */
  other?: { name: string; ids: readonly string[] } | undefined;
}

export function RecallResults({ side, recall, question, mode, other }: RecallResultsProps) {
  const { data, error, isFetching, isPlaceholderData } = recall;
  const retry = () => void recall.refetch();
  const heading = useId();
  if (!data) {
    if (isForbidden(error)) return <NoAccess what="the memory blocks of this workspace" />;
    if (error) return <ErrorState title={FAILED} query={recall} />;
    return <CardSkeleton rows="tall" count={5} />;
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
          label={side ? `Results of ${side}` : 'Hits'}
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
          <h3 className={styles.heading}>Archived: these would have matched</h3>
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
