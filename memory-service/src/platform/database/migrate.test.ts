/** @jest-environment node */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { onEveryEngine } from '../../testing/engines';
import { temporaryFolder } from '../../testing/testDatabase';
import { until } from '../../testing/waiting';
import { migrateDatabase } from './migrate';

const SYSTEM = { kind: 'system' } as const;

interface Journal {
  entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[];
}

onEveryEngine('a migration', (world) => {
  const folder = temporaryFolder();
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Our migrations and one more. */
  const withAnother = (statement: string) => {
    cpSync(path.resolve(__dirname, '../../../migrations'), folder, { recursive: true });
    const file = path.join(folder, 'meta/_journal.json');
    const journal = JSON.parse(readFileSync(file, 'utf8')) as Journal;
    const last = journal.entries.at(-1);
    if (!last) throw new Error('No migration.');
    journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: '9999_another' });
    writeFileSync(file, JSON.stringify(journal));
    writeFileSync(path.join(folder, '9999_another.sql'), statement);
  };

  test('waits for a table in use without holding up those who read it', async () => {
    // The embedded engine has one session: nothing can be in use beside it.
    if (world.engine === 'embedded') return;
    withAnother('alter table agents add column another integer');
    const url = await world.database.ask<{ port: string; name: string }>({
      name: '',
      text: 'select current_setting($1) as port, current_database() as name',
      values: ['port'],
    });
    const [at] = url;
    const pool = new pg.Pool({
      connectionString: `postgres://postgres@127.0.0.1:${at?.port}/${at?.name}`,
      max: 1,
    });
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
        // Would wait for the end of this transaction, which waits for it.
        await read();
      }
      return started;
    });
    await migrating.done;
    expect((await pool.query('select another from agents limit 1')).rows).toEqual([{ another: null }]);
    expect((await pool.query('show lock_timeout')).rows).toEqual([{ lock_timeout: '0' }]);
    await pool.end();
  });
});
