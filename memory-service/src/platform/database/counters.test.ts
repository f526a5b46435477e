/** @jest-environment node */
import { randomUUID } from 'node:crypto';
import { eq, inArray, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { onEveryEngine } from '../../testing/engines';
import { ids } from '../../testing/testApp';
import { GUEST } from '../auth/rules/principal';
import { addBlocks, changeBlocks, countRetrieved, deleteBlocks } from '../../features/memoryRows';
import { insertKeyword, linkKeywords } from '../../features/memory/queries/keywords';
import { memoryBlocks } from '../../schema/memory';
import type { Handle } from './database';
import { foldCounters, readCounters } from './counters';
import { startMaintenance } from './maintenance';
import { dropPartitions, makePartitions } from './partitions';
import { deleteOldRecords } from './retention';
import { createVersionedCache } from './stampedCache';
import { renewStatistics } from './statistics';

describe('counters', () => {
  const SYSTEM = { kind: 'system' } as const;
  const ALPHA = { rows: 'organizations', organizationIds: [ids.alphaOrg] } as const;

  onEveryEngine('counters', (world) => {
    const run = (statement: SQL) => world.database.write(SYSTEM, (handle) => handle.execute(statement));
    const alpha = () => world.database.read(SYSTEM, (handle) => readCounters(handle, ALPHA));

    /** All sums, from the counters and from counting the rows. */
    const sums = () =>
      world.database.read(SYSTEM, async (handle) => {
        const columns = sql`visibility_scope, owner_user_id, organization_id, agent_id`;
        const kept = await handle.execute(sql`
        select ${columns}, sum(active)::int as active, sum(archived)::int as archived, sum(retrievals)::int as retrievals,
          sum(feedback)::int as feedback, sum(rated)::int as rated, sum(high)::int as high, sum(medium)::int as medium
        from workspace_tallies group by ${columns} having sum(active) <> 0 or sum(archived) <> 0 order by ${columns}`);
        const counted = await handle.execute(sql`
        select ${columns}, count(*) filter (where not archived)::int as active, count(*) filter (where archived)::int as archived,
          coalesce(sum(retrieval_count) filter (where not archived), 0)::int as retrievals,
          coalesce(sum(feedback_score) filter (where not archived), 0)::int as feedback,
          count(feedback_score) filter (where not archived)::int as rated,
          count(*) filter (where not archived and feedback_score >= 80)::int as high,
          count(*) filter (where not archived and feedback_score between 60 and 79)::int as medium
        from memory_blocks group by ${columns} order by ${columns}`);
        return { kept: kept.rows, counted: counted.rows };
      });

    const insert = (n: number | null) => sql`
    insert into memory_blocks (id, agent_id, conversation_id, content, visibility_scope, organization_id, feedback_score, tenant_id)
    select ${ids.block(0x900)}::uuid, ${ids.agent(1)}, gen_random_uuid(), 'counted', 'organization', ${ids.alphaOrg}, ${n}::int, ${ids.alphaOrg}`;

    const id = ids.block(0x900);
    const add = (handle: Handle, score: number | null) =>
      addBlocks(handle, insert(score), [id], ids.alphaOrg);
    const change =
      (values: Parameters<typeof changeBlocks>[2], changed = [id]) =>
      (handle: Handle) =>
        changeBlocks(handle, inArray(memoryBlocks.id, changed), values);
    const nothing = () => Promise.resolve();

    test.each<[string, (handle: Handle) => Promise<unknown>, number]>([
      ['what was there before', nothing, 0],
      ['a new block', (handle) => add(handle, null), 1],
      ['its first score', change({ feedbackScore: 85 }), 1],
      ['a better score', change({ feedbackScore: 65 }), 1],
      ['having been read, which changes no list', (handle) => countRetrieved(handle, [{ id, times: 3 }]), 0],
      ['archiving many', change({ archived: true, archivedAt: sql`now()` }, [id, ids.block(1)]), 1],
      [
        'a move to another workspace and agent',
        change({ organizationId: ids.betaOrg, tenantId: ids.betaOrg, agentId: ids.agent(2) }),
        1,
      ],
      ['a deletion over there', (handle) => deleteBlocks(handle, eq(memoryBlocks.id, id)), 0],
      [
        'a keyword on a block',
        async (handle) => {
          const place = { visibilityScope: 'organization', organizationId: ids.alphaOrg } as const;
          const [made] = await insertKeyword(handle, { text: 'w', tenantId: ids.alphaOrg, ...place });
          await linkKeywords(handle, ids.block(1), [made?.id ?? '']);
        },
        1,
      ],
      ['folding', foldCounters, 0],
    ])('hold after %s', async (name, work, isChange) => {
      const before = await alpha();
      await world.database.write(SYSTEM, work);
      const { kept, counted } = await sums();
      expect(kept).toEqual(counted);
      const after = await alpha();
      expect([Math.sign(after.changes - before.changes), name]).toEqual([isChange, name]);
    });

    test('fold into one row per workspace and agent, and ignore rolled-back writes', async () => {
      const failing = world.database.write(SYSTEM, async (handle) => {
        await add(handle, 1);
        throw new Error('rolled back');
      });
      await expect(failing).rejects.toThrow('rolled back');
      await world.database.write(SYSTEM, foldCounters);
      const { rows } = await run(sql`
      select count(*)::int as rows from workspace_tallies
      group by visibility_scope, owner_user_id, organization_id, agent_id having count(*) > 1`);
      expect(rows).toEqual([]);
      const { kept, counted } = await sums();
      expect(kept).toEqual(counted);
    });
  });

  describe('cached answers', () => {
    test('are valid for one stamp only, shared by concurrent callers, and never replaced by older ones', async () => {
      const cache = createVersionedCache(2);
      const asked: string[] = [];
      const ask = (key: string, stamp: number) =>
        cache.get(key, stamp, () => {
          asked.push(`${key}${stamp}`);
          return Promise.resolve(`${key}${stamp}`);
        });
      expect(await Promise.all([ask('a', 1), ask('a', 1)])).toEqual(['a1', 'a1']);
      expect(asked).toEqual(['a1']);
      expect(await ask('a', 2)).toBe('a2');
      expect(await ask('a', 1)).toBe('a1');
      expect(await ask('a', 2)).toBe('a2');
      expect(asked).toEqual(['a1', 'a2', 'a1']);
      await ask('b', 1);
      await ask('c', 1);
      await ask('a', 2);
      expect(asked.slice(3)).toEqual(['b1', 'c1', 'a2']);
    });

    test('are not cached after a failure', async () => {
      const cache = createVersionedCache(2);
      const failed = cache.get('a', 1, () => Promise.reject(new Error('gone')));
      await expect(failed).rejects.toThrow('gone');
      expect(await cache.get('a', 1, () => Promise.resolve('there'))).toBe('there');
    });
  });
});

onEveryEngine('planner statistics', (world) => {
  const ask = <Row extends object>(text: string) => world.database.ask<Row>({ name: '', text, values: [] });
  /** Row count that the planner expects; -1 before the first ANALYZE. */
  const expected = async () =>
    (await ask<{ rows: number }>(`select reltuples as rows from pg_class where relname = 'filled'`))[0]?.rows;
  const fill = (rows: number) => ask(`insert into filled select from generate_series(1, ${rows})`);
  /** Makes pending statistics visible to the other connections. */
  const flush = async () => {
    await ask('select pg_stat_force_next_flush()');
    await ask('select pg_stat_clear_snapshot()');
  };
  const renewed = async () => {
    await flush();
    return (await renewStatistics(world.database)).includes('filled');
  };

  test('are renewed when a quarter of a table has changed, at least a thousand rows', async () => {
    await ask('create table filled () with (autovacuum_enabled = off)');
    await fill(999);
    expect(await renewed()).toBe(false);
    expect(await expected()).toBe(-1);
    await fill(1);
    expect(await renewed()).toBe(true);
    expect(await expected()).toBe(1000);
    expect(await renewed()).toBe(false);

    await fill(9000);
    expect(await renewed()).toBe(true);
    await fill(2000);
    expect(await renewed()).toBe(false);
    await fill(2000);
    expect(await renewed()).toBe(true);
    expect(await expected()).toBe(14_000);

    await fill(6000);
    await ask('select pg_stat_force_next_flush()');
    const retention = { activity: 90, jobs: 0, mails: 0, retrievals: 0, audits: 0 };
    const isEmbedded = world.engine === 'embedded';
    let time = Date.now();
    const maintenance = startMaintenance(
      world.database,
      { isEmbedded, retention, chores: { upgrades: [], folds: [], cleanups: [] } },
      (error) => {
        throw error;
      },
      () => time,
    );
    await maintenance.run();
    expect(await expected()).toBe(20_000);

    // The embedded engine has no autovacuum, so maintenance vacuums it; tables without changes are skipped.
    const vacuumedLater = async () => {
      time += 3_600_000;
      await flush();
      await maintenance.run();
      const [row] = await ask<{ times: number }>(
        `select vacuum_count::int as times from pg_stat_user_tables where relname = 'filled'`,
      );
      return row?.times;
    };
    await fill(1);
    expect(await vacuumedLater()).toBe(isEmbedded ? 1 : 0);
    expect(await vacuumedLater()).toBe(isEmbedded ? 1 : 0);
    await maintenance.close();
  });
});

describe('retention', () => {
  const SYSTEM = { kind: 'system' } as const;
  const KEEP_ALL = { activity: 0, jobs: 0, mails: 0, retrievals: 0, audits: 0 };
  const user = ids.user(0);

  /** Statement that inserts a record of each kind, finished the given number of days ago. */
  const RECORDS = {
    activity: (
      days: number,
    ) => sql`insert into agent_activity (user_id, token_id, token_name, kind, action, call, memory_ids, latency_ms, status, created_at, tenant_id)
    values (${user}, ${randomUUID()}, 't', 'read', 'search', 'GET /x', '{}', 1, 200, now() - ${days} * interval '1 day', ${user})`,
    jobs: (
      days: number,
    ) => sql`with job as (insert into jobs (kind, user_id, options, total, status, finished_at, tenant_id)
      values ('bulk_keywords', ${user}, '{}', 1, 'completed', now() - ${days} * interval '1 day', ${user}) returning id, tenant_id)
    insert into job_items (job_id, position, input, tenant_id) select id, 0, '"quoted"', tenant_id from job`,
    mails: (days: number) => sql`insert into mails (event, recipient, subject, html, text, status, sent_at)
    values ('x', 'a@x.test', '', '', '', 'sent', now() - ${days} * interval '1 day')`,
    retrievals: (
      days: number,
    ) => sql`insert into retrieval_events (memory_block_id, user_id, token_id, token_name, kind, created_at, tenant_id)
    select ${ids.block(1)}, ${user}, ${randomUUID()}, 't', 'read', now() - ${days} * interval '1 day', tenant_id from memory_blocks where id = ${ids.block(1)}`,
    audits: (
      days: number,
    ) => sql`insert into audits (action_type, status, actor_user_id, created_at, tenant_id)
    values ('x', 'success', ${user}, now() - ${days} * interval '1 day', ${user})`,
  };
  const TABLES = {
    activity: 'agent_activity',
    jobs: 'job_items',
    mails: 'mails',
    retrievals: 'retrieval_events',
    audits: 'audits',
  };
  const KINDS = Object.keys(RECORDS) as (keyof typeof RECORDS)[];

  onEveryEngine('deleteOldRecords', (world) => {
    const run = (statement: ReturnType<typeof sql>) =>
      world.database.write(SYSTEM, (handle) => handle.execute(statement));
    const count = async (kind: keyof typeof TABLES) =>
      Number(
        (await run(sql`select count(*) as count from ${sql.identifier(TABLES[kind])}`)).rows[0]?.['count'],
      );

    test.each(KINDS)('keeps %s for the configured days, or forever when none are set', async (kind) => {
      await run(sql`delete from ${sql.identifier(kind === 'jobs' ? 'jobs' : TABLES[kind])}`);
      for (const days of [10, 91, 100]) await run(RECORDS[kind](days));
      await deleteOldRecords(world.database, KEEP_ALL);
      expect(await count(kind)).toBe(3);
      await deleteOldRecords(world.database, { ...KEEP_ALL, [kind]: 90 });
      expect(await count(kind)).toBe(1);
    });

    test('never deletes a pending job or an unsent email', async () => {
      await run(sql`delete from jobs`);
      await run(sql`delete from mails`);
      await run(
        sql`insert into jobs (kind, user_id, options, total, created_at, tenant_id) values ('bulk_keywords', ${user}, '{}', 0, now() - interval '9 years', ${user})`,
      );
      await run(
        sql`insert into mails (event, recipient, subject, html, text, created_at, next_attempt_at) values ('x', 'a@x.test', '', '', '', now() - interval '9 years', now() + interval '1 day')`,
      );
      await deleteOldRecords(world.database, { ...KEEP_ALL, jobs: 1, mails: 1 });
      const left = await run(
        sql`select (select count(*) from jobs)::int as jobs, (select count(*) from mails)::int as mails`,
      );
      expect(left.rows).toEqual([{ jobs: 1, mails: 1 }]);
    });
  });
});

describe('partitions', () => {
  const SYSTEM = { kind: 'system' } as const;
  const DAY_MS = 24 * 60 * 60 * 1000;
  /** A Wednesday later than any timestamp the engine sets itself. */
  const NOW = new Date('2040-01-04T12:00:00Z');
  const later = (days: number) => new Date(NOW.getTime() + days * DAY_MS);
  const KEEP_ALL = { activity: 0, jobs: 0, mails: 0, retrievals: 0, audits: 0 };

  onEveryEngine('a table partitioned by time', (world) => {
    const run = async (statement: ReturnType<typeof sql>) =>
      (await world.database.write(SYSTEM, (handle) => handle.execute(statement))).rows;
    const findPartition = async (table: string) =>
      (
        await run(
          sql`select id, (select relname from pg_class where oid = one.tableoid) as part from ${sql.identifier(table)} as one order by id`,
        )
      ).map(({ part }) => part);

    beforeAll(async () => {
      await run(
        sql`create table happened (id bigserial, user_id uuid not null references users on delete cascade, text text not null, created_at timestamptz not null default now()) partition by range (created_at)`,
      );
      await run(
        sql`create table hindsight_partitions.happened_before partition of happened for values from (minvalue) to (${sql.raw(`'${NOW.toISOString()}'`)})`,
      );
      await run(sql`create table hindsight_partitions.happened_default partition of happened default`);
      await run(
        sql`insert into happened (user_id, text, created_at) select ${ids.user(0)}, 'older', now() - n * interval '1 day' from generate_series(1, 20) as n`,
      );
    });

    test('grants rights on a partition to the service only', async () => {
      await expect(
        world.database.read(GUEST, (handle) =>
          handle.execute(sql`select * from hindsight_partitions.audits_before`),
        ),
      ).rejects.toMatchObject({ cause: { code: '42501' } });
    });

    test('has partitions for the coming weeks, even after a year of downtime, and moves late rows into them', async () => {
      await run(
        sql`insert into happened (user_id, text, created_at) values (${ids.user(1)}, 'late', ${later(25).toISOString()})`,
      );
      expect((await findPartition('happened')).at(-1)).toBe('happened_default');
      await makePartitions(world.database, 'happened', 7, NOW);
      await makePartitions(world.database, 'happened', 7, later(365));
      await run(
        sql`insert into happened (user_id, text, created_at) values (${ids.user(1)}, 'far', ${later(366).toISOString()})`,
      );
      const parts = await findPartition('happened');
      expect(parts).not.toContain('happened_default');
      expect(new Set(parts).size).toBe(3);
    });

    test('accepts every row written while its partitions are created', async () => {
      const far = (weeks: number) => later(400 + 7 * weeks);
      let isOver = false;
      const writer = async () => {
        for (let week = 0; !isOver; week = (week + 1) % 8)
          await run(
            sql`insert into happened (user_id, text, created_at) values (${ids.user(1)}, 'busy', ${far(week).toISOString()})`,
          );
      };
      const writers = Array.from({ length: 6 }, writer);
      for (let week = 0; week < 8; week += 1)
        await makePartitions(world.database, 'happened', 7, far(week - 4));
      isOver = true;
      await Promise.all(writers);
      await run(sql`delete from happened where text = 'busy'`);
    });

    test('removes expired rows by dropping partitions, and nothing else', async () => {
      await dropPartitions(world.database, 'happened', 7, later(60));
      expect(await run(sql`select text from happened order by id`)).toEqual([{ text: 'far' }]);
      await run(sql`delete from users where id = ${ids.user(1)}`);
      expect(await run(sql`select text from happened`)).toEqual([]);
    });

    test('exists for each kind of record in a new database, and expires after its days', async () => {
      const entry = (days: number) =>
        run(
          sql`insert into audits (action_type, status, actor_user_id, created_at, tenant_id) values ('x', 'success', ${ids.user(0)}, ${later(days).toISOString()}, ${ids.user(0)})`,
        );
      const divided = await run(
        sql`select relname as name from pg_class where relkind = 'p' and relnamespace = 'public'::regnamespace and relname <> 'happened' order by 1`,
      );
      expect(divided.map(({ name }) => name)).toEqual(['agent_activity', 'audits', 'retrieval_events']);
      await run(sql`delete from audits`);
      await deleteOldRecords(world.database, { ...KEEP_ALL, audits: 30 }, NOW);
      for (const days of [0, 10, 20]) await entry(days);
      await deleteOldRecords(world.database, { ...KEEP_ALL, audits: 30 }, later(29));
      expect(await run(sql`select 1 from audits`)).toHaveLength(3);
      // Up to a week longer than the thirty days.
      await deleteOldRecords(world.database, { ...KEEP_ALL, audits: 30 }, later(38));
      expect(await run(sql`select 1 from audits`)).toHaveLength(2);
      await deleteOldRecords(world.database, { ...KEEP_ALL, audits: 30 }, later(60));
      expect(await run(sql`select 1 from audits`)).toEqual([]);
    });
  });
});
