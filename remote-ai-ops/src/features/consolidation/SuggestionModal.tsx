/** Dialog to read, decide and undo one suggestion. Pending ones can also be reviewed in the queue of the page. */
import type { ConsolidationSuggestion } from '@hindsight/shared-contracts/api';
import { Link } from '@hindsight/shared-contracts/router';
import { CardSkeleton, ErrorState } from '@hindsight/shared-ui/core';
import { useConfirm } from '@hindsight/shared-ui/data';
import { Modal } from '@hindsight/shared-ui/dialog';
import { useRef } from 'react';
import { isGone } from '../../api/blocks';
import { useSuggestion } from '../../api/suggestions';
import { suggestionText } from '../../model/suggestionText';
import { ShortcutList } from '../review/ShortcutList';
import { useReviewShortcuts } from '../review/useReviewShortcuts';
import { DecisionButtons } from './DecisionButtons';
import { ReviewedSuggestion } from './ReviewedSuggestion';
import { consolidationTexts } from './texts';
import { useReview } from './useReview';
import layout from '../review/layout.module.css';
import styles from './SuggestionModal.module.css';

export interface SuggestionModalProps {
  id: string;
  onClose(): void;
}

export function SuggestionModal({ id, onClose }: SuggestionModalProps) {
  const suggestion = useSuggestion(id, true);
  // A deleted suggestion can no longer be decided.
  if (suggestion.data && !isGone(suggestion.error))
    return <Loaded key={id} row={suggestion.data} onClose={onClose} />;
  return (
    <Modal title={consolidationTexts.dialogTitle} size="wide" onClose={onClose}>
      {suggestion.error ? (
        <ErrorState
          title={isGone(suggestion.error) ? consolidationTexts.missing : consolidationTexts.oneFailed}
          query={suggestion}
          detail={!isGone(suggestion.error) && suggestion.error.message}
        />
      ) : (
        <CardSkeleton label={consolidationTexts.loading} count={2} />
      )}
    </Modal>
  );
}

function Loaded({ row, onClose }: { row: ConsolidationSuggestion; onClose(): void }) {
  const review = useReview(row);
  const container = useRef<HTMLDivElement>(null);
  const confirm = useConfirm();
  useReviewShortcuts(container, review.actions);
  /** Asks for confirmation before discarding edited text. */
  const close = async () => {
    if (review.isEdited && !(await confirm(consolidationTexts.edit.discard))) return;
    review.draft.reset();
    onClose();
  };
  return (
    <Modal
      title={suggestionText(row).title}
      size="wide"
      onClose={() => void close()}
      footer={<DecisionButtons review={review} />}
    >
      <div ref={container} className={layout.stack}>
        <ReviewedSuggestion row={row} review={review} />
        <div className={styles.foot}>
          <ShortcutList actions={review.actions} />
          <Link to={`/consolidation-suggestions/${row.suggestion_id}`}>{consolidationTexts.openAsPage}</Link>
        </div>
      </div>
    </Modal>
  );
}
