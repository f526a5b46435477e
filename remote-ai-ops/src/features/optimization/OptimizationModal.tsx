/** A suggestion in full: reason, planned changes, memories and results. */
import type { OptimizationSuggestion } from '@hindsight/shared-contracts/api';
import { Alert, Button, CopyButton, Tag } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import { shortId } from '../../model/block';
import { listMetrics } from '../../model/metrics';
import { isCompleted, mergedMemoryId, TYPES } from '../../model/optimization';
import { ModelCost } from '../jobs/ModelCost';
import { MemoryLink, useMemoryAddress } from '../review/MemoryLinks';
import { ReviewFacts } from '../review/ReviewFacts';
import { reviewTexts } from '../review/texts';
import { AffectedBlocks } from './AffectedBlocks';
import { CompletedTag, PriorityTag } from './OptimizationTags';
import { SuggestionOutcome } from './SuggestionOutcome';
import { optimizationTexts as texts } from './texts';
import styles from './OptimizationModal.module.css';

export interface OptimizationModalProps {
  row: OptimizationSuggestion;
  running: boolean;
  reason: string;
  problem: string | null;
  onExecute(): void;
  /** Opens the review inbox, where each memory is decided individually. */
  onReview(): void;
  /** Executed and undone on this page. */
  isUndone: boolean;
  /** Present if it can be undone here. */
  onUndo?: (() => void) | undefined;
  onClose(): void;
}

/** Previews the result before execution. */
export function OptimizationModal(props: OptimizationModalProps) {
  const { row, running, reason, problem, isUndone, onExecute, onReview, onUndo, onClose } = props;
  const ids = row.all_affected_blocks;
  const isDone = isCompleted(row);
  const mergedId = isUndone ? undefined : mergedMemoryId(row);
  const details = listMetrics(row.optimization_details);
  const addressFor = useMemoryAddress();
  return (
    <Modal
      title={row.title}
      size={row.type === 'merge' || row.type === 'compaction' ? 'wide' : 'large'}
      onClose={onClose}
      footer={
        <>
          {problem && !isDone && <span className={styles.problem}>{problem}</span>}
          {onUndo && <Button onClick={onUndo}>Undo</Button>}
          <Button onClick={onClose}>Close</Button>
          {!isDone && (
            <Button disabled={problem ?? running} onClick={onReview}>
              {texts.review}
            </Button>
          )}
          {!isDone && (
            <Button type="primary" loading={running} disabled={problem} onClick={onExecute}>
              {texts.execute}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.content}>
        <div className={styles.tags}>
          <Tag icon={TYPES[row.type].icon}>{TYPES[row.type].label}</Tag>
          <PriorityTag priority={row.priority} />
          <CompletedTag row={row} isUndone={isUndone} />
        </div>
        {reason && <Alert>{reason}</Alert>}
        <ReviewFacts
          facts={[
            ['Description', row.description],
            ['Estimated impact', row.estimated_impact],
          ]}
        />
        {row.results && (
          <section aria-label="Results" className={styles.section}>
            <h3>Results</h3>
            <p>{row.results.summary}</p>
            <ReviewFacts
              facts={[
                ...listMetrics(row.results.metrics),
                [
                  'Became',
                  mergedId && (
                    <MemoryLink key="merged" to={addressFor(mergedId)}>
                      {reviewTexts.mergedMemory(shortId(mergedId))}
                    </MemoryLink>
                  ),
                ],
              ]}
            />
          </section>
        )}
        {details.length > 0 && (
          <section aria-label={texts.details} className={styles.section}>
            <h3>{texts.details}</h3>
            <ReviewFacts facts={details} />
          </section>
        )}
        {!isDone && row.type === 'keywords' && (
          <ModelCost kind="bulk_keywords" count={ids.length} className={styles.problem} />
        )}
        {!isDone && <SuggestionOutcome row={row} problem={problem} />}
        <section aria-label="Affected memory blocks" className={styles.section}>
          <div className={styles.head}>
            <h3>{texts.affectedCount(ids.length)}</h3>
            <CopyButton text={ids.join('\n')} label={texts.copyIds} size="small" />
          </div>
          <AffectedBlocks ids={ids} />
        </section>
      </div>
    </Modal>
  );
}
