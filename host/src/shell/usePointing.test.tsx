import { fireEvent, render, screen } from '@testing-library/react';
import { STAYS_AFTER, usePointing } from './Sidebar';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function setUp() {
  const onPoint = jest.fn();
  const onStay = jest.fn();
  function Example() {
    return <a href="/there" {...usePointing({ onPoint, onStay })} />;
  }
  const { unmount } = render(<Example />);
  return { link: screen.getByRole('link'), onPoint, onStay, unmount };
}

it('calls onPoint at once and onStay after a delay', () => {
  const { link, onPoint, onStay } = setUp();
  fireEvent.pointerEnter(link);
  expect([onPoint.mock.calls.length, onStay.mock.calls.length]).toEqual([1, 0]);
  jest.advanceTimersByTime(STAYS_AFTER);
  expect(onStay).toHaveBeenCalledTimes(1);
});

it('handles the focus like the pointer', () => {
  const { link, onStay } = setUp();
  fireEvent.focus(link);
  jest.advanceTimersByTime(STAYS_AFTER);
  expect(onStay).toHaveBeenCalledTimes(1);
});

it('does not call onStay after leaving or unmounting', () => {
  const { link, onStay, unmount } = setUp();
  fireEvent.pointerEnter(link);
  fireEvent.pointerLeave(link);
  jest.advanceTimersByTime(STAYS_AFTER);
  fireEvent.focus(link);
  unmount();
  jest.advanceTimersByTime(STAYS_AFTER);
  expect(onStay).not.toHaveBeenCalled();
});

it('calls onStay at once on a press', () => {
  const { link, onStay } = setUp();
  fireEvent.pointerEnter(link);
  fireEvent.pointerDown(link);
  expect(onStay).toHaveBeenCalledTimes(1);
  jest.advanceTimersByTime(STAYS_AFTER);
  expect(onStay).toHaveBeenCalledTimes(1);
});
