import { fireEvent, render, screen } from '@testing-library/react';
import { RelativeTime } from './RelativeTime';
import { excerpt } from './excerpt';
import { formatAbsoluteTime, formatRelativeAge, formatRelativeTime, formatTimeInSentence } from './timeWords';

describe('RelativeTime', () => {
  it('shows the exact time once the pointer enters', () => {
    const now = Date.parse('2026-03-01T12:00:00Z');
    jest.spyOn(Date, 'now').mockReturnValue(now);
    const iso = new Date(now - 5 * 60_000).toISOString();
    const { rerender } = render(<RelativeTime iso={iso} />);
    const time = screen.getByText('5m');
    expect(time).not.toHaveAttribute('title');
    fireEvent.pointerEnter(time);
    expect(time).toHaveAttribute('title', formatAbsoluteTime(iso));
    const other = new Date(now - 3 * 3_600_000).toISOString();
    rerender(<RelativeTime iso={other} />);
    fireEvent.pointerEnter(time);
    expect(time).toHaveAttribute('title', formatAbsoluteTime(other));
  });
});

describe('excerpt', () => {
  it('keeps a short text and joins its lines', () => {
    expect(excerpt('  two\n\nwords ', 20)).toBe('two words');
  });

  it('cuts a long text and appends an ellipsis', () => {
    expect(excerpt('abcdef', 5)).toBe('abcde…');
    expect(excerpt('abcde', 5)).toBe('abcde');
  });

  it('never splits a character', () => {
    expect(excerpt('😀😀😀', 2)).toBe('😀😀…');
  });
});

describe('timeWords', () => {
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
  ])('formats a notification time of %i ms as "%s"', (age, text) => {
    expect(formatRelativeTime(ago(age), NOW)).toBe(text);
  });

  it('uses lower case after other words', () => {
    expect(formatTimeInSentence(ago(0), NOW)).toBe('just now');
    expect(formatTimeInSentence(ago(HOUR), NOW)).toBe('1h ago');
    expect(formatTimeInSentence(ago(8 * DAY), NOW)).toBe(formatRelativeTime(ago(8 * DAY), NOW));
  });

  it('shows the date for a notification older than seven days', () => {
    expect(formatRelativeTime(ago(8 * DAY), NOW)).toMatch(/2026/);
  });

  it('includes the time zone in an exact time, and returns nothing for an invalid time', () => {
    expect(formatAbsoluteTime('2026-05-20T12:00:00Z')).toMatch(/2026.*(UTC|GMT|[A-Z]{2,4})/);
    expect([formatAbsoluteTime('x'), formatRelativeAge('x'), formatRelativeTime('x')]).toEqual(['', '', '']);
  });
});
