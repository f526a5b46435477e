/** What happens on the page while releases come, go and break; with the real loader against builds in memory. */
import { tabStorage } from '../../session/storage';
import { askUpkeep, decision, TAB_KEY, tellCrash } from '../askUpkeep';
import { ChunkLoadError } from '../chunkFiles';
import { startRuntime } from '../testing';
import { EVERY_MS } from './schedule';
import { look, openWorld, pass, pointerTo, releaseNumber, running, settle } from './testing';

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
    world.drafts.set(['a form']);
    world.serve(two);
    await look();
    await world.navigate();
    expect(world.text()).toBe('1.0.0');
    expect(world.notices()).toEqual([
      'New version ready: Memory 1.1.0 follows 1.0.0. What you are writing stays: it is taken over once that is saved or let go.',
    ]);
    await world.press('Use it now');
    expect(world.text()).toBe('1.0.0');
    world.drafts.set([]);
    expect(world.notices()).toEqual([
      expect.stringMatching(/taken over with the next page that you open\.$/),
    ]);
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

  it('its hash is refused at once, in the words of the refusal', async () => {
    const world = await running(openWorld(one));
    const reason = 'The file /a.js is not the one that was released.';
    tellCrash('memory', '1.0.0', new ChunkLoadError('/a.js', { kind: 'tampered', reason }, null));
    await settle();
    expect(world.text()).toBe(`aside: It is left alone in this tab: ${reason} Retry takes it out again.`);
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
    ['^3.0.0', 'The dashboard has to be updated, or this part put back to an earlier version.'],
    ['^1.0.0', 'This part has to be built again for them.'],
  ])('the contract %s is refused before its code is fetched: %s', async (contracts, who) => {
    const world = openWorld({ ...one, descriptor: { ...one.descriptor, contracts } });
    await running(world);
    expect(world.text()).toBe(
      `incompatible: Memory was built for the contracts ${contracts}, and this dashboard has 2.0.0. ${who}`,
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
