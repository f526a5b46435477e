/** The target of a notification's link. */
import type { Notification, UserInfo } from '@hindsight/shared-contracts/api';

type NotificationLink =
  /** A page of the dashboard, opened in the same tab. */
  | { kind: 'page'; to: string }
  /** Another address, opened in a new tab without opener. */
  | { kind: 'external'; href: string }
  | { kind: 'none' };

/** The address of a notification: its own, else the organization that it is about, for those who are in it. */
export function addressOf(
  { action_url: own, metadata }: Pick<Notification, 'action_url' | 'metadata'>,
  memberships: UserInfo['memberships'],
): string | null {
  const about = memberships.find(({ organization_id: id }) => id === metadata?.['organization_id']);
  return own ?? (about ? `/dashboard?organizations=${about.organization_id}` : null);
}

/** Accepts web addresses only: no scripts, and `//host` is not a page of the dashboard. */
export function linkOf(actionUrl: string | null): NotificationLink {
  if (actionUrl === null) return { kind: 'none' };
  if (/^\/(?![/\\])/.test(actionUrl)) return { kind: 'page', to: actionUrl };
  if (!URL.canParse(actionUrl)) return { kind: 'none' };
  const { protocol, href } = new URL(actionUrl);
  return protocol === 'https:' || protocol === 'http:' ? { kind: 'external', href } : { kind: 'none' };
}
