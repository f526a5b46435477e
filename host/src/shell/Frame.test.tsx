import { fakeShell } from '@hindsight/shared-contracts/testing';
import { screen, within, act } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { exampleRelease, putRegistry } from '../federation/testing';
import { browserStorage, memoryStorage } from '../session/storage';
import { DEFAULT_FLAGS } from '../session/userInfo';
import { createDebugPanel } from './debugPanel';
import { Frame, LARGE_SCREEN } from './Frame';
import { PageHeader } from './PageHeader';
import { SIDEBAR_KEY } from './Frame';
import { fakeHost, renderShell } from './testing';
import { usePageArrival } from './usePageArrival';

const entry = (label: string, order: number) => ({ label, icon: 'memory', order, group: 'work' as const });

beforeEach(() => {
  const base = exampleRelease();
  putRegistry({
    memory: exampleRelease({
      descriptor: {
        ...base.descriptor,
        slots: [],
        routes: [
          {
            path: '/dashboard',
            title: 'Dashboard',
            description: 'd',
            access: 'guest',
            navigation: entry('Dashboard', 1),
          },
          {
            path: '/agents',
            title: 'Agents',
            description: 'a',
            access: 'guest',
            navigation: entry('Agents', 2),
          },
          {
            path: '/pruning',
            title: 'Pruning',
            description: 'p',
            access: 'guest',
            flag: 'pruningEnabled',
            navigation: entry('Pruning', 3),
          },
        ],
      },
    }),
  });
});

function Page() {
  usePageArrival();
  return (
    <Frame>
      <PageHeader standard={{ title: 'A page', description: 'What it is for' }} />
    </Frame>
  );
}
const page = <Page />;

it('asks ahead for a page that is pressed, and counts the page that is open', async () => {
  const shell = fakeShell();
  const ask = jest.fn(async () => undefined);
  browserStorage.write('hindsight.page-uses', null);
  await renderShell(page, { shell, host: fakeHost(shell, { ahead: { ask } }) });
  await userEvent.pointer({ keys: '[MouseLeft>]', target: screen.getByRole('link', { name: 'Agents' }) });
  // A pointer that rests above it for a while before it is pressed asks, too.
  expect(new Set(ask.mock.calls.map(String))).toEqual(new Set(['memory,/agents']));
  expect(browserStorage.read('hindsight.page-uses')).toBe('{"/dashboard":1}');
});
const navigation = () => within(screen.getByRole('navigation', { name: 'Main' }));

it('marks the current page and moves on a click, with the focus on the heading and the view at the top', async () => {
  const user = userEvent.setup();
  const scrolled = jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  const { router } = await renderShell(page);
  expect(navigation().getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page');
  await user.click(navigation().getByRole('link', { name: 'Agents' }));
  expect(router.state.location.pathname).toBe('/agents');
  expect(navigation().getByRole('link', { name: 'Agents' })).toHaveAttribute('aria-current', 'page');
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  expect(scrolled).toHaveBeenCalledWith(0, 0);
});

it('scrolls up on a change of the query, and leaves the focus alone', async () => {
  const scrolled = jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  const { router } = await renderShell(page);
  expect(scrolled).not.toHaveBeenCalled();
  await act(() => router.navigate('/dashboard?page=2'));
  expect(scrolled).toHaveBeenCalledTimes(1);
  expect(document.body).toHaveFocus();
});

it('does not open an entry whose feature is off, and says why', async () => {
  const user = userEvent.setup();
  const shell = fakeShell({ flags: { ...DEFAULT_FLAGS, pruningEnabled: false } });
  const { router } = await renderShell(page, { shell });
  await user.click(navigation().getByRole('button', { name: 'Pruning' }));
  expect(shell.shown).toEqual([['info', 'Feature coming soon']]);
  expect(router.state.location.pathname).toBe('/dashboard');
});

it('collapses and remembers it for this browser', async () => {
  const user = userEvent.setup();
  const { unmount } = await renderShell(page);
  await user.click(screen.getByRole('button', { name: 'Collapse sidebar' }));
  expect(SIDEBAR_KEY).toBe('hindsight.sidebar');
  expect(browserStorage.read(SIDEBAR_KEY)).toBe('collapsed');
  expect(document.documentElement).toHaveClass('rail-collapsed');
  unmount();
  await renderShell(page);
  await user.click(screen.getByRole('button', { name: 'Expand sidebar' }));
  expect(browserStorage.read(SIDEBAR_KEY)).toBeNull();
});

it('lays the rail over the page on a small screen, until a navigation, the backdrop or Escape closes it', async () => {
  const user = userEvent.setup();
  expect(LARGE_SCREEN).toBe(1024);
  const { container } = await renderShell(page);
  const frame = container.querySelector('.frame');
  const open = () => user.click(screen.getByRole('button', { name: 'Open navigation' }));
  await open();
  expect(frame).toHaveAttribute('data-overlay');
  expect(container.querySelector('.column')).toHaveAttribute('inert');
  await user.click(navigation().getByRole('link', { name: 'Agents' }));
  expect(frame).not.toHaveAttribute('data-overlay');
  await open();
  await user.click(container.querySelector('.backdrop')!);
  expect(frame).not.toHaveAttribute('data-overlay');
  await open();
  await user.keyboard('{Escape}');
  expect(frame).not.toHaveAttribute('data-overlay');
  expect(screen.getByRole('button', { name: 'Open navigation' })).toHaveFocus();
});

it('skips to the content', async () => {
  const user = userEvent.setup();
  await renderShell(page);
  await user.tab();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('heading', { level: 1, name: 'A page' })).toHaveFocus();
  expect(document.title).toBe('A page · Hindsight');
});

it('lists no debug panel, unless the build offers one, which remembers whether it is shown', async () => {
  const user = userEvent.setup();
  const { unmount } = await renderShell(page);
  expect(screen.queryByRole('button', { name: 'Debug Panel' })).not.toBeInTheDocument();
  unmount();
  const storage = memoryStorage();
  const shell = fakeShell();
  const host = fakeHost(shell, { debugPanel: createDebugPanel(storage, true) });
  await renderShell(page, { shell, host });
  const entry = navigation().getByRole('button', { name: 'Debug Panel' });
  expect(entry).toHaveAttribute('aria-pressed', 'false');
  await user.click(entry);
  expect(entry).toHaveAttribute('aria-pressed', 'true');
  expect(storage.all()).toEqual({ 'show-debug-panel': 'true' });
  expect(createDebugPanel(storage, true).get()).toBe(true);
  expect(createDebugPanel(storage, false).get()).toBe(false);
});

it('shows a guest the badge and the way to sign in, and no account', async () => {
  const shell = fakeShell({
    session: { status: 'guest', user: null },
    scope: { scope: 'public', organizationId: null },
  });
  const host = fakeHost(shell);
  const leaveGuestMode = jest.fn();
  host.session = { ...host.session, leaveGuestMode };
  await renderShell(page, { shell, host, at: '/agents?q=1#x' });
  expect(screen.getByText('Guest Mode · Read-only')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Sign In' })).toHaveAttribute(
    'href',
    '/oauth2/sign_in?rd=%2Fagents%3Fq%3D1%23x',
  );
  expect(screen.queryByRole('button', { name: /^Account/ })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Leave guest mode' }));
  expect(leaveGuestMode).toHaveBeenCalledTimes(1);
});
