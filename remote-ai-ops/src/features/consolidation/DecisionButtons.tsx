/** Reject and Accept: only what is pending can be decided. */
import { Button } from '@hindsight/shared-ui/core';
import type { ReviewActions } from '../review/useReviewKeys';

interface DecisionButtonsProps {
  isPending: boolean;
  busy: boolean;
  /** What cannot be done now is absent. */
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
