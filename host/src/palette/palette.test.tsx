import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { act, useState } from 'react';
import { ApiError } from '@hindsight/shared-contracts/api/client';
import { ShellProvider, usePageCommands, useShell } from '@hindsight/shared-contracts/shell';
import { fakeApi, fakeShell, testUser } from '@hindsight/shared-contracts/testing';
import { DEFAULT_FLAGS } from '../session/userInfo';
import { renderShell } from '../shell/testing';
import { ShellTools } from './ShellTools';
import { SHORTCUTS } from './ShortcutSheet';
import { HYBRID, larkspur, openPalette as open, putPages } from './paletteFixture';
import { rank } from './rank';

describe('ShellTools', () => {
  beforeEach(putPages);

  it('lists pages in order, workspaces and actions', async () => {
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

  it('opens a page by keyboard and closes', async () => {
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

  it('searches the memories for any typed text', async () => {
    const { router, labels, type, press } = await open();
    type('retry & wait');
    expect(labels()).toEqual(['Search memories for “retry & wait”']);
    press('Enter');
    await waitFor(() => expect(router.state.location.search).toBe('?search=retry+%26+wait'));
  });

  it('moves through the list and wraps at both ends', async () => {
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

  it("opens a remote's dialog over the current page", async () => {
    const { router, type, press } = await open();
    type('organizations');
    press('Enter');
    await waitFor(() =>
      expect(router.state.location).toMatchObject({ pathname: '/dashboard', search: '?organizations' }),
    );
  });

  it('offers only entries that the user can open', async () => {
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

  it('lists recent choices first the next time', async () => {
    const { labels, click } = await open();
    click('Keyboard shortcuts');
    // The choice runs in a microtask, which completes before any real user's next key.
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

  it("offers the page's actions on its selection, only while that page is open", async () => {
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

  it('offers to invite a person only to managers of the active organization', async () => {
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
    await waitFor(() =>
      expect(router.state.location.search).toBe('?organizations=org-1&organizations_invite'),
    );
    unmount();
    expect((await open(asRole('editor'))).labels()).not.toContain(invite);
  });

  it('shows the console to a beta admin', async () => {
    const user = { ...testUser, beta_access_admin: true };
    const { labels, click, router } = await open(fakeShell({ session: { status: 'signed-in', user } }));
    expect(labels()).toContain('Console');
    // An action at a hash of the page.
    click('Grant access');
    await waitFor(() =>
      expect(router.state.location).toMatchObject({ pathname: '/beta-access/admin', hash: '#grant' }),
    );
  });

  it('closes with the key that opened it', async () => {
    await open();
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it("waits for the session before it runs the choice, because the user's pages depend on it", async () => {
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

  it('toggles single-key shortcuts in the sheet', async () => {
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

  it('opens the shortcut sheet on "?", but not while typing', async () => {
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
});

describe('finds', () => {
  beforeEach(putPages);

  it('lists memories, agents and keywords of the workspace below the local results', async () => {
    const { router, labels, type, click } = await open();
    type('dns');
    expect(labels()).toEqual(['Search memories for “dns”']);
    await waitFor(() =>
      expect(labels()).toEqual([
        'Search memories for “dns”',
        'Resolvers keep a stale DNS entry',
        'DNS watcher',
        'dns',
        'Conversation: Resolvers keep a stale DNS entry',
      ]),
    );
    expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Search memories for “dns”');
    click('dns');
    await waitFor(() =>
      expect(router.state.location).toMatchObject({ pathname: '/keywords', search: '?search=dns' }),
    );
  });

  it('links to the agents inactive for longest and to unused memories', async () => {
    putPages('/agents', '/analytics');
    const { router, labels, type, click } = await open();
    type('unused');
    expect(labels()[0]).toBe('Unused memories');
    for (const question of ['silent', 'which agents are silent']) {
      type(question);
      expect(labels()[0]).toBe('Inactive agents first');
    }
    click('Inactive agents first');
    await waitFor(() =>
      expect(router.state.location).toMatchObject({ pathname: '/agents', search: '?sort=silent' }),
    );
  });

  it('links immediately to recent memories and to those marked as wrong', async () => {
    const { router, labels, type, click } = await open();
    type('wrong');
    expect(labels()[0]).toBe('Memories marked wrong or outdated');
    type('helped');
    expect(labels()[0]).toBe('Helpful memories from the last 7 days');
    type('since');
    expect(labels()[0]).toBe('New memories since yesterday');
    click('New memories since yesterday');
    await waitFor(() =>
      expect(router.state.location).toMatchObject({
        pathname: '/memory-blocks',
        search: '?created=yesterday',
      }),
    );
  });

  it('finds saved views of the workspace by name and opens their lists', async () => {
    const { router, labels, type, click } = await open();
    type('spring');
    await waitFor(() => expect(labels()).toContain('Wrong since spring'));
    expect(labels()).not.toContain('Not rated');
    click('Wrong since spring Shared view');
    await waitFor(() =>
      expect(router.state.location).toMatchObject({
        pathname: '/memory-blocks',
        search: '?feedback=wrong&sort=oldest',
      }),
    );
  });

  it('finds the memories that are new since the last visit', async () => {
    const { router, labels, type, click } = await open();
    type('new since');
    await waitFor(() => expect(labels()).toContain('New since your last visit'));
    click('New since your last visit Your view');
    await waitFor(() =>
      expect(router.state.location).toMatchObject({
        pathname: '/memory-blocks',
        search: `?${new URLSearchParams({ created: '2026-11-20T08:00:00.000Z..' }).toString()}`,
      }),
    );
  });

  it('finds members of the organization and conversations of the found memories', async () => {
    const MEMBERS = 'GET /organizations/{id}/members';
    const memory = {
      id: 'block-1',
      conversation_id: 'talk-1',
      content: 'Mara repaired it.',
      lessons_learned: null,
    };
    const shared = fakeApi({
      [HYBRID]: [memory, { ...memory, id: 'block-2' }],
      'GET /agents/search/': [],
      'GET /keywords/': [],
      [MEMBERS]: [
        { user_id: 'user-1', display_name: 'Mara Lind', email: 'mara@x.test' },
        { user_id: 'user-2', display_name: null, email: 'otto@x.test' },
      ],
    } as never);
    const scope = { scope: 'organization', organizationId: 'org-1' } as const;
    const { labels, type, click, router } = await open(fakeShell({ api: shared, scope }));
    type('mara');
    await waitFor(() =>
      expect(labels()).toEqual([
        'Search memories for “mara”',
        'Mara repaired it',
        'Mara repaired it',
        'Mara Lind',
        'Conversation: Mara repaired it',
      ]),
    );
    click('Conversation: Mara repaired it');
    await waitFor(() => expect(router.state.location.pathname).toBe('/conversations/talk-1'));
  });

  const ID = '0dc8f2a4-6a3e-4b1c-9d7f-1e2a3b4c5d6e';
  const ONE = 'GET /memory-blocks/{id}';
  const byId = { id: ID, conversation_id: 'talk-7', content: 'Queues are bounded.', lessons_learned: null };
  const missing = () => {
    throw new ApiError(404, 'Memory block not found', '', null);
  };

  it.each([
    ['of a memory', { [ONE]: byId }, ['Queues are bounded', 'Conversation: Queues are bounded']],
    [
      'of a conversation',
      { [ONE]: missing, 'GET /memory-blocks/': { items: [byId], total_items: 1, total_pages: 1 } },
      ['Queues are bounded', 'Conversation: Queues are bounded'],
    ],
    [
      'of nothing',
      { [ONE]: missing, 'GET /memory-blocks/': { items: [], total_items: 0, total_pages: 0 } },
      [],
    ],
  ])('resolves an id %s', async (_, answers, found) => {
    const api = fakeApi({ 'GET /agents/search/': [], 'GET /keywords/': [], ...answers } as never);
    const { type, labels } = await open(fakeShell({ api }));
    type(ID);
    await waitFor(() => expect(labels()).toEqual([`Search memories for “${ID}”`, ...found]));
    await waitFor(() => expect(api.calls.map(({ key }) => key)).toContain(ONE));
  });

  it('requests no members for a guest, and shows when nothing matches', async () => {
    const nothing = fakeApi({ [HYBRID]: [], 'GET /agents/search/': [], 'GET /keywords/': [] });
    const scope = { scope: 'organization', organizationId: 'org-1' } as const;
    const session = { status: 'guest', user: null } as const;
    const { type } = await open(fakeShell({ api: nothing, scope, session }));
    type('zzz');
    expect(await screen.findByText('No results for “zzz”.')).toBeInTheDocument();
  });

  it('reports that the workspace could not be searched', async () => {
    const broken = fakeApi({
      [HYBRID]: () => {
        throw new Error('Out of order.');
      },
      'GET /agents/search/': [],
      'GET /keywords/': [],
    });
    const { type, labels } = await open(fakeShell({ api: broken }));
    type('dns');
    expect(await screen.findByText('Some results couldn’t be loaded: Out of order.')).toBeInTheDocument();
    expect(labels()).toEqual(['Search memories for “dns”']);
  });

  it('skips the agent search for text longer than an agent name', async () => {
    const asked = fakeApi({ [HYBRID]: [], 'GET /agents/search/': [], 'GET /keywords/': [] });
    const { type } = await open(fakeShell({ api: asked }));
    type('a'.repeat(256));
    await waitFor(() => expect(asked.calls.map(({ key }) => key)).toContain(HYBRID));
    expect(asked.calls.map(({ key }) => key)).not.toContain('GET /agents/search/');
  });
});

describe('rank', () => {
  const entries = [
    { label: 'Archived' },
    { label: 'Memory Blocks' },
    { label: 'Search memories' },
    { label: 'Dark theme', keywords: 'appearance night' },
    { label: 'Switch to Larkspur Labs', keywords: 'larkspur workspace' },
    { label: 'Switch to Café Łódź', keywords: 'Straße' },
  ];
  const found = (query: string) => rank(entries, query).map(({ label }) => label);

  it.each([
    ['', entries.map(({ label }) => label)],
    ['mem', ['Memory Blocks', 'Search memories']],
    ['BLO', ['Memory Blocks']],
    ['night', ['Dark theme']],
    ['lodz CAFE', ['Switch to Café Łódź']],
    ['strasse', ['Switch to Café Łódź']],
    ['labs switch', ['Switch to Larkspur Labs']],
    ['larkspur archived', []],
    ['zzz', []],
  ])('"%s" finds %j', (query, labels) => {
    expect(found(query)).toEqual(labels);
  });
});
