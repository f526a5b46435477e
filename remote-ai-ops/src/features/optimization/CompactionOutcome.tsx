/** Preview of a compaction, one memory at a time. */
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import { Button, CardSkeleton, IdLabel } from '@hindsight/shared-ui/core';
import { useState } from 'react';
import { proposeCompaction } from '../../api/rewrites';
import { CompactionPreview } from '../compaction/CompactionPreview';
import { optimizationTexts as texts } from './texts';
import layout from '../review/layout.module.css';
import styles from './OptimizationModal.module.css';

interface CompactionOutcomeProps {
  blockIds: readonly string[];
  /** A model is called only on request: a preview costs tokens, and the execution generates a different text. */
  isByModel: boolean;
}

/** Preview only; stores nothing. */
export function CompactionOutcome({ blockIds, isByModel }: CompactionOutcomeProps) {
  const [index, setIndex] = useState(0);
  const [isWanted, setWanted] = useState(!isByModel);
  const id = blockIds[index] ?? '';
  const { data, error, isFetching } = useScopedQuery({
    key: ['memory-optimization', 'compaction-preview', id],
    load: (api, signal) => proposeCompaction(api, id, '', signal),
    enabled: isWanted,
  });
  const show = (next: number) => {
    setIndex(next);
    setWanted(!isByModel);
  };
  return (
    <section aria-label={texts.compactedText} className={styles.section} aria-busy={isFetching}>
      <div className={styles.head}>
        <h3>{texts.compactedText}</h3>
        <IdLabel id={id} label="memory ID" />
        {blockIds.length > 1 && (
          <>
            <span>{texts.position(index + 1, blockIds.length)}</span>
            <Button size="small" disabled={index === 0} onClick={() => show(index - 1)}>
              Previous
            </Button>
            <Button size="small" disabled={index + 1 === blockIds.length} onClick={() => show(index + 1)}>
              Next
            </Button>
          </>
        )}
      </div>
      {isByModel && <p className={layout.soft}>{texts.compactedLater}</p>}
      {!data && !error && !isFetching && (
        <Button className={styles.start} onClick={() => setWanted(true)}>
          {texts.generatePreview}
        </Button>
      )}
      {isFetching && !data && <CardSkeleton count={1} />}
      {error && <p className={styles.reason}>{error.message}</p>}
      {data && <CompactionPreview compaction={data} />}
    </section>
  );
}
