import { testUser } from '@hindsight/shared-contracts/testing';
import { memoryStorage } from '../../session/storage';
import { completionKey, opensByItself, rememberCompletion } from './completion';

const signedIn = { status: 'signed-in' as const, user: testUser };

it('is remembered by user id, else by email, else by default', () => {
  expect(completionKey({ user_id: 'u1', email: 'a@b.c' })).toBe('hindsight.get-started.u1');
  expect(completionKey({ user_id: '', email: 'a@b.c' })).toBe('hindsight.get-started.a@b.c');
  expect(completionKey({ user_id: null, email: '' })).toBe('hindsight.get-started.default');
  expect(completionKey(null)).toBe('hindsight.get-started.default');
});

it('opens once for each person on the dashboard, and stores the moment of closing', () => {
  const storage = memoryStorage();
  expect(opensByItself(signedIn, '/dashboard', storage)).toBe(true);
  expect(opensByItself(signedIn, '/agents', storage)).toBe(false);
  expect(opensByItself({ status: 'guest', user: null }, '/dashboard', storage)).toBe(false);
  expect(opensByItself({ status: 'loading', user: null }, '/dashboard', storage)).toBe(false);
  rememberCompletion(signedIn, storage, new Date('2026-11-21T10:00:00Z'));
  expect(storage.all()).toEqual({
    [`hindsight.get-started.${testUser.user_id}`]: '2026-11-21T10:00:00.000Z',
  });
  expect(opensByItself(signedIn, '/dashboard', storage)).toBe(false);
  const other = { status: 'signed-in' as const, user: { ...testUser, user_id: 'another-person' } };
  expect(opensByItself(other, '/dashboard', storage)).toBe(true);
});
