import { formatAbsoluteTime, formatRelativeAge, formatRelativeTime, formatTimeInSentence } from './timeWords';

const NOW = Date.parse('2026-05-20T12:00:00Z');
const ago = (milliseconds: number) => new Date(NOW - milliseconds).toISOString();
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

it.each([
  [0, 'just now'],
  [MINUTE - 1, 'just now'],
  [MINUTE, '1m'],
  [HOUR - 1, '59m'],
  [HOUR, '1h'],
  [DAY - 1, '23h'],
  [DAY, '1d'],
  [29 * DAY, '29d'],
  [30 * DAY, '1mo'],
  [364 * DAY, '11mo'],
  [365 * DAY, '1y'],
  [800 * DAY, '2y'],
  [-5000, 'just now'],
])('formats the age of a memory of %i ms as "%s"', (age, text) => {
  expect(formatRelativeAge(ago(age), NOW)).toBe(text);
});

it.each([
  [MINUTE - 1, 'Just now'],
  [MINUTE, '1m ago'],
  [HOUR, '1h ago'],
  [DAY, '1d ago'],
  [7 * DAY, '7d ago'],
])('formats the time of a notification of %i ms as "%s"', (age, text) => {
  expect(formatRelativeTime(ago(age), NOW)).toBe(text);
});

it('begins no sentence behind other words', () => {
  expect(formatTimeInSentence(ago(0), NOW)).toBe('just now');
  expect(formatTimeInSentence(ago(HOUR), NOW)).toBe('1h ago');
  expect(formatTimeInSentence(ago(8 * DAY), NOW)).toBe(formatRelativeTime(ago(8 * DAY), NOW));
});

it('gives the date of a notification that is older than seven days', () => {
  expect(formatRelativeTime(ago(8 * DAY), NOW)).toMatch(/2026/);
});

it('names the zone of an exact time, and is empty for a text that is not a time', () => {
  expect(formatAbsoluteTime('2026-05-20T12:00:00Z')).toMatch(/2026.*(UTC|GMT|[A-Z]{2,4})/);
  expect([formatAbsoluteTime('x'), formatRelativeAge('x'), formatRelativeTime('x')]).toEqual(['', '', '']);
});
