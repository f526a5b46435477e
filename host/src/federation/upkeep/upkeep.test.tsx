/** What happens on the page while releases come, go and break; with the real loader against builds in memory. */
import { browserStorage, tabStorage } from '../../session/storage';
import { askUpkeep, decision, TAB_KEY, takeOverridesFrom, tellCrash } from '../askUpkeep';
import { LAST_GOOD_KEY } from '../registryClient';
import { startRuntime } from '../testing';
import { EVERY_MS } from './schedule';
import { openWorld, pass, pointerTo, releaseNumber, settle, type World } from './testing';

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

async function running(world: World): Promise<World> {
  await world.show();
  await askUpkeep();
  await pass(4000);
  return world;
}

async function look(): Promise<void> {
  const looked = askUpkeep().then((upkeep) => upkeep.look());
  // A build that does not load is tried three times.
  await pass(4000);
  await looked;
}

describe('a new version', () => {
  it('is loaded at once and taken over with the next page', async () => {
    const world = await running(openWorld(one));
    world.serve(two);
    await look();
    expect(world.text()).toBe('1.0.0');
    expect(world.scripts).toContain(`${two.baseUrl}remoteEntry.js`);
    await world.navigate();
    expect(world.text()).toBe('1.1.0');
    expect(world.said).toEqual(['Memory is now version 1.1.0.']);
    expect(world.notices()).toEqual([]);
  });

  it('waits while a draft is held, and says so', async () => {
    const world = await running(openWorld(one));
    world.drafts.push('a form');
    world.serve(two);
    await look();
    await world.navigate();
    expect(world.text()).toBe('1.0.0');
    expect(world.notices()).toEqual([
      'New version ready: Memory 1.1.0 follows 1.0.0. What you are writing stays: it is taken over once that is saved or let go.',
    ]);
    await world.press('Use it now');
    expect(world.text()).toBe('1.0.0');
    world.drafts.pop();
    await world.press('Use it now');
    expect(world.text()).toBe('1.1.0');
  });

  it('waits while a dialog of the remote is open by the address', async () => {
    const overlays = [{ slot: 'memory-block.detail', params: ['block'], access: 'guest' as const }];
    const descriptor = { ...one.descriptor, slots: ['memory-block.detail'], overlays };
    const world = await running(openWorld({ ...one, descriptor }));
    world.serve(two);
    await look();
    window.history.replaceState(null, '', '/dashboard?block=7');
    await world.navigate();
    expect(world.text()).toBe('1.0.0');
    window.history.replaceState(null, '', '/dashboard');
    await world.navigate();
    expect(world.text()).toBe('1.1.0');
  });

  it('goes back the same way, in words that say so', async () => {
    const world = await running(openWorld(two));
    world.serve(one);
    await look();
    expect(world.notices()).toEqual([
      'New version ready: Memory 1.0.0 takes the place of 1.1.0. It is taken over with the next page that you open.',
    ]);
    await world.press('Use it now');
    expect(world.said).toEqual(['Memory went back to version 1.0.0.']);
  });

  it('that does not load is never shown', async () => {
    const world = await running(openWorld(one));
    world.broken.add('1.2.0');
    world.serve(releaseNumber('1.2.0'));
    await look();
    await world.navigate();
    expect(world.text()).toBe('1.0.0');
    expect(world.notices()).toEqual([
      expect.stringMatching(
        /^Memory 1\.2\.0 cannot be used: The file .* could not be run\. Version 1\.0\.0 goes on\.$/,
      ),
    ]);
  });

  it('is asked for each minute, and never in a hidden tab', async () => {
    const world = await running(openWorld(one));
    const asks = () => world.asked.filter((url) => url === '/registry.json').length;
    await pass(EVERY_MS);
    expect([EVERY_MS, asks()]).toEqual([60_000, 1]);
    const hidden = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    await pass(5 * EVERY_MS);
    expect(asks()).toBe(1);
    hidden.mockRestore();
    document.dispatchEvent(new Event('visibilitychange'));
    await settle();
    expect(asks()).toBe(2);
  });
});

describe('a canary', () => {
  const rollout = { canary: { to: pointerTo(two), organizations: ['larkspur'] } };

  it('runs for its organization from the start, and leaves with the workspace', async () => {
    const world = openWorld(one, rollout);
    world.build(two);
    await world.enter('larkspur');
    await running(world);
    expect(world.text()).toBe('1.1.0');
    expect((await askUpkeep()).parts()).toMatchObject([{ channel: 'canary', release: { version: '1.1.0' } }]);
    expect(world.scripts.filter((url) => url.startsWith(one.baseUrl))).toEqual([]);
    await world.enter('acme');
    expect(world.text()).toBe('1.0.0');
  });

  it('does not hold up a remote that has none', () => {
    openWorld(one, rollout);
    expect(decision('memory')).not.toBeNull();
    expect(decision('beta')).toBeNull();
  });
});

describe('what fails', () => {
  const rollout = { previous: pointerTo(one) };

  it('to load makes room for the version before it', async () => {
    const world = openWorld(releaseNumber('1.3.0'), rollout);
    world.build(one);
    world.broken.add('1.3.0');
    await running(world);
    expect(world.text()).toBe('1.0.0');
    expect(world.notices()).toEqual([
      expect.stringMatching(
        /^Memory 1\.3\.0 was put aside for this tab: .* Version 1\.0\.0 is used instead\.$/,
      ),
    ]);
    expect(tabStorage.read(TAB_KEY)).toContain('memory@1.3.0');
  });

  it('three times while it is shown makes room too, and can be taken out again', async () => {
    const world = openWorld(two, rollout);
    world.build(one);
    await running(world);
    for (let times = 0; times < 2; times++) tellCrash('memory', '1.1.0', new Error('boom'));
    await settle();
    expect(world.text()).toBe('1.1.0');
    tellCrash('memory', '1.1.0', new Error('boom'));
    await settle();
    expect(world.text()).toBe('1.0.0');
    const upkeep = await askUpkeep();
    expect(upkeep.parts()).toMatchObject([
      { channel: 'previous', aside: [{ version: '1.1.0', reason: 'it stopped working 3 times (boom).' }] },
    ]);
    void upkeep.takeOut('memory', '1.1.0');
    await settle();
    expect(world.text()).toBe('1.1.0');
    expect(tabStorage.read(TAB_KEY)).toBeNull();
  });

  it('and has no version before it is left alone, with the reason', async () => {
    const world = await running(openWorld(one));
    for (let times = 0; times < 3; times++) tellCrash('memory', '1.0.0', new Error('boom'));
    await settle();
    expect(world.text()).toBe(
      'aside: It is left alone in this tab: it stopped working 3 times (boom). Retry takes it out again.',
    );
  });

  it.each([
    ['^2.0.0', 'The dashboard has to be updated, or this part put back to an earlier version.'],
    ['^0.9.0', 'This part has to be built again for them.'],
  ])('the contract %s is refused before its code is fetched: %s', async (contracts, who) => {
    const world = openWorld({ ...one, descriptor: { ...one.descriptor, contracts } });
    await running(world);
    expect(world.text()).toBe(
      `incompatible: Memory was built for the contracts ${contracts}, and this dashboard has 1.0.0. ${who}`,
    );
    expect(world.scripts).toEqual([]);
  });

  const needy = { ...one, descriptor: { ...one.descriptor, capabilities: ['jobs', 'search.hybrid'] } };

  it('to find what it needs of the service is refused', async () => {
    const world = openWorld(needy);
    world.capabilities.add('jobs');
    await running(world);
    expect(world.text()).toBe(
      'incompatible: Memory needs a service that can do search.hybrid, and this one cannot. The service has to be updated.',
    );
  });

  it('not, where the service can do what it needs', async () => {
    const world = openWorld(needy);
    needy.descriptor.capabilities.forEach((name) => world.capabilities.add(name));
    await running(world);
    expect(world.text()).toBe('1.0.0');
  });
});

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
