import type { NotificationEventType } from '@hindsight/shared-contracts/api';
import { BADGE_CAP, bellLabel, settingsTexts } from '../features/notifications/texts';
import { notificationRow, notificationRow as row } from '../testing/rows';
import { resolveNotificationAddress, toNotificationLink } from './notificationLink';
import {
  NOTIFICATION_LIMIT,
  NOTIFICATION_REFRESH_MS,
  PAGE_SIZE,
  withAllRead,
  withRead,
} from './notificationList';
import { DEFAULT_PREFERENCES, MESSAGE_MS } from './notificationPreferences';
import { changesMembership, newNotifications } from './notificationUpdates';

describe('notificationList', () => {
  it('matches the numbers of the specification', () => {
    expect([NOTIFICATION_LIMIT, PAGE_SIZE, NOTIFICATION_REFRESH_MS, BADGE_CAP]).toEqual([50, 20, 30_000, 99]);
  });

  it.each([
    [null, 'Notifications'],
    [0, 'Notifications, none unread'],
    [1, 'Notifications, 1 unread'],
    [99, 'Notifications, 99 unread'],
    [100, 'Notifications, 99+ unread'],
  ])('labels the bell with %s unread', (unread, label) => expect(bellLabel(unread)).toBe(label));

  it('counts a row as read once and never drops below zero', () => {
    const list = { notifications: [row('1'), row('2')], unread_count: 1, total_count: 9 };
    const once = withRead(list, row('1'));
    expect(once).toEqual({
      notifications: [row('1', { is_read: true }), row('2')],
      unread_count: 0,
      total_count: 9,
    });
    expect(withRead(once, row('2')).unread_count).toBe(0);
    expect(withRead({ ...list, unread_count: 5 }, row('1', { is_read: true })).unread_count).toBe(5);
    expect(withAllRead(list)).toMatchObject({
      unread_count: 0,
      total_count: 9,
      notifications: [{ is_read: true }, { is_read: true }],
    });
  });
});

describe('notifications', () => {
  it.each([
    ['/login?accept_invite=1', { kind: 'page', to: '/login?accept_invite=1' }],
    ['https://example.org/a', { kind: 'external', href: 'https://example.org/a' }],
    ['http://example.org/a', { kind: 'external', href: 'http://example.org/a' }],
    [null, { kind: 'none' }],
    ['', { kind: 'none' }],
    ['//example.org', { kind: 'none' }],
    ['/\\example.org', { kind: 'none' }],
    ['javascript:alert(1)', { kind: 'none' }],
    ['data:text/html,x', { kind: 'none' }],
  ])('%s links to %j', (url, link) => expect(toNotificationLink(url)).toEqual(link));

  it('falls back to the organization it concerns, and sends non-members to their own organizations', () => {
    const memberships = [{ organization_id: 'o1' }] as Parameters<typeof resolveNotificationAddress>[1];
    const row = (
      action_url: string | null,
      organization: string,
      event_type: NotificationEventType = 'org_membership_added',
    ) => ({ action_url, event_type, metadata: { organization_id: organization } });
    expect(resolveNotificationAddress(row(null, 'o1'), memberships)).toBe('/dashboard?organizations=o1');
    expect(resolveNotificationAddress(row('/memory-blocks', 'o1'), memberships)).toBe('/memory-blocks');
    expect(resolveNotificationAddress(row(null, 'o2', 'org_membership_removed'), memberships)).toBe(
      '/dashboard?organizations',
    );
    expect(resolveNotificationAddress(row('/memory-blocks', 'o2'), memberships)).toBe(
      '/dashboard?organizations',
    );
    expect(
      resolveNotificationAddress(row('/login?accept_invite=1', 'o2', 'org_invitation'), memberships),
    ).toBe('/login?accept_invite=1');
    expect(resolveNotificationAddress({ ...row(null, 'o1'), metadata: null }, memberships)).toBe(null);
  });

  describe('new notifications', () => {
    const readItems = (...notifications: ReturnType<typeof notificationRow>[]) => ({
      notifications,
      unread_count: 0,
      total_count: 0,
    });
    const before = readItems(notificationRow('1'));
    const now = (event_type: NotificationEventType, is_read = false) =>
      readItems(notificationRow('2', { event_type, is_read }), notificationRow('1'));

    it('include only unread rows that were not listed before', () => {
      expect(newNotifications(before, now('org_invitation')).map(({ id }) => id)).toEqual(['2']);
      expect(newNotifications(before, now('org_invitation', true))).toEqual([]);
    });

    it.each([
      ['org_membership_added', true],
      ['org_membership_removed', true],
      ['org_role_changed', true],
      ['org_invitation', false],
      ['org_invitation_accepted', false],
      ['org_invitation_declined', false],
    ] as const)('%s changes the memberships: %s', (type, changes) =>
      expect(changesMembership(newNotifications(before, now(type)))).toBe(changes),
    );
  });

  it('matches the event types, defaults and wording of the specification', () => {
    const both = { email_enabled: true, in_app_enabled: true };
    expect(DEFAULT_PREFERENCES).toMatchObject({
      org_invitation: both,
      org_membership_added: both,
      org_membership_removed: both,
      org_role_changed: both,
      org_invitation_accepted: both,
      org_invitation_declined: { email_enabled: false, in_app_enabled: true },
    });
    expect([settingsTexts.saved, settingsTexts.saveFailed, MESSAGE_MS]).toEqual([
      'Preference updated successfully',
      'Failed to update preference',
      3000,
    ]);
  });
});
