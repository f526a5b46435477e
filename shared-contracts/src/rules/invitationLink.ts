/** The invitation link: the service puts it into emails and notifications, and the dashboard parses it from the URL. */

export interface InvitationLink {
  answer: 'accept' | 'decline';
  invitationId: string;
  organizationId: string;
  email: string;
  /** Secret from the email; absent in notification links, where the signed-in email address alone decides. */
  token?: string;
}

/** Dashboard path for answering an invitation. */
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

/** Parses the link; if it contains both answers, accept wins. Null if the organization or the invitation is missing. */
export function readInvitationLink(params: URLSearchParams): InvitationLink | null {
  const value = (name: string) => params.get(name)?.trim() ?? '';
  const invitationId = value('accept_invite') || value('decline_invite');
  const organizationId = value('org');
  if (invitationId === '' || organizationId === '') return null;
  const answer = value('accept_invite') === '' ? 'decline' : 'accept';
  const token = value('token');
  return { answer, invitationId, organizationId, email: value('email'), ...(token !== '' && { token }) };
}
