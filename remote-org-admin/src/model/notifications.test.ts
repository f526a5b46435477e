import { linkOf } from './notificationLink';
import { changesMembership, newsIn } from './notificationNews';
import { PAGE_SIZE, paramsOf, viewOf } from './notificationPage';
import {
  defaultsOf,
  EVENT_TYPES,
  MESSAGE_MS,
  readPreferences,
  SAVE_FAILED,
  SAVED,
} from './notificationPreferences';
import { readNotifications } from './notificationList';

it.each([
  ['/login?accept_invite=1', { kind: 'page', to: '/login?accept_invite=1' }],
  ['https://example.org/a', { kind: 'elsewhere', href: 'https://example.org/a' }],
  ['http://example.org/a', { kind: 'elsewhere', href: 'http://example.org/a' }],
  ['', { kind: 'none' }],
  ['//example.org', { kind: 'none' }],
  ['/\\example.org', { kind: 'none' }],
  ['javascript:alert(1)', { kind: 'none' }],
  ['data:text/html,x', { kind: 'none' }],
])('%s leads to %j', (url, link) => expect(linkOf(url)).toEqual(link));

describe('news', () => {
  const before = readNotifications([{ id: '1', is_read: false }]);
  const now = (event_type: string, is_read = false) =>
    readNotifications([
      { id: '2', event_type, is_read },
      { id: '1', is_read: false },
    ]);
  it('is what is unread and was not there before', () => {
    expect(newsIn(before, now('org_invitation')).map(({ id }) => id)).toEqual(['2']);
    expect(newsIn(before, now('org_invitation', true))).toEqual([]);
  });
  it.each([
    ['org_membership_added', true],
    ['org_membership_removed', true],
    ['org_role_changed', true],
    ['org_invitation', false],
    ['org_invitation_accepted', false],
    ['org_invitation_declined', false],
  ])('%s changes what one may enter: %s', (type, changes) =>
    expect(changesMembership(now(type).rows)).toBe(changes),
  );
});

it('keeps the event types, defaults and texts of the specification', () => {
  expect(EVENT_TYPES).toEqual([
    'org_invitation',
    'org_membership_added',
    'org_membership_removed',
    'org_role_changed',
    'org_invitation_accepted',
    'org_invitation_declined',
  ]);
  for (const type of EVENT_TYPES) {
    expect(defaultsOf(type)).toEqual({
      email_enabled: type !== 'org_invitation_declined',
      in_app_enabled: true,
    });
  }
  expect([SAVED, SAVE_FAILED, MESSAGE_MS]).toEqual([
    'Preference updated successfully',
    'Failed to update preference',
    3000,
  ]);
});

it('reads preferences; what is missing stands at its default', () => {
  const read = readPreferences({ preferences: { org_invitation: { email_enabled: false } } });
  expect(read.org_invitation).toEqual({ email_enabled: false, in_app_enabled: true });
  expect(read.org_invitation_declined).toEqual({ email_enabled: false, in_app_enabled: true });
  expect(Object.keys(readPreferences('x'))).toEqual([...EVENT_TYPES]);
});

it.each([
  ['', { unreadOnly: false, page: 1 }, {}],
  ['show=unread&page=3', { unreadOnly: true, page: 3 }, { show: 'unread', page: '3' }],
  ['show=x&page=-1', { unreadOnly: false, page: 1 }, {}],
  ['page=1.5', { unreadOnly: false, page: 1 }, {}],
])('reads the view of the page from "%s"', (address, view, params) => {
  expect(viewOf(new URLSearchParams(address))).toEqual(view);
  expect(paramsOf(view)).toEqual(params);
  expect(PAGE_SIZE).toBe(20);
});
