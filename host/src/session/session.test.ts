import {
  ApiError,
  NetworkError,
  UnexpectedAnswerError,
  type ApiClient,
} from '@hindsight/shared-contracts/api/client';
import { testUser } from '@hindsight/shared-contracts/testing';
import { createSession, GUEST_MODE_KEY, RETRY_WAITS } from './session';
import { memoryStorage } from './storage';

type Answer = unknown;

/** Answers one call after the other; an Error is thrown. */
function apiAnswering(...answers: Answer[]): ApiClient & { calls: unknown[] } {
  const calls: unknown[] = [];
  return {
    calls,
    call: (async (...args: unknown[]) => {
      calls.push(args);
      const answer = answers[Math.min(calls.length, answers.length) - 1];
      if (answer instanceof Error) throw answer;
      return answer;
    }) as ApiClient['call'],
  };
}

const status = (code: number) => new ApiError(code, null, '', null);

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('is loading until the first answer, and asks without a workspace', async () => {
  const api = apiAnswering(testUser);
  const session = createSession({ api, storage: memoryStorage() });
  expect(session.get().status).toBe('loading');
  await session.refresh();
  expect(session.get()).toEqual({ status: 'signed-in', user: testUser });
  expect(api.calls).toEqual([['GET /user-info', { scope: false }]]);
});

it.each([
  ['a 401', status(401), 'signed-out'],
  ['an answer that says so', { authenticated: false }, 'signed-out'],
  ['no network', new NetworkError(null), 'unreachable'],
  ['a 500', status(500), 'unreachable'],
  ['a 502', status(502), 'unreachable'],
  ['a 429', status(429), 'unreachable'],
  ['HTML', new UnexpectedAnswerError(200, '<html>'), 'unreachable'],
  ['JSON that means nothing', [], 'unreachable'],
])('takes %s for %3$s', async (_name, answer, expected) => {
  const session = createSession({ api: apiAnswering(answer), storage: memoryStorage() });
  await session.refresh();
  expect(session.get()).toEqual({ status: expected, user: null });
});

it('keeps a known person when the service goes away, and signs out on a 401 only', async () => {
  const api = apiAnswering(testUser, status(502), new NetworkError(null), status(401));
  const session = createSession({ api, storage: memoryStorage() });
  await session.refresh();
  await session.refresh();
  await session.refresh();
  expect(session.get().status).toBe('signed-in');
  await session.refresh();
  expect(session.get().status).toBe('signed-out');
});

it('keeps the page when the session ends while the page holds a draft, until a person is signed in again', async () => {
  let mayEnd = false;
  const api = apiAnswering(testUser, status(401), testUser, status(401));
  const session = createSession({ api, storage: memoryStorage(), mayEnd: () => mayEnd });
  await session.refresh();
  await session.refresh();
  expect([session.get().status, session.ended.get()]).toEqual(['signed-in', true]);
  await session.refresh();
  expect([session.get().status, session.ended.get()]).toEqual(['signed-in', false]);
  mayEnd = true;
  await session.refresh();
  expect([session.get().status, session.ended.get()]).toEqual(['signed-out', true]);
});

it('knows why the service could not say who is looking', async () => {
  const session = createSession({ api: apiAnswering(status(429), [], testUser), storage: memoryStorage() });
  await session.refresh();
  expect(session.problem.get()).toEqual(status(429));
  await session.refresh();
  expect(session.problem.get()).toBeInstanceOf(UnexpectedAnswerError);
  await session.refresh();
  expect(session.problem.get()).toBeNull();
});

it('does not tell anybody when nothing changed', async () => {
  const session = createSession({ api: apiAnswering(testUser, { ...testUser }), storage: memoryStorage() });
  await session.refresh();
  const listener = jest.fn();
  session.subscribe(listener);
  await session.refresh();
  expect(listener).not.toHaveBeenCalled();
});

it('is a guest while the tab says so, and no longer when the person turns out to be signed in', async () => {
  const storage = memoryStorage({ [GUEST_MODE_KEY]: 'true' });
  const session = createSession({ api: apiAnswering(status(401), status(502), testUser), storage });
  await session.refresh();
  expect(session.get().status).toBe('guest');
  await session.refresh();
  expect(session.get().status).toBe('guest');
  await session.refresh();
  expect(session.get().status).toBe('signed-in');
  expect(storage.read(GUEST_MODE_KEY)).toBeNull();
});

it('enters and leaves guest mode, kept in the tab as GUEST_MODE=true', () => {
  const storage = memoryStorage();
  const session = createSession({ api: apiAnswering(), storage });
  session.enterGuestMode();
  expect([session.get().status, storage.all()]).toEqual(['guest', { GUEST_MODE: 'true' }]);
  session.leaveGuestMode();
  expect([session.get().status, storage.all()]).toEqual(['signed-out', {}]);
});

it('uses what the boot script asked for, once', async () => {
  const early = apiAnswering(testUser);
  const api = apiAnswering(testUser);
  const session = createSession({ api, early: () => early, storage: memoryStorage() });
  await session.refresh();
  await session.refresh();
  expect([early.calls.length, api.calls.length]).toEqual([1, 1]);
});

it('tries again by itself while the service is away, with growing waits', async () => {
  const api = apiAnswering(status(502));
  const session = createSession({ api, storage: memoryStorage() });
  await session.refresh();
  expect(RETRY_WAITS).toEqual([2000, 4000, 8000, 15000, 30000]);
  for (const [index, wait] of [...RETRY_WAITS, 30000].entries()) {
    await jest.advanceTimersByTimeAsync(wait - 1);
    expect(api.calls).toHaveLength(index + 1);
    await jest.advanceTimersByTimeAsync(1);
    expect(api.calls).toHaveLength(index + 2);
  }
});

it('does not wait for ever: a service that hangs is unreachable after ten seconds', async () => {
  const api = apiAnswering(new Promise(() => undefined), testUser);
  const session = createSession({ api, storage: memoryStorage() });
  void session.refresh();
  await jest.advanceTimersByTimeAsync(9999);
  expect(session.get().status).toBe('loading');
  await jest.advanceTimersByTimeAsync(1);
  expect(session.get().status).toBe('unreachable');
  await jest.advanceTimersByTimeAsync(RETRY_WAITS[0]);
  expect(session.get().status).toBe('signed-in');
});

it('accepts an answer that comes late, unless a later request was answered first', async () => {
  const late = (wait: number, answer: unknown) =>
    new Promise((resolve) => setTimeout(() => resolve(answer), wait));
  const open = async (...answers: Answer[]) => {
    const session = createSession({ api: apiAnswering(...answers), storage: memoryStorage() });
    void session.refresh();
    await jest.advanceTimersByTimeAsync(20_000);
    return session.get().status;
  };
  expect(await open(late(20_000, testUser))).toBe('signed-in');
  expect(await open(late(20_000, testUser), status(401))).toBe('signed-out');
});

it('asks once more after a change when the answer that is under way may be from before it', async () => {
  let answer!: (user: typeof testUser) => void;
  const slow = new Promise<typeof testUser>((resolve) => (answer = resolve));
  const newer = { ...testUser, display_name: 'Newer' };
  const api = apiAnswering(slow, newer);
  const session = createSession({ api, storage: memoryStorage() });
  void session.refresh();
  await jest.advanceTimersByTimeAsync(0);
  const after = Promise.all([session.refreshAfterChange(), session.refreshAfterChange()]);
  answer(testUser);
  await after;
  expect(session.get().user).toEqual(newer);
  expect(api.calls).toHaveLength(2);
});

it('asks at the start and on each return to visibility, and two questions at once are one', async () => {
  const api = apiAnswering(testUser);
  const session = createSession({ api, storage: memoryStorage() });
  const stop = session.start();
  document.dispatchEvent(new Event('visibilitychange'));
  await jest.advanceTimersByTimeAsync(0);
  expect(api.calls).toHaveLength(1);
  document.dispatchEvent(new Event('visibilitychange'));
  await jest.advanceTimersByTimeAsync(0);
  expect(api.calls).toHaveLength(2);
  stop();
  document.dispatchEvent(new Event('visibilitychange'));
  await jest.advanceTimersByTimeAsync(0);
  expect(api.calls).toHaveLength(2);
});
