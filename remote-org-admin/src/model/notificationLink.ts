/** Where a notification leads. */

export type NotificationLink =
  /** A page of the dashboard, opened in the same tab. */
  | { kind: 'page'; to: string }
  /** Another address, opened in a new tab without opener. */
  | { kind: 'elsewhere'; href: string }
  | { kind: 'none' };

/** Only web addresses are followed: a script must not hide in a link, and `//host` is no page of ours. */
export function linkOf(actionUrl: string): NotificationLink {
  if (/^\/(?![/\\])/.test(actionUrl)) return { kind: 'page', to: actionUrl };
  if (!URL.canParse(actionUrl)) return { kind: 'none' };
  const { protocol, href } = new URL(actionUrl);
  return protocol === 'https:' || protocol === 'http:' ? { kind: 'elsewhere', href } : { kind: 'none' };
}
