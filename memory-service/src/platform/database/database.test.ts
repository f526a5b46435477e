/** @jest-environment node */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { asyncLocalStorage } from '@fastify/request-context';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import { onEveryEngine } from '../../testing/engines';
import { temporaryFolder } from '../../testing/testDatabase';
import { until } from '../../testing/waiting';
import { createBatchWriter } from './batchWriter';
import type { Database, Handle } from './database';
import { createRemember, readEachTime } from './memoize';
import { migrateDatabase } from './migrate';

const MIGRATIONS = path.resolve(__dirname, '../../../migrations');

describe('database', () => {
  const SYSTEM = { kind: 'system' } as const;

  onEveryEngine('the database', (world) => {
    const setting = (name: string) =>
      world.database.read(SYSTEM, async (handle) => {
        const { rows } = await handle.execute(sql`select current_setting(${name}) as value`);
        return rows[0]?.['value'];
      });

    test('flushes commits and reads times in UTC', async () => {
      expect(await setting('synchronous_commit')).toBe('on');
      expect(await setting('timezone')).toBe('UTC');
      // The embedded engine's default sync method is a no-op; a test server runs without fsync on purpose.
      if (world.engine === 'embedded') {
        expect([await setting('fsync'), await setting('wal_sync_method')]).toEqual(['on', 'fsync']);
      }
    });

    test('names the request of each statement in the server log', async () => {
      const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
      const named = await asyncLocalStorage.run({ trace } as never, () => setting('application_name'));
      expect(named === trace).toBe(world.engine !== 'embedded');
      expect(await setting('application_name')).not.toBe(trace);
      const headers = { traceparent: `00-${trace}-00f067aa0ba902b7-01` };
      const answers = [headers, { traceparent: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01` }].map((sent) =>
        world.app.inject({ url: '/health', headers: sent }),
      );
      const ids = (await Promise.all(answers)).map((answer) => answer.headers['x-request-id']);
      expect(ids).toEqual([trace, expect.stringMatching(/^(?!0{32})[0-9a-f]{32}$/)]);
    });

    test('rejects writes in a read transaction', async () => {
      const attempt = world.database.read(SYSTEM, (handle) => handle.execute(sql`delete from users`));
      await expect(attempt).rejects.toMatchObject({ cause: { code: '25006' } });
    });

    test('reports the statement that failed among those sent together', async () => {
      const attempt = world.database.read(SYSTEM, (handle) => {
        const send = async (statement: string) => handle.execute(statement);
        const [failing, behind] = [send('select 1 / 0'), send('select 1')];
        // Observed last, as when its result needs further processing.
        return Promise.all([failing.finally(() => behind.catch(() => undefined)), behind]);
      });
      await expect(attempt).rejects.toMatchObject({ code: '22012' });
    });

    test('rolls back a failed write and keeps the connection usable', async () => {
      const attempt = world.database.write(SYSTEM, async (handle) => {
        await handle.execute(sql`insert into users (email) values ('half@x.test')`);
        throw new Error('changed my mind');
      });
      await expect(attempt).rejects.toThrow('changed my mind');
      const found = await world.database.read(SYSTEM, (handle) =>
        handle.execute(sql`select 1 from users where email = 'half@x.test'`),
      );
      expect(found.rows).toEqual([]);
    });

    test('notifies of writes on behalf of a user, but not of internal ones', async () => {
      const heard = jest.fn();
      world.database.onWrite(heard);
      const person = { kind: 'guest' } as const;
      await world.database.write(SYSTEM, (handle) => handle.execute(sql`select 1`));
      await world.database.read(person, (handle) => handle.execute(sql`select 1`));
      const failing = world.database.write(person, () => Promise.reject(new Error('refused')));
      await expect(failing).rejects.toThrow('refused');
      expect(heard).not.toHaveBeenCalled();
      await world.database.write(person, (handle) => handle.execute(sql`select 1`));
      expect(heard).toHaveBeenCalledTimes(1);
    });

    test('requires exactly one kind of workspace for a row, even for internal writes', async () => {
      const attempt = world.database.write(SYSTEM, (handle) =>
        handle.execute(
          sql`insert into agents (name, visibility_scope, tenant_id) values ('without owner', 'personal', '00000000-0000-0000-0000-000000000000')`,
        ),
      );
      await expect(attempt).rejects.toMatchObject({ cause: { code: '23514' } });
    });

    test('answers forty concurrent requests over few connections', async () => {
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, n) => world.app.inject({ url: `/memory-blocks?limit=${n}` })),
      );
      expect(answers.every((answer) => answer.statusCode === 200)).toBe(true);
    });
  });
});

describe('migrate', () => {
  const SYSTEM = { kind: 'system' } as const;

  interface Journal {
    entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[];
  }

  onEveryEngine('a migration', (world) => {
    const folder = temporaryFolder();
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    /** Copies our migrations and adds another one. */
    const withAnother = (statement: string) => {
      cpSync(MIGRATIONS, folder, { recursive: true });
      const file = path.join(folder, 'meta/_journal.json');
      const journal = JSON.parse(readFileSync(file, 'utf8')) as Journal;
      const last = journal.entries.at(-1);
      if (!last) throw new Error('No migration.');
      journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: '9999_another' });
      writeFileSync(file, JSON.stringify(journal));
      writeFileSync(path.join(folder, '9999_another.sql'), statement);
    };

    const openPool = async () => {
      const [at] = await world.database.ask<{ port: string; name: string }>({
        name: '',
        text: 'select current_setting($1) as port, current_database() as name',
        values: ['port'],
      });
      return new pg.Pool({
        connectionString: `postgres://postgres@127.0.0.1:${at?.port}/${at?.name}`,
        max: 1,
      });
    };

    test('replaces the migrations before the baseline only where all of them ran', async () => {
      // No release before the baseline ran on Citus, and dropping the schema would drop its extension.
      if (world.engine !== 'PostgreSQL') return;
      const pool = await openPool();
      const ledger = async () =>
        (await pool.query('select hash, created_at from drizzle.__drizzle_migrations order by id')).rows;
      const [baseline, ...later] = await ledger();
      const first = {
        hash: '2ff4d43052d5a0128fc9c34f0e27c47750e1450d9f505c7f382650c2ff9a6701',
        created_at: '1',
      };
      const startWith = async (...entries: object[]) => {
        await pool.query('truncate drizzle.__drizzle_migrations restart identity');
        for (const entry of entries)
          await pool.query(
            'insert into drizzle.__drizzle_migrations (hash, created_at) select hash, created_at from json_populate_record(null::drizzle.__drizzle_migrations, $1)',
            [JSON.stringify(entry)],
          );
        await migrateDatabase(pool, MIGRATIONS);
      };
      const before = { hash: 'before the last', created_at: String(Number(baseline.created_at) - 1) };
      await expect(startWith(first, before)).rejects.toThrow(
        'The database is from a release before 1.3.0. Nothing was changed. First start release 1.3.0 with it, then this one.',
      );
      expect(await ledger()).toEqual([first, before]);
      // The baseline creates the same schema that release left.
      await pool.query('drop schema public, hindsight_partitions cascade; create schema public');
      for (const statement of readMigrationFiles({ migrationsFolder: MIGRATIONS })[0]?.sql ?? [])
        await pool.query(statement);
      const last = { hash: 'the last one', created_at: baseline.created_at };
      await startWith(first, before, last);
      expect(await ledger()).toEqual([first, before, last, ...later]);
      await pool.end();
    });

    test('waits for a table in use without blocking readers', async () => {
      // The embedded engine has a single session, so no table can be in use elsewhere.
      if (world.engine === 'embedded') return;
      withAnother('alter table agents add column another integer');
      const pool = await openPool();
      const waiting = () =>
        world.database.ask({
          name: '',
          text: "select 1 from pg_locks where not granted and relation = 'agents'::regclass",
          values: [],
        });
      const read = () =>
        world.database.read(SYSTEM, (handle) => handle.execute(sql`select count(*) from agents`));
      const migrating = await world.database.write(SYSTEM, async (handle) => {
        await handle.execute(sql`select 1 from agents limit 1`);
        const started = { done: migrateDatabase(pool, folder) };
        for (const _attempt of ['first', 'second']) {
          await until(waiting, (found) => found.length > 0);
          // A blocked read would deadlock: the migration waits for the end of this transaction.
          await read();
        }
        return started;
      });
      await migrating.done;
      expect((await pool.query('select count(another)::int as given from agents')).rows).toEqual([
        { given: 0 },
      ]);
      expect((await pool.query('show lock_timeout')).rows).toEqual([{ lock_timeout: '0' }]);
      await pool.end();
    });
  });
});

describe('batchWriter', () => {
  const away = () => Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  const wrong = () => Object.assign(new Error('too long'), { code: '22001' });

  /** Batch writer on a fake database that fails on demand and records what it stored. */
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

  test('keeps unwritten events until the database is back', async () => {
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

  test('drops and counts the oldest events beyond its limit', async () => {
    const { add, close, dropped, stored } = writer();
    add(Array.from({ length: 20_005 }, (_, n) => n));
    await close();
    expect([dropped(), stored.length, stored[0]]).toEqual([5, 20_000, 5]);
  });

  test('drops only the event that cannot be stored', async () => {
    const { add, flush, close, dropped, stored, state } = writer();
    state.fail = (batch) => (batch.includes(2) ? wrong() : undefined);
    add([1, 2, 3]);
    await flush();
    expect(stored).toEqual([1, 3]);
    expect(dropped()).toBe(1);
    await close();
  });

  test('closes without the database and counts the lost events', async () => {
    const { add, close, dropped, state } = writer();
    state.fail = away;
    add([1, 2]);
    await close();
    expect(dropped()).toBe(2);
  });
});

describe('memoize', () => {
  test('caches reads until the next write and shares concurrent ones', async () => {
    const { remember, forget } = createRemember();
    let reads = 0;
    const find = async () => (reads += 1);
    expect(await Promise.all([remember('list', find), remember('list', find)])).toEqual([1, 1]);
    expect(await remember('other', find)).toBe(2);
    expect(await remember('list', find)).toBe(1);
    forget();
    expect(await remember('list', find)).toBe(3);
  });

  test('does not cache a read that overlaps a write', async () => {
    const { remember, forget } = createRemember();
    let answer: (value: string) => void = () => undefined;
    const before = remember('list', () => new Promise<string>((resolve) => (answer = resolve)));
    forget();
    answer('old');
    expect(await before).toBe('old');
    expect(await remember('list', async () => 'new')).toBe('new');
  });

  test('reads every time when other processes may write', async () => {
    const find = jest.fn(async () => 'rows');
    await readEachTime.remember('list', find);
    await readEachTime.remember('list', find);
    expect(find).toHaveBeenCalledTimes(2);
  });
});
