import { act, render, screen } from '@testing-library/react';
import { createBrowserRouter, RouterProvider } from '@hindsight/shared-contracts/router';
import { useFirstScreenful } from './useScreenful';

const ROWS = 6;

function open(isOpenedAnew: boolean) {
  const Rows = () => <p>{useFirstScreenful(ROWS, isOpenedAnew)}</p>;
  render(<RouterProvider router={createBrowserRouter([{ path: '*', element: <Rows /> }])} />);
}

beforeEach(() => {
  jest.useFakeTimers();
  Object.assign(window, { innerWidth: 390, innerHeight: 844 });
});
afterEach(() => jest.useRealTimers());

it('draws the cards that a phone shows first, and the rest a moment later', () => {
  open(true);
  expect(screen.getByText('3')).toBeInTheDocument();
  act(() => jest.advanceTimersByTime(150));
  expect(screen.getByText('6')).toBeInTheDocument();
});

it('draws all of them where the browser restores the scroll position', () => {
  open(false);
  expect(screen.getByText('6')).toBeInTheDocument();
});
