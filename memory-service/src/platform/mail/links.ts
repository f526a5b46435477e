/** Dashboard addresses that emails and notifications link to. */

const query = (values: Record<string, string>) => new URLSearchParams(values).toString();

/** Path of the page that decides a beta request, with the token from the email. */
export function reviewPath(requestId: string, decision: 'accepted' | 'denied', token: string): string {
  return `/login?${query({
    beta_review: requestId,
    beta_decision: decision,
    decision,
    beta_token: token,
    token,
  })}`;
}

/** Absolute form for an email. */
export function absoluteUrl(appBaseUrl: URL, path: string): string {
  return `${appBaseUrl.href.replace(/(?<!\/)\/+$/, '')}${path}`;
}
