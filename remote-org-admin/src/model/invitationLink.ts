/** The link of an invitation, and what its outcome is called. */
import { ApiError } from '@hindsight/shared-contracts/api/client';
import type { ToastType } from '@hindsight/shared-contracts/shell';

export interface InvitationLink {
  answer: 'accept' | 'decline';
  /** Empty when the link does not say. */
  invitationId: string;
  organizationId: string;
  /** Whom it is for. */
  email: string;
  /** Secret of the mail; empty in links of notifications. */
  token: string;
}

/** Reads the address; accepting wins when both are asked. */
export function readInvitationLink(params: URLSearchParams): InvitationLink {
  const accept = params.get('accept_invite')?.trim() ?? '';
  const decline = params.get('decline_invite')?.trim() ?? '';
  return {
    answer: accept !== '' ? 'accept' : 'decline',
    invitationId: accept || decline,
    organizationId: params.get('org')?.trim() ?? '',
    email: params.get('email')?.trim() ?? '',
    token: params.get('token')?.trim() ?? '',
  };
}

/** A link needs the organization and the invitation. */
export const isComplete = ({ invitationId, organizationId }: InvitationLink) =>
  invitationId !== '' && organizationId !== '';

/** Whether the link names somebody else than who is signed in. Upper and lower case do not differ. */
export function isForSomebodyElse({ email }: InvitationLink, signedInEmail: string): boolean {
  return email !== '' && email.toLowerCase() !== signedInEmail.toLowerCase();
}

export interface Outcome {
  type: ToastType;
  message: string;
  /** Nothing is gained by trying again with this link. */
  final: boolean;
}

const warning = (message: string): Outcome => ({ type: 'warning', message, final: true });

export const LINK_OVER = 'This invitation link is no longer valid. Please request a new invite.';
export const NOT_FOUND = 'Invitation not found. It may have been rescinded.';

/** For whom the invitation is, to somebody else. */
export function otherAccount(email: string): string {
  return email === ''
    ? 'This invitation is for a different account. Please sign in with the invited email or request a new invite.'
    : `This invitation is for ${email}. Please sign in with that email or ask for a new invite.`;
}

export function successOf({ answer }: InvitationLink): Outcome {
  return answer === 'accept'
    ? { type: 'success', message: 'Invitation accepted', final: true }
    : { type: 'info', message: 'Invitation declined', final: true };
}

/** What to say about an answer that did not arrive. */
export function failureOf(error: unknown, link: InvitationLink, signedInEmail: string): Outcome {
  if (error instanceof ApiError) {
    // A conflict says the same as the older 400: it was accepted, declined or revoked before.
    if (error.status === 400 || error.status === 409) return warning(LINK_OVER);
    if (error.status === 404) return warning(NOT_FOUND);
    if (error.status === 403) {
      // Refused though it is for this person: the secret of an older mail.
      const isOwn = link.email !== '' && !isForSomebodyElse(link, signedInEmail);
      return warning(isOwn ? LINK_OVER : otherAccount(link.email));
    }
  }
  const reason = error instanceof Error && error.message !== '' ? error.message : 'Unknown error';
  return { type: 'error', message: `Failed to process invitation: ${reason}`, final: false };
}
