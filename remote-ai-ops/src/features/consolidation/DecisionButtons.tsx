/** Reject and Accept: only a pending suggestion can be decided. */
import { Button } from '@hindsight/shared-ui/core';
import type { ReviewActions } from '../review/useReviewShortcuts';

interface DecisionButtonsProps {
  isPending: boolean;
  busy: boolean;
  actions: ReviewActions;
}

export function DecisionButtons({ isPending, busy, actions }: DecisionButtonsProps) {
  if (!isPending) return null;
  return (
    <>
      <Button danger onClick={actions.reject} disabled={!actions.reject}>
        Reject
      </Button>
      <Button type="primary" onClick={actions.accept} disabled={!actions.accept} loading={busy}>
        Accept
      </Button>
    </>
  );
}
