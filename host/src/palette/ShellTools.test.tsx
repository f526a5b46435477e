import { fakeApi, fakeShell, testUser } from '@hindsight/shared-contracts/testing';
import type { Shell } from '@hindsight/shared-contracts/shell';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { exampleRelease, putRegistry } from '../federation/testing';
import { DEFAULT_FLAGS } from '../session/userInfo';
import { fakeHost, renderShell } from '../shell/testing';
import { ShellTools } from './ShellTools';
import { SHORTCUTS } from './ShortcutSheet';
// Loaded with the file: the first load takes longer than a test may.
import './Palette';

const navigation = (label: string, order: number) => ({
  label,
  icon: 'memory',
  order,
  group: 'work' as const,
});

beforeEach(() => {
  const { descriptor } = exampleRelease();
  const route = { title: 'Title', description: 'What it is for', access: 'guest' as const };
  putRegistry({
    memory: exampleRelease({
      descriptor: {
        ...descriptor,
        slots: ['account.organizations', 'memory-block.detail'],
        overlays: [
          {
            slot: 'account.organizations',
            params: ['organizations'],
            access: 'anyone',
            command: { label: 'Manage organizations', icon: 'organization', access: 'signed-in' },
          },
          { slot: 'memory-block.detail', params: ['block'], access: 'guest' },
        ],
        routes: [
          { ...route, path: '/memory-blocks', navigation: navigation('Memory Blocks', 20) },
          { ...route, path: '/memory-blocks/:id' },
          { ...route, path: '/dashboard', navigation: navigation('Dashboard', 10) },
          { ...route, path: '/pruning', flag: 'pruningEnabled', navigation: navigation('Pruning', 90) },
          {
            ...route,
            path: '/beta-access/admin',
            title: 'Console',
            access: 'beta-admin',
            command: { label: 'Grant access', icon: 'plus', hash: '#grant' },
          },
        ],
      },
    }),
  });
});

const larkspur = { id: 'org-1', name: 'Larkspur Labs', slug: 'larkspur', is_active: true };

const HYBRID = 'GET /memory-blocks/search/hybrid';
/** A workspace with one memory, one agent and two keywords. */
const api = fakeApi({
  [HYBRID]: [
    {
      id: 'block-1',
      content: 'Resolvers keep a stale DNS entry.',
      lessons_learned: null,
      agent_name: 'Planner',
    },
  ],
  'GET /agents/search/': [{ agent_id: 'agent-1', agent_name: 'DNS watcher' }],
  'GET /keywords/': [{ keyword_text: 'dns' }, { keyword_text: 'queue' }],
} as never);

async function open(shell: Shell = fakeShell({ api, organizations: [larkspur] })) {
  const leave = jest.fn();
  const host = fakeHost(shell, { leave });
  const view = await renderShell(<ShellTools />, { shell, host, at: '/dashboard' });
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  const box = await screen.findByRole('combobox');
  // Until then, keys are kept for it.
  await waitFor(() => expect(box).toHaveFocus());
  const type = (value: string) => fireEvent.change(box, { target: { value } });
  const press = (key: string) => fireEvent.keyDown(box, { key });
  const click = (name: string) => fireEvent.click(screen.getByRole('option', { name }));
  const labels = () =>
    screen.getAllByRole('option').map((option) => option.querySelector('span')?.textContent);
  return { ...view, box, labels, leave, type, press, click };
}

it('reaches pages in their order, workspaces and actions', async () => {
  const { labels } = await open();
  expect(labels()).toEqual([
    'Dashboard',
    'Memory Blocks',
    'Pruning',
    'Switch to Personal',
    'Switch to Larkspur Labs',
    'Switch to Public',
    'Manage organizations',
    'Create API token',
    'Light theme',
    'Dark theme',
    'System theme',
    'Keyboard shortcuts',
    'About Hindsight',
    'Status of the parts',
    'Sign out',
  ]);
});

it('goes to a page by the keyboard and is gone then', async () => {
  const { router, box, labels, type, press } = await open();
  await waitFor(() => expect(box).toHaveFocus());
  type('memory');
  expect(labels()).toEqual(['Memory Blocks', 'Search memories for “memory”']);
  expect(screen.getByRole('option', { selected: true })).toHaveAttribute(
    'id',
    box.getAttribute('aria-activedescendant'),
  );
  press('Enter');
  await waitFor(() => expect(router.state.location.pathname).toBe('/memory-blocks'));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

it('searches the memories for whatever was typed', async () => {
  const { router, labels, type, press } = await open();
  type('retry & wait');
  expect(labels()).toEqual(['Search memories for “retry & wait”']);
  press('Enter');
  await waitFor(() => expect(router.state.location.search).toBe('?search=retry+%26+wait'));
});

it('finds memories, agents and keywords of the workspace below what it found at once', async () => {
  const { router, labels, type, click } = await open();
  type('dns');
  expect(labels()).toEqual(['Search memories for “dns”']);
  await waitFor(() =>
    expect(labels()).toEqual([
      'Search memories for “dns”',
      'Resolvers keep a stale DNS entry',
      'DNS watcher',
      'dns',
    ]),
  );
  expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Search memories for “dns”');
  click('dns');
  await waitFor(() =>
    expect(router.state.location).toMatchObject({ pathname: '/keywords', search: '?search=dns' }),
  );
});

it('says when the workspace could not be searched', async () => {
  const broken = fakeApi({
    [HYBRID]: () => {
      throw new Error('Out of order.');
    },
    'GET /agents/search/': [],
    'GET /keywords/': [],
  });
  const { type, labels } = await open(fakeShell({ api: broken }));
  type('dns');
  expect(await screen.findByText('Not everything could be searched: Out of order.')).toBeInTheDocument();
  expect(labels()).toEqual(['Search memories for “dns”']);
});

it('moves through the list and around its ends', async () => {
  const { press } = await open();
  press('ArrowUp');
  expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Sign out');
  press('ArrowDown');
  expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Dashboard');
});

it('switches the workspace and the theme', async () => {
  const shell = fakeShell({ organizations: [larkspur] });
  const choose = jest.spyOn(shell, 'chooseWorkspace');
  const { type, press } = await open(shell);
  type('larkspur');
  press('Enter');
  await waitFor(() =>
    expect(choose).toHaveBeenCalledWith({ scope: 'organization', organizationId: 'org-1' }),
  );
  fireEvent.keyDown(document.body, { key: 'k', metaKey: true });
  fireEvent.click(await screen.findByRole('option', { name: 'Dark theme' }));
  await waitFor(() => expect(document.documentElement).toHaveClass('theme-dark'));
});

it('opens a dialog that a remote offers, over the page that is shown', async () => {
  const { router, type, press } = await open();
  type('organizations');
  press('Enter');
  await waitFor(() =>
    expect(router.state.location).toMatchObject({ pathname: '/dashboard', search: '?organizations' }),
  );
});

it('offers only what a person can open', async () => {
  const shell = fakeShell({
    session: { status: 'guest', user: null },
    flags: { ...DEFAULT_FLAGS, pruningEnabled: false },
    slotProblem: () => 'away',
  });
  const { labels, click, leave } = await open(shell);
  expect(labels()).toEqual([
    'Dashboard',
    'Memory Blocks',
    'Light theme',
    'Dark theme',
    'System theme',
    'Keyboard shortcuts',
    'About Hindsight',
    'Status of the parts',
    'Sign in',
    'Leave guest mode',
  ]);
  click('Sign in');
  await waitFor(() => expect(leave).toHaveBeenCalledWith('/oauth2/sign_in?rd=%2Fdashboard'));
});

it('shows a beta admin their console', async () => {
  const user = { ...testUser, beta_access_admin: true };
  const { labels, click, router } = await open(fakeShell({ session: { status: 'signed-in', user } }));
  expect(labels()).toContain('Console');
  // What the page offers to begin with.
  click('Grant access');
  await waitFor(() =>
    expect(router.state.location).toMatchObject({ pathname: '/beta-access/admin', hash: '#grant' }),
  );
});

it('closes by the key that opened it', async () => {
  await open();
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

/** Presses keys where the focus is, without a pause in which the dialog could take it. */
const pressEarly = (...keys: string[]) =>
  keys.forEach((key) => fireEvent.keyDown(document.activeElement!, { key }));

it('takes every key typed since Ctrl+K, and lets none reach the page', async () => {
  const reached = jest.fn();
  await renderShell(
    <div onKeyDown={({ key }) => reached(key)}>
      <input aria-label="Text" />
      <ShellTools />
    </div>,
  );
  screen.getByLabelText('Text').focus();
  fireEvent.keyDown(document.activeElement!, { key: 'k', ctrlKey: true });
  reached.mockClear();
  pressEarly(...'memry', 'Backspace', 'Backspace', ...'ory', 'ArrowDown');
  expect(reached).not.toHaveBeenCalled();
  const box = await screen.findByRole('combobox');
  await waitFor(() => expect(box).toHaveFocus());
  expect(box).toHaveValue('memory');
  expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Search memories for “memory”');
  await userEvent.keyboard('!');
  expect(box).toHaveValue('memory!');
});

it('chooses when Enter was pressed before the box had the focus', async () => {
  const { router } = await renderShell(<ShellTools />, { at: '/' });
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  pressEarly(...'retry', 'Enter');
  await waitFor(() => expect(router.state.location.search).toBe('?search=retry'));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('closes by an early Escape', async () => {
  await renderShell(<ShellTools />);
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  pressEarly('m', 'Escape');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

it('lists the keys on a sheet by "?", and never while someone writes', async () => {
  await renderShell(
    <>
      <input aria-label="Text" />
      <ShellTools />
    </>,
  );
  fireEvent.keyDown(screen.getByLabelText('Text'), { key: '?' });
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  fireEvent.keyDown(document.body, { key: '?', shiftKey: true });
  const sheet = await screen.findByRole('dialog', { name: /^Keyboard shortcuts/ });
  const lines = SHORTCUTS.flatMap(({ keys }) => keys);
  expect(within(sheet).getAllByRole('term')).toHaveLength(lines.length);
});
