import { fakeShell } from '@hindsight/shared-contracts/testing';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RemoteState } from '../federation/remotes';
import { exampleRelease, fakeRemotes, putRegistry } from '../federation/testing';
import { Header } from './Header';
import { fakeHost, renderShell } from './testing';

let rest: () => void;
beforeEach(() => {
  window.requestIdleCallback = (callback) => {
    rest = () => callback({ didTimeout: false, timeRemaining: () => 50 });
    return 0;
  };
});

async function open(state: RemoteState) {
  putRegistry({ memory: exampleRelease() });
  const shell = fakeShell();
  const host = fakeHost(shell, {}, fakeRemotes(state));
  await renderShell(<Header menuRef={null} onMenu={() => undefined} />, { shell, host });
}

const plainBell = () => screen.queryByRole('link', { name: 'Notifications' });

it('shows a plain bell that leads to the notifications until the remote is there', async () => {
  const slots = { 'header.notifications': () => <button type="button">bell</button> };
  await open({ status: 'ready', module: { routes: [], slots } });
  expect(plainBell()).toHaveAttribute('href', '/notifications');
  act(() => rest());
  expect(screen.getByRole('button', { name: 'bell' })).toBeInTheDocument();
  expect(plainBell()).not.toBeInTheDocument();
});

it('keeps the plain bell where the remote cannot be had, and tries again when it is pressed', async () => {
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  const retry = jest.fn();
  const failure = {
    remote: 'memory',
    displayName: 'Memory',
    version: null,
    kind: 'unreachable' as const,
    reason: 'Can’t reach the server.',
    cause: null,
  };
  await open({ status: 'failed', failure, retry });
  act(() => rest());
  await userEvent.click(plainBell()!);
  expect(retry).toHaveBeenCalledTimes(1);
});
