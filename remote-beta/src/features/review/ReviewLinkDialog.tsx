/** Asks for confirmation before a link decides a request, so that link scanners cannot decide for a reviewer. */
import { useNavigate } from '@hindsight/shared-contracts/router';
import { useShell } from '@hindsight/shared-contracts/shell';
import type { OverlayProps } from '@hindsight/shared-contracts/shell';
import { LinkQuestion } from '@hindsight/shared-ui/link-question';
import { useEffect, useEffectEvent } from 'react';
import { grantedPath, readReviewLink, reviewFailure } from './reviewLink';
import type { ReviewLink } from './reviewLink';
import { reviewTexts } from './texts';
import styles from './ReviewLinkDialog.module.css';
import { useMutation } from '@hindsight/shared-contracts/query';

function useReview() {
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

function Question({ link, close }: { link: ReviewLink; close(): void }) {
  const { toasts, refreshSession } = useShell();
  const navigate = useNavigate();
  const { mutate, isPending, error } = useReview();
  const grants = link.decision === 'accepted';

  const decide = () =>
    mutate(link, {
      onSuccess: (result) => {
        toasts.show('success', result.message || reviewTexts.done(link.decision));
        // Reviewers may have decided their own request.
        void refreshSession();
        if (grants) void navigate(grantedPath(result), { replace: true });
        else close();
      },
      onError: (cause) => {
        const failure = reviewFailure(cause);
        toasts.show(failure.type, failure.message);
        if (failure.final) close();
      },
    });

  return (
    <LinkQuestion
      title={grants ? reviewTexts.grantTitle : reviewTexts.denyTitle}
      onClose={close}
      problem={error && reviewFailure(error).message}
      answers={[
        {
          label: grants ? 'Grant access' : 'Deny access',
          danger: !grants,
          busy: isPending,
          send: decide,
        },
      ]}
    >
      <p>{grants ? reviewTexts.grant : reviewTexts.deny}</p>
      <p className={styles.link}>
        This link works once. Request <code translate="no">{link.requestId.slice(-8)}</code>
      </p>
    </LinkQuestion>
  );
}

/** Handles an incomplete link: warns once and cleans the URL. */
function Invalid({ close }: { close(): void }) {
  const { toasts } = useShell();
  const warn = useEffectEvent(() => {
    toasts.show('warning', reviewTexts.invalidDecision);
    close();
  });
  useEffect(() => warn(), []);
  return null;
}

/** Works for anyone with the link, signed in or not. */
export function ReviewLinkDialog({ params, close }: OverlayProps) {
  const link = readReviewLink(params);
  return link ? <Question link={link} close={close} /> : <Invalid close={close} />;
}
