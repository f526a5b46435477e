/** Decides a request by the link of a mail. The token authorizes it: no session is needed. */
import { useMutation } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';
import type { ReviewLink } from './reviewLink';

/** Sends the decision. */
export function useReview() {
  const { api } = useShell();
  return useMutation({
    mutationFn: (link: ReviewLink) =>
      api.call('POST /beta-access/review/{id}/token', {
        params: { id: link.requestId },
        body: { token: link.token, decision: link.decision },
        scope: false,
        withoutSession: true,
      }),
    retry: false,
  });
}
