/** @jest-environment node */
import { sql } from 'drizzle-orm';
import { onEveryEngine } from '../../testing/engines';
import { databaseCode, isUnreachable } from './errors';
import { runPrepared } from './prepared';

const SYSTEM = { kind: 'system' } as const;

onEveryEngine('a plan that a restore made stale', (world) => {
  test('is made again, in a transaction and outside of one', async () => {
    const { database } = world;
    const read = () =>
      database.read(SYSTEM, (handle) => runPrepared<object>(handle, sql`select * from stale_plans`));
    const ask = () =>
      database.ask<object>({ name: 'of stale', text: 'select * from stale_plans', values: [] });
    await database.write(SYSTEM, (handle) =>
      handle.execute(sql`create table stale_plans as select 1 as one`),
    );
    expect([await read(), await ask()]).toEqual([[{ one: 1 }], [{ one: 1 }]]);
    await database.write(SYSTEM, (handle) =>
      handle.execute(sql`alter table stale_plans add two int default 2`),
    );
    const renewed = [{ one: 1, two: 2 }];
    expect([await read(), await ask(), await read()]).toEqual([renewed, renewed, renewed]);
    await database.write(SYSTEM, (handle) => handle.execute(sql`alter table stale_plans drop two`));
    expect([await ask(), await read()]).toEqual([[{ one: 1 }], [{ one: 1 }]]);
    await database.write(SYSTEM, (handle) => handle.execute(sql`drop table stale_plans`));
  });
});

test('a server whose name does not resolve does not answer', () => {
  for (const code of ['ENOTFOUND', 'EAI_AGAIN'])
    expect(isUnreachable(databaseCode(new Error('query failed', { cause: { code, message: '' } }))!)).toBe(
      true,
    );
});
