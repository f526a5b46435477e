/** A suggestion over the list: read, decide, go on to the next, take the last decision back. */
import { Link } from '@hindsight/shared-contracts/router';
import { Button, ErrorState } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import { useRef, useState } from 'react';
import { isGone } from '../../api/blocks';
import { useSuggestion } from '../../api/suggestions';
import type { SuggestionRow } from '../../model/suggestionRow';
import { suggestionText } from '../../model/suggestionText';
import { ReviewKeys } from '../review/ReviewKeys';
import { useReviewKeys } from '../review/useReviewKeys';
import { DecisionButtons } from './DecisionButtons';
import { MISSING, ReviewedSuggestion } from './ReviewedSuggestion';
import { SuggestionSkeletons } from './SuggestionSkeletons';
import { useReview } from './useReview';
import styles from './SuggestionModal.module.css';

export interface SuggestionModalProps {
  id: string;
  /** What the list knew when the dialog was opened, in its order: the queue. */
  queue: readonly string[];
  onStep(id: string): void;
  onClose(): void;
}

/** After a decision the next one of the queue is shown; at its end the dialog stays on the decided one. */
export function SuggestionModal({ id, queue, onStep, onClose }: SuggestionModalProps) {
  const suggestion = useSuggestion(id, true);
  const [decided, setDecided] = useState<readonly string[]>([]);
  // Deleted meanwhile: what was known of it must not be decided any more.
  if (suggestion.data && !isGone(suggestion.error)) {
    return (
      <Loaded
        key={id}
        row={suggestion.data}
        queue={queue}
        decided={decided}
        onDecided={setDecided}
        onStep={onStep}
        onClose={onClose}
      />
    );
  }
  return (
    <Modal title="Consolidation suggestion" size="wide" onClose={onClose}>
      {suggestion.error ? (
        <ErrorState
          title={isGone(suggestion.error) ? MISSING : 'Failed to load the suggestion'}
          detail={isGone(suggestion.error) ? undefined : suggestion.error.message}
          onRetry={() => void suggestion.refetch()}
          retrying={suggestion.isFetching}
        />
      ) : (
        <SuggestionSkeletons count={2} />
      )}
    </Modal>
  );
}

interface LoadedProps extends Pick<SuggestionModalProps, 'queue' | 'onStep' | 'onClose'> {
  row: SuggestionRow;
  /** Ids that were decided in this dialog, the last one last. */
  decided: readonly string[];
  onDecided(ids: readonly string[]): void;
}

function Loaded({ row, queue, decided, onDecided, onStep, onClose }: LoadedProps) {
  const review = useReview(row);
  const part = useRef<HTMLDivElement>(null);
  const index = queue.indexOf(row.id);
  const next = queue[index + 1];
  const previous = queue[index - 1];
  const last = decided.at(-1);

  async function decide(decision: 'validate' | 'reject') {
    if (!(await review.decide(decision))) return;
    onDecided([...decided, row.id]);
    if (next) onStep(next);
  }
  async function undo() {
    if (!last || !(await review.decisions.undo(last))) return;
    onDecided(decided.slice(0, -1));
    onStep(last);
  }
  const isOpen = review.isPending && !review.decisions.busy;
  const actions = {
    ...(next && { next: () => onStep(next) }),
    ...(previous && { previous: () => onStep(previous) }),
    ...(isOpen && !review.problem && { accept: () => void decide('validate') }),
    ...(isOpen && { reject: () => void decide('reject') }),
    ...(last && review.decisions.isReversible && { undo: () => void undo() }),
  };
  useReviewKeys(part, actions);

  return (
    <Modal
      title={suggestionText(row).title}
      size="wide"
      onClose={onClose}
      footer={
        <>
          {queue.length > 1 && index >= 0 && (
            <span className={styles.place}>
              {index + 1} of {queue.length}
            </span>
          )}
          <Button onClick={actions.previous} disabled={!actions.previous}>
            Previous
          </Button>
          <Button onClick={actions.next} disabled={!actions.next}>
            Next
          </Button>
          {actions.undo && <Button onClick={actions.undo}>Undo last</Button>}
          <DecisionButtons isPending={review.isPending} busy={review.decisions.busy} actions={actions} />
        </>
      }
    >
      <div ref={part} className={styles.part}>
        <ReviewedSuggestion row={row} review={review} />
        <div className={styles.foot}>
          <ReviewKeys actions={actions} />
          <Link to={`/consolidation-suggestions/${row.id}`}>Open as a page</Link>
        </div>
      </div>
    </Modal>
  );
}
