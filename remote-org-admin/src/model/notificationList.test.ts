import { UnexpectedAnswerError } from '@hindsight/shared-contracts/api/client';
import {
  BADGE_CAP,
  bellLabel,
  NOTIFICATION_LIMIT,
  NOTIFICATION_REFRESH_MS,
  readNotifications,
  withAllRead,
  withRead,
  type NotificationRow,
} from './notificationList';

const row = (change: Partial<NotificationRow> = {}): NotificationRow => ({
  id: '1',
  eventType: '',
  title: 'Notification',
  message: '',
  isRead: false,
  createdAt: '',
  actionUrl: '',
  actionText: '',
  invitationId: '',
  organizationName: '',
  ...change,
});

it('keeps the numbers of the specification', () => {
  expect([NOTIFICATION_LIMIT, NOTIFICATION_REFRESH_MS, BADGE_CAP]).toEqual([50, 30_000, 99]);
});

it.each([
  [null, 'Notifications'],
  [0, 'Notifications, none unread'],
  [1, 'Notifications, 1 unread'],
  [99, 'Notifications, 99 unread'],
  [100, 'Notifications, 99+ unread'],
])('names the bell with %s unread', (unread, label) => expect(bellLabel(unread)).toBe(label));

it('takes the counts of the service, which count more than the rows', () => {
  const answer = {
    notifications: [{ id: '1', title: 'T', message: 'M', is_read: false }],
    unread_count: 7,
    total_count: 60,
  };
  expect(readNotifications(answer)).toEqual({
    rows: [row({ id: '1', title: 'T', message: 'M' })],
    unread: 7,
    total: 60,
  });
});

it('counts the rows when the service counts nothing', () => {
  expect(readNotifications([{ id: '1', is_read: true }, { id: '2' }])).toMatchObject({ unread: 1, total: 2 });
});

it('leaves out what is no notification', () => {
  const answer = { notifications: [null, 1, {}], unread_count: -3 };
  expect(readNotifications(answer)).toEqual({ rows: [], unread: 0, total: 0 });
});

it.each([null, {}, { notifications: 'x' }])('takes %j for a failure, not for an empty list', (answer) =>
  expect(() => readNotifications(answer)).toThrow(UnexpectedAnswerError),
);

it('a read row counts once, and the count never falls below zero', () => {
  const list = { rows: [row(), row({ id: '2' })], unread: 1, total: 9 };
  const once = withRead(list, row());
  expect(once).toEqual({ rows: [row({ isRead: true }), row({ id: '2' })], unread: 0, total: 9 });
  expect(withRead(once, row({ id: '2' })).unread).toBe(0);
  expect(withRead({ ...list, unread: 5 }, row({ isRead: true })).unread).toBe(5);
  expect(withAllRead(list)).toMatchObject({
    unread: 0,
    total: 9,
    rows: [{ isRead: true }, { isRead: true }],
  });
});

it('knows which invitation a row is about', () => {
  const metadata = { invitation_id: 'i', organization_name: 'Larkspur Labs' };
  expect(readNotifications([{ id: '1', metadata }]).rows).toEqual([
    row({ invitationId: 'i', organizationName: 'Larkspur Labs' }),
  ]);
});
