import type { ActiveScope } from '@hindsight/shared-contracts/events';
import { exampleRelease } from '../federation/testing';
import { createAskAhead } from './askAhead';

const ROWS = '/api/rows/?scope=personal&limit=12';
const COUNTS = '/api/counts/';

let asked: jest.SpyInstance;
beforeEach(() => {
  window.history.pushState({}, '', '/dashboard');
  asked = jest.spyOn(globalThis, 'fetch').mockImplementation(async (url) => new Response(`ahead ${url}`));
});

function setUp() {
  const release = exampleRelease({ version: '1' });
  release.descriptor.routes = [
    {
      path: '/rows',
      title: 'Rows',
      description: '',
      access: 'guest',
      firstQueries: [
        { path: '/rows/', query: { limit: '12' } },
        { path: '/counts/', ofPerson: true },
      ],
    },
  ];
  const now = {
    person: 'ada' as string | null,
    scope: { scope: 'personal', organizationId: null } as ActiveScope,
    base: '/api',
    release,
  };
  const ahead = createAskAhead({
    person: () => now.person,
    scope: () => now.scope,
    base: () => now.base,
    releaseFor: () => now.release,
  });
  /** The request of the page, as the client makes it. */
  const request = async (url = ROWS, method = 'GET') => {
    const [, init] = asked.mock.calls.find(([one]) => one === url) ?? [null, { headers: {} }];
    return (await ahead.early(url, { method, headers: init.headers }))?.text() ?? null;
  };
  const open = () => window.history.pushState({}, '', '/rows');
  const ask = () => ahead.ask('memory', '/rows');
  return { ahead, now, ask, open, request };
}

const urls = () => asked.mock.calls.map(([url]) => url);

it('hands over each answer once, to the page that it was asked for', async () => {
  const { ask, open, request } = setUp();
  await ask();
  expect(urls()).toEqual([ROWS, COUNTS]);
  expect(await request()).toBeNull();
  open();
  expect([await request(), await request(), await request(COUNTS)]).toEqual([
    `ahead ${ROWS}`,
    null,
    `ahead ${COUNTS}`,
  ]);
});

it.each<[string, (now: ReturnType<typeof setUp>['now']) => void]>([
  ['nobody who is signed in', (now) => (now.person = null)],
  ['another base than the usual one', (now) => (now.base = 'https://api.example.org')],
  ['the page that is open', () => window.history.pushState({}, '', '/rows')],
])('asks nothing ahead for %s', async (_whom, change) => {
  const { ask, now } = setUp();
  change(now);
  await ask();
  expect(urls()).toEqual([]);
});

it('does not ask again for what was asked a moment ago, unless it may have changed', async () => {
  const { ahead, ask, request } = setUp();
  await request();
  await ask();
  await ask();
  expect(urls()).toEqual([COUNTS]);
  ahead.drop();
  await ask();
  expect(urls()).toEqual([COUNTS, ROWS, COUNTS]);
});

it.each<[string, (setup: ReturnType<typeof setUp>) => unknown]>([
  ['after a change', ({ ahead }) => ahead.drop()],
  ['to another person', ({ now }) => (now.person = 'grace')],
  ['to another release', ({ now }) => (now.release = exampleRelease({ version: '2' }))],
  [
    'when it is older than rows may be',
    () => jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 30_001),
  ],
])('hands over nothing %s', async (_when, change) => {
  const setup = setUp();
  await setup.ask();
  setup.open();
  await change(setup);
  expect(await setup.request()).toBeNull();
});

it('keeps answers while a write is carried out, because a page writes when it opens, too', async () => {
  const { ahead, ask, open, request } = setUp();
  await ask();
  open();
  await request('/api/rows/', 'POST');
  expect(await request()).toBe(`ahead ${ROWS}`);
  ahead.drop();
  expect(await request(COUNTS)).toBeNull();
});

it('tells who asked that an answer is a failure, and leaves it to the page to ask again', async () => {
  const { ask, open, request } = setUp();
  asked.mockImplementation(async () => new Response('', { status: 503 }));
  await expect(ask()).rejects.toThrow('What /rows asks first was answered with 503.');
  open();
  expect(await request()).toBeNull();
});

it('asks for what an answer names, too', async () => {
  const { ask, now, open, request } = setUp();
  now.release.descriptor.routes[0]!.firstQueries = [
    { path: '/items/', then: [{ ids: 'items.0.id', path: '/blocks/{id}' }] },
  ];
  asked.mockImplementation(async (url) => new Response(`{"items":[{"id":"b1"}],"of":"${url}"}`));
  await ask();
  open();
  const block = '/api/blocks/b1?scope=personal';
  expect(urls()).toEqual(['/api/items/?scope=personal', block]);
  expect(await request(block)).toContain(block);
});
