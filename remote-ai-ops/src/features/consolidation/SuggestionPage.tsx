/** The page `/consolidation-suggestions/{id}`: one suggestion to read and to decide. */
import { Link, useNavigate, useParams } from '@hindsight/shared-contracts/router';
import { isForbidden, useExpiredSession, usePageHeader, useShell } from '@hindsight/shared-contracts/shell';
import { Button, EmptyState, ErrorState } from '@hindsight/shared-ui/core';
import { useRef } from 'react';
import { isGone } from '../../api/blocks';
import { useSuggestion } from '../../api/suggestions';
import type { SuggestionRow } from '../../model/suggestionRow';
import { ReviewKeys } from '../review/ReviewKeys';
import { useReviewKeys } from '../review/useReviewKeys';
import { CONSOLIDATION_OFF } from './ConsolidationOff';
import { DecisionButtons } from './DecisionButtons';
import { MISSING, ReviewedSuggestion } from './ReviewedSuggestion';
import { SuggestionSkeletons } from './SuggestionSkeletons';
import { useDeletion } from './useDeletion';
import { useReview } from './useReview';
import styles from './SuggestionPage.module.css';

/** Nothing is asked for while the feature is off. */
export function SuggestionPage() {
  const { id = '' } = useParams();
  const { flags } = useShell();
  const suggestion = useSuggestion(id, flags.consolidationEnabled);
  useExpiredSession(suggestion.error, 'load the consolidation suggestion');
  if (!flags.consolidationEnabled) return CONSOLIDATION_OFF;
  const back = <Link to="/consolidation-suggestions">Back to List</Link>;
  if (isGone(suggestion.error)) return <EmptyState kind="no-match" title={MISSING} action={back} />;
  if (suggestion.data) return <Loaded key={id} row={suggestion.data} />;
  if (!suggestion.error) return <SuggestionSkeletons count={2} />;
  if (isForbidden(suggestion.error)) {
    return <EmptyState kind="no-access" title="You cannot read this suggestion" action={back} />;
  }
  return (
    <ErrorState
      title="Failed to load the suggestion"
      detail={suggestion.error.message}
      onRetry={() => void suggestion.refetch()}
      retrying={suggestion.isFetching}
    />
  );
}

function Loaded({ row }: { row: SuggestionRow }) {
  const review = useReview(row);
  const navigate = useNavigate();
  const part = useRef<HTMLDivElement>(null);
  const remove = useDeletion(() => void navigate('/consolidation-suggestions'));
  usePageHeader({ title: 'Consolidation Detail' });
  const isOpen = review.isPending && !review.decisions.busy;
  const actions = {
    ...(isOpen && !review.problem && { accept: () => void review.decide('validate') }),
    ...(isOpen && { reject: () => void review.decide('reject') }),
    ...(!review.isPending &&
      review.decisions.isReversible && { undo: () => void review.decisions.undo(row.id) }),
  };
  useReviewKeys(part, actions);
  return (
    <div ref={part} className={styles.page}>
      <div className={styles.bar}>
        <Link to="/consolidation-suggestions">Back to List</Link>
        <div className={styles.actions}>
          <Button onClick={() => void remove([row.id])}>Delete</Button>
          {actions.undo && (
            <Button onClick={actions.undo} loading={review.decisions.busy}>
              Undo decision
            </Button>
          )}
          <DecisionButtons isPending={review.isPending} busy={review.decisions.busy} actions={actions} />
        </div>
      </div>
      <div className={styles.surface}>
        <ReviewedSuggestion row={row} review={review} />
      </div>
      <ReviewKeys actions={actions} />
    </div>
  );
}
