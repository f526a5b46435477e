import { ApiError } from '@hindsight/shared-contracts/api/client';
import { fakeApi, fakeShell } from '@hindsight/shared-contracts/testing';
import { screen, waitFor } from '@testing-library/react';
import { HYBRID, openPalette as open, putPages } from './paletteFixture';

beforeEach(putPages);

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
      'Conversation: Resolvers keep a stale DNS entry',
    ]),
  );
  expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Search memories for “dns”');
  click('dns');
  await waitFor(() =>
    expect(router.state.location).toMatchObject({ pathname: '/keywords', search: '?search=dns' }),
  );
});

it('leads to the agents that were silent the longest and to unused memories', async () => {
  putPages('/agents', '/analytics');
  const { router, labels, type, click } = await open();
  type('unused');
  expect(labels()[0]).toBe('Unused memories');
  for (const question of ['silent', 'which agents are silent']) {
    type(question);
    expect(labels()[0]).toBe('Silent agents first');
  }
  click('Silent agents first');
  await waitFor(() =>
    expect(router.state.location).toMatchObject({ pathname: '/agents', search: '?sort=silent' }),
  );
});

it('leads to what is new since yesterday and to what is marked wrong at once', async () => {
  const { router, labels, type, click } = await open();
  type('wrong');
  expect(labels()[0]).toBe('Memories marked wrong or outdated');
  type('helped');
  expect(labels()[0]).toBe('Helpful memories from the last 7 days');
  type('since');
  expect(labels()[0]).toBe('New memories since yesterday');
  click('New memories since yesterday');
  await waitFor(() =>
    expect(router.state.location).toMatchObject({ pathname: '/memory-blocks', search: '?created=yesterday' }),
  );
});

it('finds the saved views of the workspace by their names, and opens their lists', async () => {
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

it('finds what is new since the last visit', async () => {
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

it('finds the people of the organization and the conversations of what it found', async () => {
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
])('finds what the id %s names', async (_, answers, found) => {
  const api = fakeApi({ 'GET /agents/search/': [], 'GET /keywords/': [], ...answers } as never);
  const { type, labels } = await open(fakeShell({ api }));
  type(ID);
  await waitFor(() => expect(labels()).toEqual([`Search memories for “${ID}”`, ...found]));
  await waitFor(() => expect(api.calls.map(({ key }) => key)).toContain(ONE));
});

it('asks a guest’s palette for no people, and says when nothing fits', async () => {
  const nothing = fakeApi({ [HYBRID]: [], 'GET /agents/search/': [], 'GET /keywords/': [] });
  const scope = { scope: 'organization', organizationId: 'org-1' } as const;
  const session = { status: 'guest', user: null } as const;
  const { type } = await open(fakeShell({ api: nothing, scope, session }));
  type('zzz');
  expect(await screen.findByText('No results for “zzz”.')).toBeInTheDocument();
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

it('asks for no agent by a text that is too long for a name', async () => {
  const asked = fakeApi({ [HYBRID]: [], 'GET /agents/search/': [], 'GET /keywords/': [] });
  const { type } = await open(fakeShell({ api: asked }));
  type('a'.repeat(256));
  await waitFor(() => expect(asked.calls.map(({ key }) => key)).toContain(HYBRID));
  expect(asked.calls.map(({ key }) => key)).not.toContain('GET /agents/search/');
});
