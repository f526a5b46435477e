import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { DEFAULT_CONFIG } from '@hindsight/shared-contracts/config';
import type { Access, RouteDescriptor } from '@hindsight/shared-contracts/registry';
import type { Shell } from '@hindsight/shared-contracts/shell';
import { fakeShell, testUser } from '@hindsight/shared-contracts/testing';
import type { RemoteState } from '../federation/remotes';
import { exampleRelease, fakeRemotes, putRegistry } from '../federation/testing';
import { browserStorage, memoryStorage, tabStorage } from '../session/storage';
import { DEFAULT_FLAGS } from '../session/userInfo';
import { createStore } from '../state/store';
import { Banners } from './Banners';
import { Frame, LARGE_SCREEN, SIDEBAR_KEY } from './Frame';
import { Header } from './Header';
import { PageHeader } from './PageHeader';
import { SettingsNav } from './SettingsNav';
import { UserMenu } from './UserMenu';
import { createDebugPanel } from './debugPanel';
import { fakeHost, renderShell } from './testing';
import { usePageArrival } from './usePageArrival';

describe('Frame', () => {
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

  it('prefetches data of a pressed page, and counts the open page', async () => {
    const shell = fakeShell();
    const ask = jest.fn(async () => undefined);
    browserStorage.write('hindsight.page-uses', null);
    await renderShell(page, { shell, host: fakeHost(shell, { ahead: { ask } }) });
    await userEvent.pointer({ keys: '[MouseLeft>]', target: screen.getByRole('link', { name: 'Agents' }) });
    // A pointer that rests on the link before the press triggers this too.
    expect(new Set(ask.mock.calls.map(String))).toEqual(new Set(['memory,/agents']));
    expect(browserStorage.read('hindsight.page-uses')).toBe('{"/dashboard":1}');
  });
  const navigation = () => within(screen.getByRole('navigation', { name: 'Main' }));

  it('marks the current page and navigates on a click, moving the focus to the heading and the view to the top', async () => {
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

  it('scrolls to the top when the query changes, and keeps the focus', async () => {
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

  it('collapses and stores this in the browser', async () => {
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

  it('overlays the rail on a small screen until a navigation, the backdrop or Escape closes it', async () => {
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

  it('offers the debug panel only in builds that include it, and stores its state', async () => {
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

  it('shows a guest the badge and the sign-in link, but no account menu', async () => {
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
});

describe('Header', () => {
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

  it('shows a plain link to the notifications until the remote has loaded', async () => {
    const slots = { 'header.notifications': () => <button type="button">bell</button> };
    await open({ status: 'ready', module: { routes: [], slots } });
    expect(plainBell()).toHaveAttribute('href', '/notifications');
    act(() => rest());
    expect(screen.getByRole('button', { name: 'bell' })).toBeInTheDocument();
    expect(plainBell()).not.toBeInTheDocument();
  });

  it('keeps the plain link when the remote is unavailable, and retries on a click', async () => {
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
});

describe('Banners', () => {
  const say = (name: 'online' | 'offline') =>
    act(async () => {
      jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(name === 'online');
      window.dispatchEvent(new Event(name));
    });

  it('shows that the network is offline, for as long as it is', async () => {
    await renderShell(<Banners />);
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
    await say('offline');
    expect(screen.getByRole('status')).toHaveTextContent(
      'You’re offline. This page may be out of date, and you can’t save changes.',
    );
    await say('online');
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  });

  it('offers a reload when a new version is ready', async () => {
    const shell = fakeShell();
    const state = createStore(false);
    const newVersion = { ...state, check: async () => undefined, start: () => () => undefined };
    await renderShell(<Banners />, { shell, host: fakeHost(shell, { newVersion }) });
    act(() => state.set(true));
    expect(screen.getByRole('status')).toHaveTextContent('A new version of the dashboard is ready.');
    expect(screen.getByRole('button', { name: 'Reload' })).toBeInTheDocument();
  });
});

describe('SettingsNav', () => {
  const page = (path: string, access: Access = 'signed-in') => ({
    route: { path, title: path, description: '', access } satisfies RouteDescriptor,
    remote: 'x',
  });
  const PAGES = [
    page('/settings/profile'),
    page('/settings/tokens'),
    page('/settings/secrets'),
    page('/settings/workspace/:part'),
  ];
  const inOrganization = fakeShell({ scope: { scope: 'organization', organizationId: 'org-1' } });
  const links = () =>
    screen.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);

  it('links to the existing pages, in a personal workspace without those of an organization', async () => {
    await renderShell(<SettingsNav pages={PAGES} />, { at: '/profile' });
    expect(links()).toEqual([
      ['Profile', '/settings/profile'],
      ['API Tokens', '/settings/tokens'],
      ['Secrets', '/settings/secrets'],
    ]);
    expect(screen.getByRole('link', { name: 'Profile' })).toHaveAttribute('aria-current', 'page');
  });

  it('links to the pages of the active organization', async () => {
    await renderShell(<SettingsNav pages={PAGES} />, {
      shell: inOrganization,
      at: '/settings/workspace/audit',
    });
    expect(links().slice(-3)).toEqual([
      ['Members', '/settings/workspace/members'],
      ['Invitations', '/settings/workspace/invitations'],
      ['Audit trail', '/settings/workspace/audit'],
    ]);
    expect(screen.getByRole('link', { current: 'page' })).toHaveTextContent('Audit trail');
  });

  it('keeps the organization from the address', async () => {
    await renderShell(<SettingsNav pages={PAGES} />, {
      at: '/settings/workspace/members?organization=org-2',
    });
    expect(links().at(-1)).toEqual(['Audit trail', '/settings/workspace/audit?organization=org-2']);
  });

  it('renders nothing on other pages', async () => {
    await renderShell(<SettingsNav pages={PAGES} />, { at: '/dashboard' });
    expect(links()).toEqual([]);
  });

  it("scrolls the current page's link into view, even where that returns a promise", async () => {
    const scroll = jest.fn(async () => undefined);
    Object.defineProperty(Element.prototype, 'scrollIntoView', { value: scroll, configurable: true });
    await renderShell(<SettingsNav pages={PAGES} />, { at: '/settings/profile' });
    fireEvent.click(screen.getByRole('link', { name: 'Secrets' }));
    expect(screen.getByRole('link', { current: 'page' })).toHaveTextContent('Secrets');
    expect(scroll).toHaveBeenCalledTimes(2);
  });
});

describe('UserMenu', () => {
  async function open(change: Partial<typeof testUser> = {}, shell: Shell = fakeShell(), at = '/dashboard') {
    const leave = jest.fn();
    const host = fakeHost(shell, { leave });
    const view = await renderShell(<UserMenu user={{ ...testUser, ...change }} />, { shell, host, at });
    await userEvent.click(screen.getByRole('button', { name: /^Account/ }));
    return { ...view, leave };
  }

  it("lists the spec's items in order, and About", async () => {
    await open({}, fakeShell(), '/memory-blocks?search=a');
    expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Donate', '/support'],
      ['Profile', '/profile'],
      ['API Tokens', '/tokens'],
      ['Manage Organizations', '/memory-blocks?search=a&organizations'],
      ['About', '/memory-blocks?search=a&about'],
      ['Sign Out', `/oauth2/sign_out?rd=${encodeURIComponent(window.location.origin)}`],
    ]);
  });

  it('closes when an item is chosen', async () => {
    const { router } = await open();
    await userEvent.click(screen.getByRole('link', { name: 'Profile' }));
    expect(router.state.location.pathname).toBe('/profile');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it("links to the installation's donation page in a new tab", async () => {
    await open({}, fakeShell({ config: { ...DEFAULT_CONFIG, donateUrl: 'https://give.example.org' } }));
    const link = screen.getByRole('link', { name: 'Donate' });
    expect(link).toHaveAttribute('href', 'https://give.example.org');
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  });

  it('says why the organizations cannot be managed now', async () => {
    await open({}, fakeShell({ slotProblem: () => 'Organizations is unavailable.' }));
    const item = screen.getByRole('button', { name: 'Manage Organizations' });
    expect(item).toHaveAttribute('aria-disabled');
    expect(item).toHaveAttribute('title', 'Organizations is unavailable.');
  });

  it("asks before a sign-out loses a draft, and then clears the tab's stored drafts", async () => {
    const { host, leave } = await open();
    tabStorage.write('hindsight.draft.agent.new', '"Deploy"');
    host.drafts.hold('your changes');
    const press = () => userEvent.click(screen.getByRole('link', { name: 'Sign Out' }));
    await press();
    await act(async () => host.drafts.question.get()?.answer(false));
    expect(leave).not.toHaveBeenCalled();
    expect(tabStorage.read('hindsight.draft.agent.new')).not.toBeNull();
    await press();
    await act(async () => host.drafts.question.get()?.answer(true));
    expect(leave).toHaveBeenCalledWith(`/oauth2/sign_out?rd=${encodeURIComponent(window.location.origin)}`);
    expect(tabStorage.read('hindsight.draft.agent.new')).toBeNull();
  });

  it('stays on the page when the network is offline', async () => {
    const offline = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { host } = await open();
    const said = jest.spyOn(host.tabs, 'post');
    await userEvent.click(screen.getByRole('link', { name: 'Sign Out' }));
    expect(host.toasts.list.get().map(({ message }) => message)).toEqual([
      'Network error. Please check your internet connection and try again.',
    ]);
    expect(said).not.toHaveBeenCalled();
    offline.mockRestore();
  });

  it('shows who is signed in, and a sign-out link', async () => {
    await open();
    expect(screen.getByText('person@example.org')).toBeInTheDocument();
    expect(screen.getByText('Signed in')).toBeInTheDocument();
    expect(screen.queryByText('Superadmin')).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Sign Out' })).toHaveAttribute(
      'href',
      `/oauth2/sign_out?rd=${encodeURIComponent(window.location.origin)}`,
    );
  });

  it('shows the badges', async () => {
    await open({ is_superadmin: true, beta_access_admin: true });
    expect(screen.getByText('Superadmin')).toBeInTheDocument();
    expect(screen.getByText('Beta Admin')).toBeInTheDocument();
  });

  it('shows the development mode, in which sign-out leads to the start page', async () => {
    await open({ email: 'dev@localhost' });
    expect(screen.getByText('Development Mode')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Sign Out' })).toHaveAttribute('href', '/');
  });

  it('changes the theme', async () => {
    await open();
    await userEvent.click(screen.getByRole('radio', { name: 'Dark' }));
    expect(document.documentElement).toHaveClass('theme-dark');
    await userEvent.click(screen.getByRole('radio', { name: 'System' }));
  });
});
