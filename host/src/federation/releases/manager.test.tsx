import { CONTRACTS_VERSION } from '@hindsight/shared-contracts/registry';
import { tabStorage } from '../../session/storage';
import { currentFailures } from '../../telemetry/releaseFailures';
import { startRuntime } from '../testing';
import { POLL_INTERVAL_MS, RETRY_INTERVAL_MS } from './poll';
import { TAB_KEY } from './releases';
import { createHarness, pass, pointerTo, releaseNumber, running, settle, stopManagers } from './testing';

/** Remotes that are disabled or retired while pages are open. */
describe('lifecycle', () => {
  const one = releaseNumber('1.0.0');
  const two = releaseNumber('1.1.0');
  const disabled = { memory: { reason: 'Wrong numbers since noon.' } };

  beforeAll(() => startRuntime());
  beforeEach(() => {
    jest.useFakeTimers();
    window.history.replaceState(null, '', '/dashboard');
  });
  afterEach(() => {
    stopManagers();
    jest.useRealTimers();
  });

  describe('the kill switch', () => {
    it('stops the remote in an open page within a minute, shows the reason, and later restores it unchanged', async () => {
      const harness = await running(createHarness(one));
      harness.drafts.set(['a form']);
      harness.serve(one, undefined, { disabled });
      await pass(60_000);
      expect(harness.text()).toBe('disabled: Wrong numbers since noon.');
      harness.serve(one);
      await harness.poll();
      expect(harness.text()).toBe('1.0.0');
    });

    it('also stops the remote within a minute after a navigation, which polls too', async () => {
      const harness = await running(createHarness(one));
      await pass(POLL_INTERVAL_MS / 2);
      await harness.navigate();
      harness.serve(one, undefined, { disabled });
      await pass(60_000);
      expect(harness.text()).toBe('disabled: Wrong numbers since noon.');
    });

    it('runs no code of any release, and loads the repaired one when it ends', async () => {
      const harness = createHarness(one, undefined, {}, { disabled });
      harness.serve(two, undefined, { disabled });
      await running(harness);
      await harness.poll();
      expect([harness.text(), harness.scripts]).toEqual(['disabled: Wrong numbers since noon.', []]);
      harness.serve(two);
      await harness.poll();
      expect(harness.text()).toBe('1.1.0');
    });
  });

  it('retries a failed server soon, until it responds', async () => {
    const harness = await running(createHarness(one));
    harness.answerRegistry(() => new Response('', { status: 502 }));
    await harness.poll();
    expect([harness.problem(), harness.notices()]).toEqual([expect.stringContaining('status 502'), []]);
    await pass(3 * RETRY_INTERVAL_MS);
    harness.serve(one);
    await pass(RETRY_INTERVAL_MS);
    expect(harness.problem()).toBeNull();
    const asked = harness.fetched.length;
    await pass(3 * RETRY_INTERVAL_MS);
    expect(harness.fetched).toHaveLength(asked);
  });

  it('removes a retired remote on the next navigation, not while its page is open', async () => {
    const harness = await running(createHarness(one));
    harness.serve(one, undefined, { remotes: {}, retired: ['memory'] });
    await harness.poll();
    expect(harness.text()).toBe('1.0.0');
    window.history.replaceState(null, '', '/profile');
    await harness.navigate();
    expect(harness.text()).toBe('unknown: It isn’t in the registry.');
  });
});

/** New releases, canaries and failures in an open page, with the real loader and in-memory builds. */
describe('manager', () => {
  const one = releaseNumber('1.0.0');
  const two = releaseNumber('1.1.0');

  beforeAll(() => startRuntime());
  beforeEach(() => {
    jest.useFakeTimers();
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    window.history.replaceState(null, '', '/dashboard');
  });
  afterEach(() => {
    stopManagers();
    jest.useRealTimers();
  });

  describe('a new version', () => {
    it('is loaded at once and activated with the next navigation', async () => {
      const harness = await running(createHarness(one));
      harness.serve(two);
      await harness.poll();
      expect(harness.text()).toBe('1.0.0');
      expect(harness.scripts).toContain(`${two.baseUrl}remoteEntry.js`);
      await harness.navigate();
      expect(harness.text()).toBe('1.1.0');
      expect(harness.toasts).toEqual(['Memory is now version 1.1.0.']);
      expect(harness.notices()).toEqual([]);
    });

    it('drops the release before the previous one from memory, and loads it again when it comes back', async () => {
      const three = releaseNumber('1.2.0');
      const styles = [one, two, three].map(({ baseUrl }) => {
        const link = document.createElement('link');
        return Object.assign(link, { rel: 'stylesheet', href: `${baseUrl}page.css` });
      });
      document.head.append(...styles);
      const table = `webpackChunk${one.container}`;
      Object.assign(globalThis, { [table]: [] });
      const harness = await running(createHarness(one));
      const change = async (release: typeof one) => {
        harness.serve(release);
        await harness.poll();
        await harness.navigate();
        expect(harness.text()).toBe(release.version);
        return styles.map((link) => link.isConnected);
      };
      expect(await change(two)).toEqual([false, true, true]);
      expect(table in globalThis).toBe(true);
      expect(await change(three)).toEqual([false, false, true]);
      expect(table in globalThis).toBe(false);
      await change(one);
      const asked = harness.scripts.filter((url) => url.startsWith(one.baseUrl));
      expect(asked).toHaveLength(2);
      styles.forEach((link) => link.remove());
    });

    it('drops a waiting release when another one replaces it', async () => {
      const harness = await running(createHarness(one));
      const asked = () => harness.scripts.filter((url) => url.startsWith(two.baseUrl)).length;
      for (const [release, times] of [
        [two, 1],
        [two, 1],
        [releaseNumber('1.2.0'), 1],
        [two, 2],
        [one, 2],
        [two, 3],
      ] as const) {
        harness.serve(release);
        await harness.poll();
        expect([harness.text(), asked()]).toEqual(['1.0.0', times]);
      }
    });

    it('is held back while it fails for others, and activated once it no longer does', async () => {
      const harness = await running(createHarness(one));
      const failing = { memory: { '1.1.0': 'it fails for about 3 of 10 people' } };
      harness.serve(two);
      await harness.poll();
      harness.serve(two, undefined, { failing });
      await harness.poll();
      await harness.navigate();
      expect([harness.text(), harness.notices()]).toEqual(['1.0.0', []]);
      const status = (await harness.releases.manager()).status();
      expect(status[0]?.problem).toBe(
        'Memory 1.1.0 is on hold because it fails for about 3 of 10 people. You stay on version 1.0.0.',
      );
      harness.serve(two);
      await harness.poll();
      await harness.navigate();
      expect(harness.text()).toBe('1.1.0');
    });

    it('is activated as a rollback even if it fails for others', async () => {
      const harness = await running(createHarness(two));
      harness.serve(one, undefined, {
        failing: { memory: { '1.0.0': 'it fails for about 1 of 10 people' } },
      });
      await harness.poll();
      await harness.navigate();
      expect(harness.text()).toBe('1.0.0');
    });

    it('waits while a draft is held, with a notice', async () => {
      const harness = await running(createHarness(one));
      harness.drafts.set(['a form']);
      harness.serve(two);
      await harness.poll();
      await harness.navigate();
      expect(harness.text()).toBe('1.0.0');
      expect(harness.notices()).toEqual([
        'New version ready: Memory 1.1.0 replaces 1.0.0. It loads once you have saved or discarded your draft.',
      ]);
      await harness.press('Use it now');
      expect(harness.text()).toBe('1.0.0');
      harness.drafts.set([]);
      expect(harness.notices()).toEqual([expect.stringMatching(/It loads on the next page you open\.$/)]);
      await harness.press('Use it now');
      expect(harness.text()).toBe('1.1.0');
    });

    it('waits while the address opens a dialog of the remote', async () => {
      const overlays = [{ slot: 'memory-block.detail', params: ['block'], access: 'guest' as const }];
      const descriptor = { ...one.descriptor, slots: ['memory-block.detail'], overlays };
      const harness = await running(createHarness({ ...one, descriptor }));
      harness.serve(two);
      await harness.poll();
      window.history.replaceState(null, '', '/dashboard?block=7');
      await harness.navigate();
      expect(harness.text()).toBe('1.0.0');
      window.history.replaceState(null, '', '/dashboard');
      await harness.navigate();
      expect(harness.text()).toBe('1.1.0');
    });

    it('is rolled back the same way, with a rollback notice', async () => {
      const harness = await running(createHarness(two));
      harness.serve(one);
      await harness.poll();
      expect(harness.notices()).toEqual([
        'Rollback ready: Memory 1.0.0 replaces 1.1.0. It loads on the next page you open.',
      ]);
      await harness.press('Use it now');
      expect(harness.toasts).toEqual(['Memory was rolled back to version 1.0.0.']);
    });

    it('is never shown when it fails to load', async () => {
      const harness = await running(createHarness(one));
      harness.broken.add('1.2.0');
      harness.serve(releaseNumber('1.2.0'));
      await harness.poll();
      await harness.navigate();
      expect(harness.text()).toBe('1.0.0');
      expect(harness.notices()).toEqual([
        expect.stringMatching(
          /^The new version of Memory can't be used yet\. You stay on the current one\.$/,
        ),
      ]);
    });

    it('is polled for at least once a minute, and never in a hidden tab', async () => {
      const harness = await running(createHarness(one));
      const asks = () => harness.fetched.filter((url) => url === '/registry.json').length;
      await pass(POLL_INTERVAL_MS);
      expect(POLL_INTERVAL_MS).toBeLessThan(60_000);
      expect(asks()).toBe(1);
      const hidden = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
      document.dispatchEvent(new Event('visibilitychange'));
      await pass(5 * POLL_INTERVAL_MS);
      expect(asks()).toBe(1);
      hidden.mockRestore();
      document.dispatchEvent(new Event('visibilitychange'));
      await settle();
      expect(asks()).toBe(2);
    });
  });

  describe('a release that fails', () => {
    const rollout = { previous: pointerTo(one) };

    it('falls back to the previous one when loading fails', async () => {
      const harness = createHarness(releaseNumber('1.3.0'), rollout);
      harness.build(one);
      harness.broken.add('1.3.0');
      await running(harness);
      // Its entry is requested several times.
      await pass(20_000);
      expect(harness.text()).toBe('1.0.0');
      expect(harness.notices()).toEqual(['Memory had a problem, so you’re back on its previous version.']);
      expect(tabStorage.read(TAB_KEY)).toContain('memory@1.3.0');
      expect(currentFailures().get('memory@1.3.0')).toMatchObject({ count: 1 });
    });

    it('is replaced after crashes on three visits, and can be released from quarantine', async () => {
      const harness = createHarness(two, rollout);
      harness.build(one);
      await running(harness);
      const crash = () => harness.releases.crashed('memory', '1.1.0', new Error('boom'));
      // Several presses on Try Again count as one visit.
      for (let times = 0; times < 4; times++) crash();
      await harness.navigate();
      crash();
      await settle();
      expect(harness.text()).toBe('1.1.0');
      await harness.navigate();
      crash();
      await settle();
      expect(harness.text()).toBe('1.0.0');
      const manager = await harness.releases.manager();
      expect(manager.status()).toMatchObject([
        { channel: 'previous', quarantined: [{ version: '1.1.0', reason: 'it failed on 3 visits (boom).' }] },
      ]);
      void manager.releaseFromQuarantine('memory', '1.1.0');
      await settle();
      expect(harness.text()).toBe('1.1.0');
      expect(tabStorage.read(TAB_KEY)).toBeNull();
    });

    it('is replaced on the first crash when the previous release is loaded in the tab', async () => {
      const harness = await running(createHarness(one));
      harness.serve(two, rollout);
      await harness.poll();
      await harness.navigate();
      expect(harness.text()).toBe('1.1.0');
      harness.releases.crashed('memory', '1.1.0', new Error('boom'));
      await settle();
      expect(harness.text()).toBe('1.0.0');
      expect(harness.notices()).toEqual(['Memory had a problem, so you’re back on its previous version.']);
    });

    it('is replaced by the release that ran before, even if the registry names no previous one', async () => {
      const harness = await running(createHarness(one));
      harness.serve(two);
      await harness.poll();
      await harness.navigate();
      harness.releases.crashed('memory', '1.1.0', new Error('boom'));
      await settle();
      expect(harness.text()).toBe('1.0.0');
    });

    it('does not fall back to a rolled-back release', async () => {
      const harness = await running(createHarness(two));
      harness.serve(one);
      await harness.poll();
      await harness.navigate();
      harness.releases.crashed('memory', '1.0.0', new Error('boom'));
      await settle();
      expect(harness.text()).toBe('1.0.0');
    });

    it.each([
      ['ChunkLoadError', 'Loading chunk 7 failed.'],
      ['CSS_CHUNK_LOAD_FAILED', 'Loading CSS chunk 7 failed.'],
    ])('is never quarantined for a file that failed to load (%s)', async (name, message) => {
      const harness = await running(createHarness(one));
      for (let visit = 0; visit < 5; visit++) {
        harness.releases.crashed('memory', '1.0.0', Object.assign(new Error(message), { name }));
        await harness.navigate();
      }
      expect(harness.text()).toBe('1.0.0');
      expect(tabStorage.read(TAB_KEY)).toBeNull();
    });

    it('is quarantined with the reason when there is no previous release', async () => {
      const harness = await running(createHarness(one));
      for (let visit = 0; visit < 3; visit++) {
        harness.releases.crashed('memory', '1.0.0', new Error('boom'));
        await harness.navigate();
      }
      expect(harness.text()).toBe('quarantined: it failed on 3 visits (boom).');
    });

    it.each([
      ['^4.0.0', 'Update the dashboard, or roll this part back to an earlier version.'],
      ['^1.0.0', 'Rebuild this part with the current contracts.'],
    ])('is rejected before its code is fetched when it needs contracts %s: %s', async (contracts, who) => {
      const harness = createHarness({ ...one, descriptor: { ...one.descriptor, contracts } });
      await running(harness);
      expect(harness.text()).toBe(
        `incompatible: Memory was built for contracts ${contracts}, and this dashboard has ${CONTRACTS_VERSION}. ${who}`,
      );
      expect(harness.scripts).toEqual([]);
    });
  });
});

/** Checks which releases' style sheets are in the page. */
describe('styles', () => {
  const one = releaseNumber('1.0.0');
  const two = releaseNumber('1.1.0');

  beforeAll(() => startRuntime());
  beforeEach(() => {
    jest.useFakeTimers();
    window.history.replaceState(null, '', '/dashboard');
  });
  afterEach(() => {
    stopManagers();
    document.head.replaceChildren();
    jest.useRealTimers();
  });

  /** Adds a style sheet like the program of a release does. */
  function addSheet({ baseUrl }: typeof one, file = 'page.css'): void {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: baseUrl + file });
    document.head.appendChild(link);
  }

  const sheets = () =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].map(({ href }) => href);

  async function change(harness: Awaited<ReturnType<typeof running>>, release: typeof one) {
    harness.serve(release);
    await harness.poll();
    await harness.navigate();
    expect(harness.text()).toBe(release.version);
  }

  it.each([
    ['is replaced by a new one', one, two],
    ['is rolled back', two, one],
  ])('removes the style sheets of a release that %s', async (_how, before, after) => {
    const harness = await running(createHarness(before));
    addSheet(before);
    await change(harness, after);
    expect(sheets()).toEqual([]);
    addSheet(after);
    await settle();
    expect(sheets()).toEqual([`${after.baseUrl}page.css`]);
  });

  it('restores the style sheets of a release whose program is still in memory', async () => {
    const harness = await running(createHarness(one));
    addSheet(one);
    await change(harness, two);
    await change(harness, one);
    expect(sheets()).toEqual([`${one.baseUrl}page.css`]);
  });

  it('removes a style sheet that arrives after its release was replaced', async () => {
    const harness = await running(createHarness(one));
    await change(harness, two);
    addSheet(one, 'late.css');
    await settle();
    expect(sheets()).toEqual([]);
  });

  it('matches style sheets to a release whose URL is spelled differently', async () => {
    const spelled = { ...one, baseUrl: 'http://LOCALHOST:3001/1.0.0/' };
    const harness = await running(createHarness(spelled));
    addSheet(spelled);
    await change(harness, two);
    expect(sheets()).toEqual([]);
  });

  it('removes the style sheets of a disabled remote, and restores them when it is enabled again', async () => {
    const harness = await running(createHarness(one));
    addSheet(one);
    harness.serve(one, undefined, { disabled: { memory: { reason: 'Everything is red.' } } });
    await harness.poll();
    expect([harness.text(), sheets()]).toEqual(['disabled: Everything is red.', []]);
    harness.serve(one);
    await harness.poll();
    expect([harness.text(), sheets()]).toEqual(['1.0.0', [`${one.baseUrl}page.css`]]);
  });

  it('removes the style sheets of a retired remote', async () => {
    const harness = await running(createHarness(one));
    addSheet(one);
    harness.serve(one, undefined, { remotes: {}, retired: ['memory'] });
    window.history.replaceState(null, '', '/profile');
    await harness.poll();
    expect(sheets()).toEqual([]);
  });
});
