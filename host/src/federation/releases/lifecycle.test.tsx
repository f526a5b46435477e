/** A remote that is switched off or retired while pages are open. */
import { startRuntime } from '../testing';
import { POLL_INTERVAL_MS, RETRY_INTERVAL_MS } from './poll';
import { createHarness, pass, releaseNumber, running, stopManagers } from './testing';

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
  it('stops the remote in an open page within a minute, with the reason, and lets it go on as it was', async () => {
    const harness = await running(createHarness(one));
    harness.drafts.set(['a form']);
    harness.serve(one, undefined, { disabled });
    await pass(60_000);
    expect(harness.text()).toBe('disabled: Wrong numbers since noon.');
    harness.serve(one);
    await harness.poll();
    expect(harness.text()).toBe('1.0.0');
  });

  it('also when the person has just navigated, which polls too', async () => {
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

it('asks a server that failed again soon, and no more once it answers', async () => {
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

it('a retired remote goes with the next navigation, not while its page is open', async () => {
  const harness = await running(createHarness(one));
  harness.serve(one, undefined, { remotes: {}, retired: ['memory'] });
  await harness.poll();
  expect(harness.text()).toBe('1.0.0');
  window.history.replaceState(null, '', '/profile');
  await harness.navigate();
  expect(harness.text()).toBe('unknown: It isn’t in the registry.');
});
