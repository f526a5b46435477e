/** @jest-environment node */
import { createBatchWriter } from './batchWriter';
import type { Database, Handle } from './database';

const away = () => Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
const wrong = () => Object.assign(new Error('too long'), { code: '22001' });

/** A database that fails as the test says, and what it has stored. */
function writer() {
  const stored: number[] = [];
  const state = { fail: (_batch: readonly number[]): Error | undefined => undefined };
  const database = {
    write: (_: unknown, work: (handle: Handle) => unknown) => work({} as Handle),
  } as Database;
  const store = async (_: Handle, batch: readonly number[]) => {
    const error = state.fail(batch);
    if (error) throw error;
    stored.push(...batch);
  };
  return { ...createBatchWriter(database, store, 'numbers', undefined), stored, state };
}

test('keeps what could not be written until the database is back', async () => {
  const { add, flush, close, dropped, stored, state } = writer();
  state.fail = away;
  add([1, 2]);
  await expect(flush()).rejects.toThrow('connect');
  add([3]);
  state.fail = () => undefined;
  await flush();
  expect(stored).toEqual([1, 2, 3]);
  await close();
  expect(dropped()).toBe(0);
});

test('drops the oldest beyond its limit, and counts them', async () => {
  const { add, close, dropped, stored } = writer();
  add(Array.from({ length: 20_005 }, (_, n) => n));
  await close();
  expect([dropped(), stored.length, stored[0]]).toEqual([5, 20_000, 5]);
});

test('drops the one that cannot be stored, and no other', async () => {
  const { add, flush, close, dropped, stored, state } = writer();
  state.fail = (batch) => (batch.includes(2) ? wrong() : undefined);
  add([1, 2, 3]);
  await flush();
  expect(stored).toEqual([1, 3]);
  expect(dropped()).toBe(1);
  await close();
});

test('ends without the database, and counts what that has cost', async () => {
  const { add, close, dropped, state } = writer();
  state.fail = away;
  add([1, 2]);
  await close();
  expect(dropped()).toBe(2);
});
