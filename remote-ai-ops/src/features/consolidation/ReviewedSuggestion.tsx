/** A suggestion under review, in the dialog and on its page: its details, and the reason when it cannot be accepted. */
import type { ConsolidationSuggestion } from '@hindsight/shared-contracts/api';
import { Alert, DraftNote } from '@hindsight/shared-ui/core';
import { LostQuestionsNote } from '@hindsight/shared-ui/data';
import { toMergeChanges } from '../../model/plannedChanges';
import { SuggestionDetail } from './SuggestionDetail';
import { consolidationTexts } from './texts';
import type { useReview } from './useReview';
import layout from '../review/layout.module.css';

interface ReviewedSuggestionProps {
  row: ConsolidationSuggestion;
  review: ReturnType<typeof useReview>;
}

export function ReviewedSuggestion({ row, review }: ReviewedSuggestionProps) {
  return (
    <>
      <DraftNote draft={review.draft} />
      {review.problem && <Alert tone="warn">{review.problem}</Alert>}
      {review.isPending && review.problem === null && (
        <LostQuestionsNote changes={toMergeChanges(row, review.accepted)} />
      )}
      {row.status === 'rejected' && <p className={layout.soft}>{consolidationTexts.rejected}</p>}
      <SuggestionDetail
        row={row}
        originals={review.originals}
        accepted={review.accepted}
        onAccept={review.setAccepted}
        isEditing={review.isEditing}
        onEdit={review.setEditing}
      />
    </>
  );
}
