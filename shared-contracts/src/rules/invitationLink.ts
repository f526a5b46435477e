/** The link of an invitation: the service writes it into mails and notifications, the dashboard reads it from the address. */

export interface InvitationLink {
  answer: 'accept' | 'decline';
  invitationId: string;
  organizationId: string;
  email: string;
  /** The secret of the mail; absent in links of notifications, where the signed-in address decides alone. */
  token?: string;
}

/** The path of the dashboard where an invitation is answered. */
export function invitationPath({
  answer,
  invitationId,
  organizationId,
  email,
  token,
}: InvitationLink): string {
  const query = new URLSearchParams({
    [`${answer}_invite`]: invitationId,
    org: organizationId,
    email,
    ...(token !== undefined && { token }),
  });
  return `/login?${query.toString()}`;
}

/** Reads the link; accepting wins when both are asked. Null for a link that lacks the organization or the invitation. */
export function readInvitationLink(params: URLSearchParams): InvitationLink | null {
  const value = (name: string) => params.get(name)?.trim() ?? '';
  const invitationId = value('accept_invite') || value('decline_invite');
  const organizationId = value('org');
  if (invitationId === '' || organizationId === '') return null;
  const answer = value('accept_invite') === '' ? 'decline' : 'accept';
  const token = value('token');
  return { answer, invitationId, organizationId, email: value('email'), ...(token !== '' && { token }) };
}
