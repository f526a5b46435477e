/** @jest-environment node */
import { sql } from 'drizzle-orm';
import { blockPage } from '../../features/memory/queries/blockPages';
import type { BlockPageOptions } from '../../features/memory/queries/blockPages';
import { onEveryEngine } from '../../testing/engines';
import { findPerson } from '../../testing/persons';
import { ids } from '../../testing/testApp';
import { databaseCode, isUnreachable } from './errors';
import { runPrepared } from './prepared';
import { createVersionedCache } from './stampedCache';

onEveryEngine('the first page of a workspace', (world) => {
  test.each(['created_at', 'updated_at', 'feedback_score', 'retrieval_count'] as const)(
    'by %s uses a generic plan on a server',
    async (sortBy) => {
      const owner = await findPerson(world.database, 'owner@x.test');
      const options: BlockPageOptions = {
        rows: { rows: 'organizations', organizationIds: [ids.alphaOrg] },
        skip: 0,
        limit: 12,
        narrowing: {},
        search: undefined,
        sortBy,
        descending: true,
        which: 'active',
      };
      const planned = await world.database.read(owner, async (handle) => {
        await blockPage(handle, options, { cache: createVersionedCache(2), caller: 'owner' });
        const { rows } = await handle.execute<{ custom: number; generic: number }>(sql`
          select custom_plans::int as custom, generic_plans::int as generic from pg_prepared_statements
          where statement like 'with page as%' and statement like ${`%${sortBy} desc%limit 12%`}`);
        return rows;
      });
      // On Citus, each statement is planned for the worker of its tenant.
      const expected = {
        PostgreSQL: [{ custom: 0, generic: 1 }],
        embedded: [{ custom: 1, generic: 0 }],
        Citus: [],
      };
      expect(planned).toEqual(expected[world.engine]);
    },
  );
});

describe('stalePlans', () => {
  const SYSTEM = { kind: 'system' } as const;

  onEveryEngine('a plan made stale by a restore', (world) => {
    test('is renewed, inside a transaction and outside', async () => {
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

  test('treats a server whose name does not resolve as unreachable', () => {
    for (const code of ['ENOTFOUND', 'EAI_AGAIN'])
      expect(isUnreachable(databaseCode(new Error('query failed', { cause: { code, message: '' } }))!)).toBe(
        true,
      );
  });

  test('treats a lost Citus worker and a killed coordinator as unreachable, but not other Citus failures', () => {
    const isLost = (message: string, code = 'XX000') =>
      isUnreachable(databaseCode(new Error('query failed', { cause: { code, message } }))!);
    expect(isLost('failure on connection marked as essential: 127.0.0.1:9711')).toBe(true);
    expect(isLost('server closed the connection unexpectedly')).toBe(true);
    expect(isLost('terminating connection due to unexpected postmaster exit')).toBe(true);
    expect(isLost('postmaster was shut down, exiting')).toBe(true);
    expect(isLost('failed to COPY to shard 102109 on 127.0.0.1:9722', '58030')).toBe(true);
    expect(isLost('could not read file', '58030')).toBe(false);
    expect(isLost('unexpected relation kind')).toBe(false);
  });
});
