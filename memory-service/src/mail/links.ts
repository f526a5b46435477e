/** The addresses that mails and notifications lead to: flows of the dashboard. */

const query = (values: Record<string, string>) => new URLSearchParams(values).toString();

/** What an invitation link names. Without a token the signed-in e-mail decides alone. */
export interface InvitationLink {
  invitationId: string;
  organizationId: string;
  email: string;
  token?: string;
}

/** Path of the page where an invitation is accepted or declined. */
export function invitationPath(answer: 'accept' | 'decline', link: InvitationLink): string {
  return `/login?${query({
    [`${answer}_invite`]: link.invitationId,
    org: link.organizationId,
    email: link.email,
    ...(link.token !== undefined && { token: link.token }),
  })}`;
}

/** Path of the page where a beta request is decided by the token of a mail. */
export function reviewPath(requestId: string, decision: 'accepted' | 'denied', token: string): string {
  return `/login?${query({
    beta_review: requestId,
    beta_decision: decision,
    decision,
    beta_token: token,
    token,
  })}`;
}

/** The absolute form for a mail. */
export function absolute(appBaseUrl: URL, path: string): string {
  return `${appBaseUrl.href.replace(/\/+$/, '')}${path}`;
}
