/** The link of an invitation: what it asks for, and the outcome of answering it. */
import { ApiError } from '@hindsight/shared-contracts/api/client';
import { reasonOf } from '@hindsight/shared-contracts/rules';
import { isForbidden, type ToastType } from '@hindsight/shared-contracts/shell';
import { linkTexts } from './texts';

export interface InvitationLink {
  answer: 'accept' | 'decline';
  /** Empty when the link lacks it. */
  invitationId: string;
  organizationId: string;
  /** The invited address. */
  email: string;
  /** The secret of the mail; empty in links of notifications. */
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

/** Whether the link names another account than the signed-in one, ignoring case. */
export function isForOtherAccount({ email }: InvitationLink, signedInEmail: string): boolean {
  return email !== '' && email.toLowerCase() !== signedInEmail.toLowerCase();
}

/** Whether the service refused the account, and the link does not name the invited one. */
export const isUnknownAccount = (error: unknown, { email }: InvitationLink) =>
  email === '' && isForbidden(error);

export interface Outcome {
  type: ToastType;
  message: string;
  /** Another try with this link cannot succeed. */
  final: boolean;
}

const warning = (message: string): Outcome => ({ type: 'warning', message, final: true });

/** The outcome of an answer that the service took. */
export function successOf({ answer }: InvitationLink): Outcome {
  return answer === 'accept'
    ? { type: 'success', message: linkTexts.accepted, final: true }
    : { type: 'info', message: linkTexts.declined, final: true };
}

/** The outcome of an answer that failed. */
export function failureOf(error: unknown, link: InvitationLink, signedInEmail: string): Outcome {
  if (error instanceof ApiError) {
    // 409: it was accepted, declined or revoked before. An older service answers 400.
    if (error.status === 400 || error.status === 409) return warning(linkTexts.invalid);
    if (error.status === 404) return warning(linkTexts.notFound);
    if (error.status === 403) {
      // Refused although it is for this account: the token of an older mail.
      const isOwn = link.email !== '' && !isForOtherAccount(link, signedInEmail);
      return warning(isOwn ? linkTexts.invalid : linkTexts.otherAccount(link.email));
    }
  }
  return { type: 'error', message: linkTexts.failed(reasonOf(error)), final: false };
}
