/** Asks for confirmation before a link answers an invitation, so that link scanners cannot answer for a person. */
import type { InvitationDetails } from '@hindsight/shared-contracts/api';
import { useLocation } from '@hindsight/shared-contracts/router';
import { readInvitationLink, signInUrl, type InvitationLink } from '@hindsight/shared-contracts/rules';
import { useShell, type OverlayProps } from '@hindsight/shared-contracts/shell';
import { Icon } from '@hindsight/shared-ui/core';
import { LinkQuestion } from '@hindsight/shared-ui/link-question';
import { useEffect, useEffectEvent } from 'react';
import { useAnswerInvitation, useInvitationDetails } from '../../api/invitations';
import {
  toFailure,
  isForOtherAccount,
  isUnknownAccount,
  linkTexts,
  describeSuccess,
  type Answering,
  type Outcome,
} from './texts';
import styles from './InvitationLinkDialog.module.css';

interface LinkProps {
  link: InvitationLink;
  /** The signed-in account. */
  who: Answering;
  close(): void;
}

/** Shows a final outcome as a toast and cleans the URL. */
function Closing({ outcome, close }: { outcome: Outcome; close(): void }) {
  const { toasts } = useShell();
  const finish = useEffectEvent(() => {
    toasts.show(outcome.type, outcome.message);
    close();
  });
  useEffect(() => finish(), []);
  return null;
}

/** Asks the user to sign in with the invited account, the only one that can answer. Sign-in returns to the same link. */
function SignInQuestion({
  link,
  wrongAccount,
  close,
}: {
  link: InvitationLink;
  wrongAccount?: string;
  close(): void;
}) {
  const { pathname, search, hash } = useLocation();
  const href = signInUrl(pathname + search + hash);
  const label = wrongAccount === undefined ? linkTexts.signIn : linkTexts.signInAs(link.email);
  return (
    <LinkQuestion title={linkTexts.signInTitle} onClose={close} problem={null} answers={[{ label, href }]}>
      {wrongAccount === undefined ? (
        <p>{linkTexts.signInTo(link)}</p>
      ) : (
        <>
          <p className={styles.who}>
            Signed in as <strong>{wrongAccount}</strong>
          </p>
          <p className={styles.note}>
            <Icon name="warning" size={18} />
            {linkTexts.otherAccount(link.email)}
          </p>
        </>
      )}
    </LinkQuestion>
  );
}

/** Without details, e.g. when the service is unreachable, the question is generic. */
function Invitation({ link, details }: { link: InvitationLink; details: InvitationDetails | undefined }) {
  const organization = details ? <strong dir="auto">{details.organization_name}</strong> : 'an organization';
  const consequence = link.answer === 'accept' ? linkTexts.consequence : linkTexts.cancelled;
  return (
    <p>
      {details?.inviter_name ? <bdi>{details.inviter_name} invites you</bdi> : 'You are invited'} to join{' '}
      {organization}
      {details && (
        <>
          {' '}
          as <strong>{details.role}</strong>
        </>
      )}
      . {consequence}
    </p>
  );
}

function Question({ link, who, close, details }: LinkProps & { details: InvitationDetails | undefined }) {
  const { toasts } = useShell();
  const { mutate, isPending, variables, error } = useAnswerInvitation();
  const finish = (outcome: Outcome) => {
    toasts.show(outcome.type, outcome.message);
    if (outcome.final) close();
  };
  const send = (answer: InvitationLink['answer']) => {
    const sent = { ...link, answer };
    mutate(sent, {
      onSuccess: () => finish(describeSuccess(sent)),
      onError: (failure) => finish(toFailure(failure, sent, who)),
    });
  };
  const describeAnswer = (answer: InvitationLink['answer']) => ({
    label: answer === 'accept' ? 'Accept' : 'Decline',
    danger: answer === 'decline',
    busy: isPending && variables.answer === answer,
    send: () => send(answer),
  });
  const accepts = link.answer === 'accept';
  return (
    <LinkQuestion
      title={accepts ? linkTexts.acceptTitle : linkTexts.declineTitle}
      onClose={close}
      problem={error && toFailure(error, link, who).message}
      answers={accepts ? [describeAnswer('decline'), describeAnswer('accept')] : [describeAnswer('decline')]}
    >
      <Invitation link={link} details={details} />
      <p className={styles.who}>
        Signed in as <strong>{who.email}</strong>
      </p>
    </LinkQuestion>
  );
}

function SignedIn(props: LinkProps) {
  const { link, who, close } = props;
  const { data, error } = useInvitationDetails(link);
  if (isUnknownAccount(error, link))
    return <SignInQuestion link={link} wrongAccount={who.email} close={close} />;
  const outcome = error && toFailure(error, link, who);
  return outcome?.final ? (
    <Closing outcome={outcome} close={close} />
  ) : (
    <Question {...props} details={data} />
  );
}

/** Users without a session, or with another account, sign in first and return to the same link. */
export function InvitationLinkDialog({ params, close }: OverlayProps) {
  const { session } = useShell();
  const link = readInvitationLink(params);
  if (session.status === 'loading' || session.status === 'unreachable') return null;
  if (!link)
    return <Closing outcome={{ type: 'warning', message: linkTexts.invalid, final: true }} close={close} />;
  const email = session.user?.email;
  if (email === undefined || isForOtherAccount(link, email))
    return <SignInQuestion link={link} wrongAccount={email} close={close} />;
  const membership = session.user?.memberships.find(
    ({ organization_id: id }) => id === link.organizationId,
  )?.organization_name;
  return <SignedIn key={session.user?.user_id} link={link} who={{ email, membership }} close={close} />;
}
