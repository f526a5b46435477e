import { fireEvent, render, screen } from '@testing-library/react';
import { RelativeTime } from './RelativeTime';
import { formatAbsoluteTime } from './timeWords';

it('says exactly when, once the pointer is there', () => {
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
