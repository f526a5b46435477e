/** A suggestion over the list: read, decide, go on to the next one, undo the last decision. */
import type { ConsolidationSuggestion } from '@hindsight/shared-contracts/api';
import { Link } from '@hindsight/shared-contracts/router';
import { Button, ErrorState } from '@hindsight/shared-ui/core';
import { useConfirm } from '@hindsight/shared-ui/data';
import { Modal } from '@hindsight/shared-ui/dialog';
import { useRef, useState } from 'react';
import { isGone } from '../../api/blocks';
import { useSuggestion } from '../../api/suggestions';
import { suggestionText } from '../../model/suggestionText';
import { ShortcutList } from '../review/ShortcutList';
import { useReviewShortcuts } from '../review/useReviewShortcuts';
import { DecisionButtons } from './DecisionButtons';
import { ReviewedSuggestion } from './ReviewedSuggestion';
import { SuggestionSkeletons } from './SuggestionSkeletons';
import { consolidationTexts } from './texts';
import { useReview } from './useReview';
import layout from '../review/layout.module.css';
import styles from './SuggestionModal.module.css';

export interface SuggestionModalProps {
  id: string;
  /** Ids of the list when the dialog was opened, in its order. */
  queue: readonly string[];
  onStep(id: string): void;
  onClose(): void;
}

/** After a decision the next one of the queue is shown; at its end the dialog stays on the decided one. */
export function SuggestionModal({ id, queue, onStep, onClose }: SuggestionModalProps) {
  const suggestion = useSuggestion(id, true);
  const [decided, setDecided] = useState<readonly string[]>([]);
  // A suggestion that was deleted cannot be decided any more.
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
    <Modal title={consolidationTexts.dialogTitle} size="wide" onClose={onClose}>
      {suggestion.error ? (
        <ErrorState
          title={isGone(suggestion.error) ? consolidationTexts.missing : consolidationTexts.oneFailed}
          query={suggestion}
          detail={!isGone(suggestion.error) && suggestion.error.message}
        />
      ) : (
        <SuggestionSkeletons count={2} />
      )}
    </Modal>
  );
}

interface LoadedProps extends Pick<SuggestionModalProps, 'queue' | 'onStep' | 'onClose'> {
  row: ConsolidationSuggestion;
  /** Ids that were decided in this dialog, the last one last. */
  decided: readonly string[];
  onDecided(ids: readonly string[]): void;
}

function Loaded({ row, queue, decided, onDecided, onStep, onClose }: LoadedProps) {
  const review = useReview(row);
  const container = useRef<HTMLDivElement>(null);
  const index = queue.indexOf(row.suggestion_id);
  const next = queue[index + 1];
  const previous = queue[index - 1];
  const last = decided.at(-1);

  const confirm = useConfirm();
  /** Asks first when an edited text would be lost. */
  const leave = async (go: () => void) => {
    if (review.isEdited && !(await confirm(consolidationTexts.edit.discard))) return;
    review.draft.reset();
    go();
  };

  async function decide(decision: 'validate' | 'reject') {
    if (!(await review.decide(decision))) return;
    onDecided([...decided, row.suggestion_id]);
    if (next) onStep(next);
  }
  async function undo() {
    if (!last || !(await review.decisions.undo(last))) return;
    onDecided(decided.slice(0, -1));
    onStep(last);
  }
  const isOpen = review.isPending && review.canDecide;
  const actions = {
    ...(next && { next: () => void leave(() => onStep(next)) }),
    ...(previous && { previous: () => void leave(() => onStep(previous)) }),
    ...(isOpen && !review.problem && { accept: () => void decide('validate') }),
    ...(isOpen && { reject: () => void decide('reject') }),
    ...(last && { undo: () => void undo() }),
  };
  useReviewShortcuts(container, actions);

  return (
    <Modal
      title={suggestionText(row).title}
      size="wide"
      onClose={() => void leave(onClose)}
      footer={
        <>
          {queue.length > 1 && index >= 0 && (
            <span className={layout.place}>
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
      <div ref={container} className={layout.stack}>
        <ReviewedSuggestion row={row} review={review} />
        <div className={styles.foot}>
          <ShortcutList actions={actions} />
          <Link to={`/consolidation-suggestions/${row.suggestion_id}`}>{consolidationTexts.openAsPage}</Link>
        </div>
      </div>
    </Modal>
  );
}
