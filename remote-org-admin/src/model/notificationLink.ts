/** The target of a notification's link. */

type NotificationLink =
  /** A page of the dashboard, opened in the same tab. */
  | { kind: 'page'; to: string }
  /** Another address, opened in a new tab without opener. */
  | { kind: 'external'; href: string }
  | { kind: 'none' };

/** Accepts web addresses only: no scripts, and `//host` is not a page of the dashboard. */
export function linkOf(actionUrl: string | null): NotificationLink {
  if (actionUrl === null) return { kind: 'none' };
  if (/^\/(?![/\\])/.test(actionUrl)) return { kind: 'page', to: actionUrl };
  if (!URL.canParse(actionUrl)) return { kind: 'none' };
  const { protocol, href } = new URL(actionUrl);
  return protocol === 'https:' || protocol === 'http:' ? { kind: 'external', href } : { kind: 'none' };
}
