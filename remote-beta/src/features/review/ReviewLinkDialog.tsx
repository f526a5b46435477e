/** Asks before a request is decided by a link: a program that follows links must not decide for a reviewer. */
import { useNavigate } from '@hindsight/shared-contracts/router';
import { useShell, type OverlayProps } from '@hindsight/shared-contracts/shell';
import { LinkQuestion } from '@hindsight/shared-ui/link-question';
import { useEffect, useEffectEvent } from 'react';
import { useReview } from '../../api/review';
import {
  grantedPath,
  INVALID_DECISION,
  readReviewLink,
  reviewFailure,
  type ReviewLink,
} from '../../model/reviewLink';
import styles from './ReviewLinkDialog.module.css';

function Question({ link, close }: { link: ReviewLink; close(): void }) {
  const { toasts, refreshSession } = useShell();
  const navigate = useNavigate();
  const { mutate, isPending, error } = useReview();
  const grants = link.decision === 'accepted';

  const decide = () =>
    mutate(link, {
      onSuccess: (result) => {
        toasts.show('success', result.message);
        // The decision may be about whoever looks at it.
        void refreshSession();
        if (grants) void navigate(grantedPath(result), { replace: true });
        else close();
      },
      onError: (problem) => {
        const failure = reviewFailure(problem);
        toasts.show(failure.type, failure.message);
        if (failure.final) close();
      },
    });

  return (
    <LinkQuestion
      title={grants ? 'Grant beta access?' : 'Deny beta access?'}
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
      <p>
        {grants
          ? 'The person who asked can open the dashboard at once, and is told by mail.'
          : 'The person who asked cannot open the dashboard, and is told by mail.'}
      </p>
      <p className={styles.link}>
        This link works once. Request <code>{link.requestId.slice(-8)}</code>
      </p>
    </LinkQuestion>
  );
}

/** A link that lacks a part decides nothing: it is said once, and the address is cleaned. */
function Invalid({ close }: { close(): void }) {
  const { toasts } = useShell();
  const tell = useEffectEvent(() => {
    toasts.show('warning', INVALID_DECISION);
    close();
  });
  useEffect(() => tell(), []);
  return null;
}

/** Works for everybody who holds the link, signed in or not. */
export function ReviewLinkDialog({ params, close }: OverlayProps) {
  const link = readReviewLink(params);
  return link ? <Question link={link} close={close} /> : <Invalid close={close} />;
}
