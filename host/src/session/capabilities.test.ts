import type { Capability } from '@hindsight/shared-contracts/api';
import { fakeApi, testUser } from '@hindsight/shared-contracts/testing';
import type { Session } from '@hindsight/shared-contracts/shell';
import { createCapabilities } from './capabilities';
import { memoryStorage } from './storage';

const guest: Session = { status: 'guest', user: null };
const signedOut: Session = { status: 'signed-out', user: null };
const settle = () => jest.advanceTimersByTimeAsync(0);

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('are those of the person, without a further question, and kept for the next visit', () => {
  const api = fakeApi({});
  const storage = memoryStorage();
  const capabilities = createCapabilities(api, storage);
  const follow = (names: Capability[] | undefined) =>
    capabilities.follow({ status: 'signed-in', user: { ...testUser, capabilities: names } });
  follow(['jobs', 'search.hybrid']);
  expect([...capabilities.get()]).toEqual(['jobs', 'search.hybrid']);
  capabilities.follow(signedOut);
  expect(storage.all()).toEqual({ 'hindsight.capabilities': 'jobs search.hybrid' });
  follow(undefined);
  expect(storage.all()).toEqual({ 'hindsight.capabilities': '' });
  capabilities.follow(signedOut);
  expect([[...capabilities.get()], api.calls]).toEqual([[], []]);
});

it('are those of the build for a guest, who asks once', async () => {
  const api = fakeApi({ 'GET /build-info': { capabilities: ['search.hybrid'] } });
  const capabilities = createCapabilities(api, memoryStorage());
  capabilities.follow(guest);
  capabilities.follow(guest);
  await settle();
  expect([...capabilities.get()]).toEqual(['search.hybrid']);
  capabilities.follow(signedOut);
  capabilities.follow(guest);
  await settle();
  expect([...capabilities.get()]).toEqual(['search.hybrid']);
  expect(api.calls).toEqual([{ key: 'GET /build-info', input: { scope: false } }]);
});

it.each([
  ['an older service that names none', { version: '1' }],
  ['an answer that is no object', null],
  ['names that are no list', { capabilities: 'jobs' }],
])('are none for %s', async (_name, answer) => {
  const capabilities = createCapabilities(fakeApi({ 'GET /build-info': answer }), memoryStorage());
  capabilities.follow(guest);
  await settle();
  expect(capabilities.get().size).toBe(0);
});

it('are asked for again after a failure', async () => {
  let fails = true;
  const api = fakeApi({
    'GET /build-info': () => {
      if (fails) throw new TypeError('gone');
      return { capabilities: ['jobs'] };
    },
  });
  const capabilities = createCapabilities(api, memoryStorage());
  capabilities.follow(guest);
  await settle();
  fails = false;
  capabilities.follow(signedOut);
  capabilities.follow(guest);
  await settle();
  expect([...capabilities.get()]).toEqual(['jobs']);
});

it.each([
  [{ version: '1' }, true],
  [{ capabilities: [] }, false],
])('take a service whose build says %j for another one than ours: %s', async (answer, expected) => {
  const capabilities = createCapabilities(fakeApi({ 'GET /build-info': answer }), memoryStorage());
  capabilities.follow(guest);
  await capabilities.known();
  expect(capabilities.isForeign()).toBe(expected);
  capabilities.follow({ status: 'signed-in', user: { ...testUser, capabilities: [] } });
  expect(capabilities.isForeign()).toBe(false);
});
