/** The addresses that mails and notifications lead to: flows of the dashboard. */

const query = (values: Record<string, string>) => new URLSearchParams(values).toString();

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
export function absoluteUrl(appBaseUrl: URL, path: string): string {
  return `${appBaseUrl.href.replace(/(?<!\/)\/+$/, '')}${path}`;
}
