/** A suggestion under review, in the dialog and on its page: why it cannot be accepted, and what it is. */
import type { SuggestionRow } from '../../model/suggestionRow';
import { SuggestionDetail } from './SuggestionDetail';
import type { useReview } from './useReview';
import styles from './ReviewedSuggestion.module.css';

export const MISSING = 'This suggestion is not there any more.';

interface ReviewedSuggestionProps {
  row: SuggestionRow;
  review: ReturnType<typeof useReview>;
}

export function ReviewedSuggestion({ row, review }: ReviewedSuggestionProps) {
  return (
    <>
      {review.problem && (
        <p role="alert" className={styles.problem}>
          {review.problem}
        </p>
      )}
      <SuggestionDetail
        row={row}
        originals={review.originals}
        accepted={review.accepted}
        onAccept={review.setAccepted}
      />
    </>
  );
}
