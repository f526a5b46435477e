/** Decides a request by the link of a mail. The token proves it, so nobody has to be signed in. */
import { useMutation } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';
import { readReview, type ReviewLink } from '../model/reviewLink';

export function useReview() {
  const { api } = useShell();
  return useMutation({
    mutationFn: async (link: ReviewLink) =>
      readReview(
        await api.call('POST /beta-access/review/{id}/token', {
          params: { id: link.requestId },
          body: { token: link.token, decision: link.decision },
          scope: false,
          withoutSession: true,
        }),
        link,
      ),
    retry: false,
  });
}
