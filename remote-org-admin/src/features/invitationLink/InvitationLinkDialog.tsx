/** Asks before an invitation is accepted or declined by a link: a program that follows links must not answer for a person. */
import { useShell, type OverlayProps } from '@hindsight/shared-contracts/shell';
import { LinkQuestion } from '@hindsight/shared-ui/link-question';
import { useEffect, useEffectEvent } from 'react';
import { useAnswerInvitation } from '../../api/invitationLink';
import {
  failureOf,
  isComplete,
  LINK_OVER,
  readInvitationLink,
  successOf,
  type InvitationLink,
  type Outcome,
} from '../../model/invitationLink';
import { InvitationQuestion } from './InvitationQuestion';
import { SignInFirst } from './SignInFirst';

function SignedIn({ link, email, close }: { link: InvitationLink; email: string; close(): void }) {
  const { toasts } = useShell();
  const { mutate, isPending, variables, error } = useAnswerInvitation();

  const tell = (outcome: Outcome) => {
    toasts.show(outcome.type, outcome.message);
    if (outcome.final) close();
  };
  const send = (answer: InvitationLink['answer']) => {
    const sent = { ...link, answer };
    mutate(sent, {
      onSuccess: () => tell(successOf(sent)),
      onError: (problem) => tell(failureOf(problem, sent, email)),
    });
  };
  const answerOf = (answer: InvitationLink['answer']) => ({
    label: answer === 'accept' ? 'Accept' : 'Decline',
    danger: answer === 'decline',
    busy: isPending && variables.answer === answer,
    send: () => send(answer),
  });
  const accepts = link.answer === 'accept';

  return (
    <LinkQuestion
      title={accepts ? 'Accept this invitation?' : 'Decline this invitation?'}
      onClose={close}
      problem={error && failureOf(error, link, email).message}
      answers={accepts ? [answerOf('decline'), answerOf('accept')] : [answerOf('decline')]}
    >
      <InvitationQuestion link={link} email={email} />
    </LinkQuestion>
  );
}

/** A link that lacks a part leads nowhere: it is said once, and the address is cleaned. */
function Incomplete({ close }: { close(): void }) {
  const { toasts } = useShell();
  const tell = useEffectEvent(() => {
    toasts.show('warning', LINK_OVER);
    close();
  });
  useEffect(() => tell(), []);
  return null;
}

/** Signed out it leads through sign-in and back to the same link. */
export function InvitationLinkDialog({ params, close }: OverlayProps) {
  const { session } = useShell();
  const link = readInvitationLink(params);
  if (session.status === 'loading' || session.status === 'unreachable') return null;
  if (!isComplete(link)) return <Incomplete close={close} />;
  if (!session.user) return <SignInFirst link={link} close={close} />;
  return <SignedIn key={session.user.user_id} link={link} email={session.user.email} close={close} />;
}
