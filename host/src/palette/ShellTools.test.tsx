import { ShellProvider, usePageCommands, useShell } from '@hindsight/shared-contracts/shell';
import { fakeShell, testUser } from '@hindsight/shared-contracts/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { act, useState } from 'react';
import { DEFAULT_FLAGS } from '../session/userInfo';
import { renderShell } from '../shell/testing';
import { larkspur, openPalette as open, putPages } from './paletteFixture';
import { ShellTools } from './ShellTools';
import { SHORTCUTS } from './ShortcutSheet';
beforeEach(putPages);

it('reaches pages in their order, workspaces and actions', async () => {
  const { labels } = await open();
  expect(labels()).toEqual([
    'Dashboard',
    'Memory Blocks',
    'Pruning',
    'New memories since yesterday',
    'Memories marked wrong or outdated',
    'Helpful memories from the last 7 days',
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
    'New memories since yesterday',
    'Memories marked wrong or outdated',
    'Helpful memories from the last 7 days',
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

it('puts what was chosen last first, the next time', async () => {
  const { labels, click } = await open();
  click('Keyboard shortcuts');
  // What was chosen is done in a microtask, which nobody's next key comes before.
  await screen.findByRole('dialog', { name: /^Keyboard shortcuts/ });
  for (const name of ['Memory Blocks', 'Switch to Larkspur Labs']) {
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    fireEvent.click(await screen.findByRole('option', { name: new RegExp(`^${name}`) }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  }
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  const recent = within(await screen.findByRole('group', { name: 'Recent' }));
  expect(recent.getAllByRole('option').map((option) => option.querySelector('span')?.textContent)).toEqual([
    'Switch to Larkspur Labs',
    'Memory Blocks',
    'Keyboard shortcuts',
  ]);
  expect(labels().slice(3, 5)).toEqual(['Dashboard', 'Pruning']);
});

it('offers what the page does with its selection, while it does', async () => {
  const archive = jest.fn();
  const offer = [{ label: 'Archive', detail: '3 memories selected', icon: 'archived', run: archive }];
  const Page = () => {
    usePageCommands(offer);
    return null;
  };
  const page = await renderShell(
    <>
      <Page />
      <ShellTools />
    </>,
  );
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  const group = within(await screen.findByRole('group', { name: 'Selection' }));
  fireEvent.click(group.getByRole('option', { name: /^Archive/ }));
  await waitFor(() => expect(archive).toHaveBeenCalledTimes(1));
  page.unmount();

  await open();
  expect(screen.queryByRole('group', { name: 'Selection' })).not.toBeInTheDocument();
});

it('offers to invite a person to those who manage the active organization', async () => {
  const invite = 'Invite a person';
  const asRole = (role: 'admin' | 'editor') => {
    const membership = {
      organization_id: 'org-1',
      organization_name: larkspur.name,
      role,
      can_read: true,
      can_write: true,
    };
    return fakeShell({
      scope: { scope: 'organization', organizationId: 'org-1' },
      organizations: [larkspur],
      session: { status: 'signed-in', user: { ...testUser, memberships: [membership] } },
    });
  };
  const { labels, router, type, press, unmount } = await open(asRole('admin'));
  expect(labels()).toContain(invite);
  type('invite');
  press('Enter');
  await waitFor(() => expect(router.state.location.search).toBe('?organizations=org-1&organizations_invite'));
  unmount();
  expect((await open(asRole('editor'))).labels()).not.toContain(invite);
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

it('waits for the person before it chooses, as their pages come with them', async () => {
  let arrive: () => void = () => undefined;
  function Arriving() {
    const shell = useShell();
    const [isKnown, setKnown] = useState(false);
    arrive = () => setKnown(true);
    const unknown = { ...shell, session: { status: 'loading', user: null } as const };
    return (
      <ShellProvider shell={isKnown ? shell : unknown}>
        <ShellTools />
      </ShellProvider>
    );
  }
  const { router } = await renderShell(<Arriving />, { at: '/' });
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  const box = await screen.findByRole('combobox');
  await waitFor(() => expect(box).toHaveFocus());
  await userEvent.keyboard('memory{Enter}');
  expect(router.state.location.pathname).toBe('/');
  expect(box).toHaveValue('memory');
  act(arrive);
  await waitFor(() => expect(router.state.location.pathname).toBe('/memory-blocks'));
  expect(router.state.location.search).toBe('');
});

it('turns keys without Ctrl or Cmd off and on in the sheet', async () => {
  const shown = await renderShell(<ShellTools />);
  fireEvent.keyDown(document.body, { key: '?' });
  const single = await screen.findByRole('switch', { name: 'Single-key shortcuts' });
  fireEvent.click(single);
  expect(single).not.toBeChecked();
  shown.unmount();
  await renderShell(<ShellTools />);
  fireEvent.keyDown(document.body, { key: '?' });
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  delete document.documentElement.dataset['singleKeys'];
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
