/** Where the releases on the page come from: overrides of one tab, and the registry or its last good copy. */
import { browserStorage, tabStorage } from '../../session/storage';
import { TAB_KEY, takeOverridesFrom } from '../askUpkeep';
import { LAST_GOOD_KEY } from '../registryClient';
import { startRuntime } from '../testing';
import { look, openWorld, releaseNumber, running } from './testing';

// A container that is ready stays ready: builds that shall not load have numbers of their own.
const one = releaseNumber('1.0.0');
const two = releaseNumber('1.1.0');

beforeAll(() => startRuntime());
beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  window.history.replaceState(null, '', '/dashboard');
});
afterEach(() => jest.useRealTimers());

describe('an override', () => {
  const wish = (address: string) => {
    window.history.replaceState(
      null,
      '',
      `/dashboard?page=2&remote.memory=${encodeURIComponent(address)}#top`,
    );
    takeOverridesFrom();
  };

  it('of an allowed address runs in this tab, with a badge that can be pressed away', async () => {
    const world = openWorld(one);
    world.build(two);
    world.allowed.push('http://localhost:*');
    wish(two.baseUrl);
    expect(window.location.href).toBe('http://localhost/dashboard?page=2#top');
    await running(world);
    expect(world.text()).toBe('1.1.0');
    expect(world.notices()).toEqual([`Override: Memory comes from ${two.baseUrl} in this tab.`]);
    expect(tabStorage.read(TAB_KEY)).toContain(two.baseUrl);
    await world.press('Reset');
    expect([world.text(), world.notices(), tabStorage.read(TAB_KEY)]).toEqual(['1.0.0', [], null]);
  });

  it.each([
    [[], 'this installation allows none (REMOTE_OVERRIDE_ORIGINS).'],
    [['https://builds.example'], 'this installation allows https://builds.example alone.'],
  ])('is refused where %j is allowed', async (allowed, which) => {
    const world = openWorld(one);
    world.allowed.push(...allowed);
    wish('http://localhost:3999/');
    await running(world);
    expect(world.text()).toBe('1.0.0');
    expect(world.notices()).toEqual([
      `The override of memory by http://localhost:3999/ was refused: ${which}`,
    ]);
    expect(world.asked.filter((url) => url.includes('3999'))).toEqual([]);
  });

  it('that does not answer says so and shows the released version', async () => {
    const world = openWorld(one);
    world.allowed.push('http://localhost:3999');
    wish('http://localhost:3999');
    await running(world);
    expect(world.text()).toBe('1.0.0');
    expect(world.notices()).toEqual([
      'Override: Memory comes from http://localhost:3999/ in this tab. It cannot be used: http://localhost:3999/release.json cannot be reached. The released version is shown.',
    ]);
  });
});

describe('the registry', () => {
  it('that cannot be read leaves the last good one at work, with a notice until it is back', async () => {
    const world = await running(openWorld(one));
    world.answerRegistry(() => new Response('', { status: 503 }));
    await look();
    expect(world.text()).toBe('1.0.0');
    expect(world.notices()).toEqual([
      expect.stringMatching(
        /^The list of the dashboard's parts cannot be used: The server answered with status 503\. The last good one of .* is used, and nothing is lost\.$/,
      ),
    ]);
    world.serve(one);
    await world.press('Retry');
    expect(world.notices()).toEqual([]);
  });

  it.each([
    ['of another schema', '{"schema":9}', 'It breaks its schema at schema'],
    ['that is no JSON', '<html>', 'What the server sent is no JSON.'],
  ])('%s is refused', async (_, text, words) => {
    const world = await running(openWorld(one));
    world.answerRegistry(() => new Response(text));
    await look();
    expect(world.notices()[0]).toContain(words);
  });

  it('that the server calls an older copy is used with its words', async () => {
    const world = await running(openWorld(one));
    const copy = { schema: 1, updatedAt: '2026-01-01T00:00:00.000Z', remotes: { memory: two } };
    world.build(two);
    world.answerRegistry(() => Response.json(copy, { headers: { 'Registry-Problem': 'Its file is gone.' } }));
    await look();
    await world.navigate();
    expect(world.text()).toBe('1.1.0');
    expect(world.notices()[0]).toContain('Its file is gone.');
  });

  it('is kept when it is whole, asked for by its tag, and never taken for a newer one', async () => {
    const world = await running(openWorld(one));
    expect(browserStorage.read(LAST_GOOD_KEY)).toContain('"1.0.0"');
    const registry = (serial: number, release: typeof one) => ({
      schema: 1,
      updatedAt: '',
      serial,
      remotes: { memory: release },
    });
    world.build(two);
    world.answerRegistry(() => Response.json(registry(7, two), { headers: { ETag: '"seven"' } }));
    await look();
    expect(browserStorage.read(LAST_GOOD_KEY)).toContain('"1.1.0"');
    world.answerRegistry(() => Response.json(registry(6, one)));
    await look();
    expect(jest.mocked(fetch).mock.lastCall?.[1]?.headers).toEqual({ 'If-None-Match': '"seven"' });
    await world.navigate();
    expect(world.text()).toBe('1.1.0');
  });
});
