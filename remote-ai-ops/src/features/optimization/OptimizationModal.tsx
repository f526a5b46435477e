/** A suggestion in full: why, what it would change, the memories, and what came of it. */
import { Button, CopyButton, Tag } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import { shortId } from '../../model/block';
import type { Optimization } from '../../model/optimization';
import { MemoryLink, useBlockAddress } from '../review/MemoryLinks';
import { ReviewFacts } from '../review/ReviewFacts';
import { AffectedBlocks } from './AffectedBlocks';
import { MergeReview } from './MergeReview';
import { CompletedTag, PriorityTag, typeLook } from './OptimizationTags';
import styles from './OptimizationModal.module.css';

export interface OptimizationModalProps {
  row: Optimization;
  running: boolean;
  reason: string;
  problem: string | null;
  onExecute(): void;
  /** What was done was taken back on this page. */
  isUndone: boolean;
  /** Present where what was done can be taken back here. */
  onUndo?: (() => void) | undefined;
  onClose(): void;
}

/** Texts are shown beside each other up to this many memories. */
const SIDE_BY_SIDE = 6;

/** Merges show the memories beside each other, because that is what is to be judged. */
export function OptimizationModal(props: OptimizationModalProps) {
  const { row, running, reason, problem, isUndone, onExecute, onUndo, onClose } = props;
  const isMerge = row.type === 'merge' && row.blocks.length <= SIDE_BY_SIDE;
  const addressOf = useBlockAddress();
  return (
    <Modal
      title={row.title}
      size={isMerge ? 'wide' : 'large'}
      onClose={onClose}
      footer={
        <>
          {problem && !row.isCompleted && <span className={styles.problem}>{problem}</span>}
          {onUndo && <Button onClick={onUndo}>Undo</Button>}
          <Button onClick={onClose}>Close</Button>
          {!row.isCompleted && (
            <Button type="primary" loading={running} disabled={problem !== null} onClick={onExecute}>
              Execute Optimization
            </Button>
          )}
        </>
      }
    >
      <div className={styles.part}>
        <div className={styles.tags}>
          <Tag icon={typeLook(row.type).icon}>{typeLook(row.type).label}</Tag>
          <PriorityTag priority={row.priority} />
          <CompletedTag isCompleted={row.isCompleted} isUndone={isUndone} />
        </div>
        {reason && (
          <p role="alert" className={styles.reason}>
            {reason}
          </p>
        )}
        <ReviewFacts
          facts={[
            ['Description', row.description],
            ['Estimated impact', row.impact],
          ]}
        />
        {row.results && (
          <section aria-label="Results" className={styles.section}>
            <h3>Results</h3>
            <p>{row.results.summary}</p>
            <ReviewFacts
              facts={[
                ...row.results.metrics,
                [
                  'Became',
                  row.results.mergedId && !isUndone && (
                    <MemoryLink key="merged" to={addressOf(row.results.mergedId)}>
                      Merged memory {shortId(row.results.mergedId)}
                    </MemoryLink>
                  ),
                ],
              ]}
            />
          </section>
        )}
        {row.details.length > 0 && (
          <section aria-label="Optimization details" className={styles.section}>
            <h3>Optimization details</h3>
            <ReviewFacts facts={row.details} />
          </section>
        )}
        {isMerge && !row.isCompleted && <MergeReview suggestionId={row.id} blockIds={row.blocks} />}
        <section aria-label="Affected memory blocks" className={styles.section}>
          <div className={styles.head}>
            <h3>Affected memory blocks ({row.blocks.length.toLocaleString()})</h3>
            <CopyButton text={row.blocks.join('\n')} label="Copy all memory IDs" size="small" />
          </div>
          <AffectedBlocks ids={row.blocks} />
        </section>
      </div>
    </Modal>
  );
}
