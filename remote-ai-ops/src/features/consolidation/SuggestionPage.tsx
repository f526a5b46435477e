/** The page `/consolidation-suggestions/{id}`: one suggestion to read and decide. */
import type { ConsolidationSuggestion } from '@hindsight/shared-contracts/api';
import { Link, useNavigate, useParams } from '@hindsight/shared-contracts/router';
import { isForbidden, useExpiredSession, usePageHeader, useShell } from '@hindsight/shared-contracts/shell';
import { Button, CardSkeleton, EmptyState, ErrorState, VisuallyHidden } from '@hindsight/shared-ui/core';
import { useRef } from 'react';
import { isGone } from '../../api/blocks';
import { useSuggestion } from '../../api/suggestions';
import { ShortcutList } from '../review/ShortcutList';
import { useReviewShortcuts } from '../review/useReviewShortcuts';
import { DecisionButtons } from './DecisionButtons';
import { CONSOLIDATION_OFF } from './FeatureOff';
import { ReviewedSuggestion } from './ReviewedSuggestion';
import { consolidationTexts } from './texts';
import { useDeletion } from './useDeletion';
import { useReview } from './useReview';
import layout from '../review/layout.module.css';
import styles from './SuggestionPage.module.css';

/** Sends no requests while the feature is off. */
export function SuggestionPage() {
  const { id = '' } = useParams();
  const { flags } = useShell();
  const suggestion = useSuggestion(id, flags.consolidationEnabled);
  useExpiredSession(suggestion.error, 'load the consolidation suggestion');
  if (!flags.consolidationEnabled) return CONSOLIDATION_OFF;
  const back = <Link to="/consolidation-suggestions">{consolidationTexts.back}</Link>;
  if (isGone(suggestion.error))
    return <EmptyState kind="no-match" title={consolidationTexts.missing} action={back} />;
  if (suggestion.data) return <Loaded key={id} row={suggestion.data} />;
  if (!suggestion.error) return <CardSkeleton label={consolidationTexts.loading} count={2} />;
  if (isForbidden(suggestion.error)) {
    return <EmptyState kind="no-access" title={consolidationTexts.noAccessOne} action={back} />;
  }
  return <ErrorState title={consolidationTexts.oneFailed} query={suggestion} />;
}

function Loaded({ row }: { row: ConsolidationSuggestion }) {
  const review = useReview(row);
  const navigate = useNavigate();
  const container = useRef<HTMLDivElement>(null);
  const remove = useDeletion(() => void navigate('/consolidation-suggestions'));
  usePageHeader({ title: consolidationTexts.detailTitle });
  useReviewShortcuts(container, review.actions);
  return (
    <div ref={container} className={layout.stack}>
      <div className={layout.between}>
        <Link to="/consolidation-suggestions">{consolidationTexts.back}</Link>
        <div className={layout.bar}>
          <Button disabled={!review.canDecide} onClick={() => void remove([row.suggestion_id])}>
            Delete
          </Button>
          <DecisionButtons review={review} />
        </div>
      </div>
      <div className={styles.surface}>
        <VisuallyHidden as="h2">Suggestion</VisuallyHidden>
        <ReviewedSuggestion row={row} review={review} />
      </div>
      <ShortcutList actions={review.actions} />
    </div>
  );
}
