/** Target of a notification's link. */
import type { Notification, UserInfo } from '@hindsight/shared-contracts/api';

type NotificationLink =
  /** A page of the dashboard, opened in the same tab. */
  | { kind: 'page'; to: string }
  /** Another address, opened in a new tab without opener. */
  | { kind: 'external'; href: string }
  | { kind: 'none' };

/**
 * The address of a notification: its own, else the organization that it concerns. Former members are sent to their list of organizations,
 * since the pages would open in another workspace.
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

/** Accepts only web URLs: no scripts, and `//host` is not a dashboard page. */
export function toNotificationLink(actionUrl: string | null): NotificationLink {
  if (actionUrl === null) return { kind: 'none' };
  if (/^\/(?![/\\])/.test(actionUrl)) return { kind: 'page', to: actionUrl };
  if (!URL.canParse(actionUrl)) return { kind: 'none' };
  const { protocol, href } = new URL(actionUrl);
  return protocol === 'https:' || protocol === 'http:' ? { kind: 'external', href } : { kind: 'none' };
}
