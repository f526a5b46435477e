/** The target of a notification's link. */
import type { Notification, UserInfo } from '@hindsight/shared-contracts/api';

type NotificationLink =
  /** A page of the dashboard, opened in the same tab. */
  | { kind: 'page'; to: string }
  /** Another address, opened in a new tab without opener. */
  | { kind: 'external'; href: string }
  | { kind: 'none' };

/**
 * The address of a notification: its own, else the organization that it is about. Those who are no longer in that one are led to theirs:
 * its pages would be shown in another workspace.
 */
export function resolveNotificationAddress(
  {
    action_url: own,
    event_type: kind,
    metadata,
  }: Pick<Notification, 'action_url' | 'event_type' | 'metadata'>,
  memberships: UserInfo['memberships'],
): string | null {
  const about = metadata?.['organization_id'];
  if (about === undefined || kind === 'org_invitation') return own;
  const membership = memberships.find(({ organization_id: id }) => id === about);
  if (!membership) return '/dashboard?organizations';
  return own ?? `/dashboard?organizations=${membership.organization_id}`;
}

/** Accepts web addresses only: no scripts, and `//host` is not a page of the dashboard. */
export function toNotificationLink(actionUrl: string | null): NotificationLink {
  if (actionUrl === null) return { kind: 'none' };
  if (/^\/(?![/\\])/.test(actionUrl)) return { kind: 'page', to: actionUrl };
  if (!URL.canParse(actionUrl)) return { kind: 'none' };
  const { protocol, href } = new URL(actionUrl);
  return protocol === 'https:' || protocol === 'http:' ? { kind: 'external', href } : { kind: 'none' };
}
