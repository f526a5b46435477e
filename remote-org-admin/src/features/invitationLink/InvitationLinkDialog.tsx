/** Confirms before a link accepts or declines an invitation: programs follow links too, and must not answer for a person. */
import { useShell, type OverlayProps } from '@hindsight/shared-contracts/shell';
import { LinkQuestion } from '@hindsight/shared-ui/link-question';
import { useEffect, useEffectEvent } from 'react';
import {
  failureOf,
  isComplete,
  readInvitationLink,
  successOf,
  type InvitationLink,
  type Outcome,
} from './invitationLink';
import { InvitationQuestion } from './InvitationQuestion';
import { SignInFirst } from './SignInFirst';
import { linkTexts } from './texts';
import { useAnswerInvitation } from './useAnswerInvitation';

function SignedIn({ link, email, close }: { link: InvitationLink; email: string; close(): void }) {
  const { toasts } = useShell();
  const { mutate, isPending, variables, error } = useAnswerInvitation();

  const finish = (outcome: Outcome) => {
    toasts.show(outcome.type, outcome.message);
    if (outcome.final) close();
  };
  const send = (answer: InvitationLink['answer']) => {
    const sent = { ...link, answer };
    mutate(sent, {
      onSuccess: () => finish(successOf(sent)),
      onError: (failure) => finish(failureOf(failure, sent, email)),
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
      title={accepts ? linkTexts.acceptTitle : linkTexts.declineTitle}
      onClose={close}
      problem={error && failureOf(error, link, email).message}
      answers={accepts ? [answerOf('decline'), answerOf('accept')] : [answerOf('decline')]}
    >
      <InvitationQuestion link={link} email={email} />
    </LinkQuestion>
  );
}

/** A link that lacks a part: warns once and cleans the address. */
function Incomplete({ close }: { close(): void }) {
  const { toasts } = useShell();
  const warn = useEffectEvent(() => {
    toasts.show('warning', linkTexts.invalid);
    close();
  });
  useEffect(() => warn(), []);
  return null;
}

/** Signed-out people sign in first and return to the same link. */
export function InvitationLinkDialog({ params, close }: OverlayProps) {
  const { session } = useShell();
  const link = readInvitationLink(params);
  if (session.status === 'loading' || session.status === 'unreachable') return null;
  if (!isComplete(link)) return <Incomplete close={close} />;
  if (!session.user) return <SignInFirst link={link} close={close} />;
  return <SignedIn key={session.user.user_id} link={link} email={session.user.email} close={close} />;
}
