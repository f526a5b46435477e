/** Sources of the page's releases: an organization's canary, overrides of one tab, and the registry or its last good copy. */
import { browserStorage, tabStorage } from '../../session/storage';
import { LAST_GOOD_KEY } from '../registry';
import { startRuntime } from '../testing';
import { TAB_KEY, takeOverrides } from './releases';
import { createHarness, pass, pointerTo, releaseNumber, running, stopManagers } from './testing';

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

describe('a canary', () => {
  const rollout = { canary: { to: pointerTo(two), organizations: ['larkspur'] } };

  it('runs for its organization from the start, and ends when the workspace changes', async () => {
    const harness = createHarness(one, rollout);
    harness.build(two);
    await harness.enter('larkspur');
    await running(harness);
    expect(harness.text()).toBe('1.1.0');
    expect((await harness.releases.manager()).status()).toMatchObject([
      { channel: 'canary', release: { version: '1.1.0' } },
    ]);
    expect(harness.scripts.filter((url) => url.startsWith(one.baseUrl))).toEqual([]);
    await harness.enter('acme');
    expect(harness.text()).toBe('1.0.0');
  });

  it('is not used when the workspace changes while it is being chosen', async () => {
    const harness = createHarness(one, rollout);
    harness.build(two);
    await harness.enter('larkspur');
    const answer = jest.mocked(globalThis.fetch).getMockImplementation()!;
    jest.mocked(globalThis.fetch).mockImplementation(async (...request) => {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      return answer(...request);
    });
    await harness.show();
    await harness.enter('acme');
    await pass(4000);
    expect(harness.text()).toBe('1.0.0');
  });

  it('does not delay a remote without a canary', () => {
    const { releases } = createHarness(one, rollout);
    expect(releases.decision('memory')).not.toBeNull();
    expect(releases.decision('beta')).toBeNull();
  });
});

describe('an override', () => {
  const requested = (address: string) => {
    window.history.replaceState(
      null,
      '',
      `/dashboard?page=2&remote.memory=${encodeURIComponent(address)}#top`,
    );
    return takeOverrides();
  };

  it('is used in this tab when its address is allowed, with a notice that can reset it', async () => {
    const harness = createHarness(one, undefined, requested(two.baseUrl));
    harness.build(two);
    harness.allowed.push('http://localhost:*');
    expect(window.location.href).toBe('http://localhost/dashboard?page=2#top');
    await running(harness);
    expect(harness.text()).toBe('1.1.0');
    expect(harness.notices()).toEqual([`Override: this tab loads Memory from ${two.baseUrl}.`]);
    expect(tabStorage.read(TAB_KEY)).toContain(two.baseUrl);
    await harness.press('Reset');
    expect([harness.text(), harness.notices(), tabStorage.read(TAB_KEY)]).toEqual(['1.0.0', [], null]);
  });

  it.each([
    [[], 'this installation allows none (REMOTE_OVERRIDE_ORIGINS).'],
    [['https://builds.example'], 'this installation allows only https://builds.example.'],
  ])('is rejected where %j is allowed', async (allowed, which) => {
    const harness = createHarness(one, undefined, requested('http://localhost:3999/'));
    harness.allowed.push(...allowed);
    await running(harness);
    expect(harness.text()).toBe('1.0.0');
    expect(harness.notices()).toEqual([
      `The override of memory with http://localhost:3999/ was rejected: ${which}`,
    ]);
    expect(harness.fetched.filter((url) => url.includes('3999'))).toEqual([]);
  });

  it('reports an unreachable address and falls back to the released version', async () => {
    const harness = createHarness(one, undefined, requested('http://localhost:3999'));
    harness.allowed.push('http://localhost:3999');
    await running(harness);
    expect(harness.text()).toBe('1.0.0');
    expect(harness.notices()).toEqual([
      'Override: this tab loads Memory from http://localhost:3999/. The override failed: http://localhost:3999/release.json cannot be reached. Showing the released version instead.',
    ]);
  });
});

describe('the registry', () => {
  it('keeps the last good copy when polling fails, without a notice', async () => {
    const harness = await running(createHarness(one));
    harness.answerRegistry(() => new Response('', { status: 503 }));
    await harness.poll();
    expect(harness.text()).toBe('1.0.0');
    expect([harness.problem(), harness.notices()]).toEqual(['The server answered with status 503.', []]);
    harness.serve(one);
    await harness.poll();
    expect(harness.problem()).toBeNull();
  });

  it.each([
    ['of another schema', '{"schema":9}', 'Invalid value at schema'],
    ['that is no JSON', '<html>', 'The server’s response is not valid JSON.'],
  ])('%s is rejected', async (_, text, words) => {
    const harness = await running(createHarness(one));
    harness.answerRegistry(() => new Response(text));
    await harness.poll();
    expect(harness.problem()).toContain(words);
  });

  it("uses an older copy from the server and reports the server's problem", async () => {
    const harness = await running(createHarness(one));
    const copy = { schema: 1, updatedAt: '2026-01-01T00:00:00.000Z', remotes: { memory: two } };
    harness.build(two);
    harness.answerRegistry(() =>
      Response.json(copy, { headers: { 'Registry-Problem': 'Its file is gone.' } }),
    );
    await harness.poll();
    await harness.navigate();
    expect(harness.text()).toBe('1.1.0');
    expect(harness.problem()).toContain('Its file is gone.');
  });

  it('stores a valid registry, polls with its ETag, and ignores an older one', async () => {
    const harness = await running(createHarness(one));
    expect(browserStorage.read(LAST_GOOD_KEY)).toContain('"1.0.0"');
    const registry = (serial: number, release: typeof one) => ({
      schema: 1,
      updatedAt: '',
      serial,
      remotes: { memory: release },
    });
    harness.build(two);
    harness.answerRegistry(() => Response.json(registry(7, two), { headers: { ETag: '"seven"' } }));
    await harness.poll();
    expect(browserStorage.read(LAST_GOOD_KEY)).toContain('"1.1.0"');
    harness.answerRegistry(() => Response.json(registry(6, one)));
    await harness.poll();
    expect(jest.mocked(fetch).mock.lastCall?.[1]?.headers).toEqual({ 'If-None-Match': '"seven"' });
    await harness.navigate();
    expect(harness.text()).toBe('1.1.0');
  });
});
