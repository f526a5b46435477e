/** Texts of invitation links: the question and the outcome of the answer. */
import { ApiError } from '@hindsight/shared-contracts/api/client';
import { describeError, type InvitationLink } from '@hindsight/shared-contracts/rules';
import { isForbidden, type ToastType } from '@hindsight/shared-contracts/shell';

const ACCOUNT_UNKNOWN =
  'This invitation is for a different account. Please sign in with the invited email or request a new invite.';

export const linkTexts = {
  acceptTitle: 'Accept this invitation?',
  declineTitle: 'Decline this invitation?',
  signInTitle: 'You are invited to an organization',
  signIn: 'Sign In',
  signInAs: (email: string) => (email === '' ? 'Sign in with another account' : `Sign in as ${email}`),
  signInTo: ({ email, answer }: InvitationLink) =>
    `Sign in ${email === '' ? 'with the invited email address' : `as ${email}`} to ${answer} the invitation.`,
  consequence: 'As a member you can see its memories, and its members can see your name and email address.',
  cancelled: 'If you decline, the invitation is canceled and the person who invited you is notified.',
  accepted: 'Invitation accepted',
  declined: 'Invitation declined',
  invalid: 'This invitation link is no longer valid. Please request a new invite.',
  alreadyMember: (organization: string) => `You are already a member of ${organization}.`,
  notFound: 'Invitation not found. It may have been rescinded.',
  otherAccount: (email: string) =>
    email === ''
      ? ACCOUNT_UNKNOWN
      : `This invitation is for ${email}. Please sign in with that email or ask for a new invite.`,
  failed: (reason: string) => `Failed to process invitation: ${reason}`,
};

/** Whether the link names a different account than the signed-in one, ignoring case. */
export function isForOtherAccount({ email }: InvitationLink, signedInEmail: string): boolean {
  return email !== '' && email.toLowerCase() !== signedInEmail.toLowerCase();
}

/** Whether the service rejected the account and the link does not name the invited one. */
export const isUnknownAccount = (error: unknown, { email }: InvitationLink) =>
  email === '' && isForbidden(error);

export interface Outcome {
  type: ToastType;
  message: string;
  /** Retrying with this link cannot succeed. */
  final: boolean;
}

const warning = (message: string): Outcome => ({ type: 'warning', message, final: true });

/** Describes an accepted answer. */
export function describeSuccess({ answer }: InvitationLink): Outcome {
  return answer === 'accept'
    ? { type: 'success', message: linkTexts.accepted, final: true }
    : { type: 'info', message: linkTexts.declined, final: true };
}

/** The signed-in email, and the name of the link's organization if the user is already a member. */
export interface Answering {
  email: string;
  membership: string | undefined;
}

/** Describes a failed answer. */
export function toFailure(error: unknown, link: InvitationLink, { email, membership }: Answering): Outcome {
  if (error instanceof ApiError) {
    // 409: already accepted, declined or revoked. 400: expired.
    if (error.status === 400 || error.status === 409) {
      if (membership === undefined || link.answer === 'decline') return warning(linkTexts.invalid);
      return { type: 'info', message: linkTexts.alreadyMember(membership), final: true };
    }
    if (error.status === 404) return warning(linkTexts.notFound);
    if (error.status === 403) {
      // Rejected although it is for this account: the token is from an older email.
      const isOwn = link.email !== '' && !isForOtherAccount(link, email);
      return warning(isOwn ? linkTexts.invalid : linkTexts.otherAccount(link.email));
    }
  }
  return { type: 'error', message: linkTexts.failed(describeError(error)), final: false };
}
