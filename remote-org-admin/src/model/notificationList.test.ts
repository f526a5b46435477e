import { bellLabel, BADGE_CAP } from '../features/notifications/texts';
import { notificationRow as row } from '../testing/rows';
import {
  NOTIFICATION_LIMIT,
  NOTIFICATION_REFRESH_MS,
  PAGE_SIZE,
  withAllRead,
  withRead,
} from './notificationList';

it('keeps the numbers of the specification', () => {
  expect([NOTIFICATION_LIMIT, PAGE_SIZE, NOTIFICATION_REFRESH_MS, BADGE_CAP]).toEqual([50, 20, 30_000, 99]);
});

it.each([
  [null, 'Notifications'],
  [0, 'Notifications, none unread'],
  [1, 'Notifications, 1 unread'],
  [99, 'Notifications, 99 unread'],
  [100, 'Notifications, 99+ unread'],
])('names the bell with %s unread', (unread, label) => expect(bellLabel(unread)).toBe(label));

it('counts a read row once, and never below zero', () => {
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
