/** Reject and Accept for a pending suggestion, Undo for a resolved one. */
import { Button } from '@hindsight/shared-ui/core';
import type { useReview } from './useReview';

export function DecisionButtons({ review }: { review: ReturnType<typeof useReview> }) {
  const { actions, isPending, decisions } = review;
  if (!isPending)
    return actions.undo ? (
      <Button onClick={actions.undo} loading={decisions.busy}>
        Undo decision
      </Button>
    ) : null;
  return (
    <>
      <Button danger onClick={actions.reject} disabled={!actions.reject}>
        Reject
      </Button>
      <Button type="primary" onClick={actions.accept} disabled={!actions.accept} loading={decisions.busy}>
        Accept
      </Button>
    </>
  );
}
