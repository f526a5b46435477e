/** @jest-environment node */
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { call, failedStart, startService } from './testing/serviceProcess';
import type { ServiceProcess } from './testing/serviceProcess';
import {
  buildService,
  openEmbedded,
  serverBinaries,
  startOwnServer,
  startServer,
  temporaryFolder,
} from './testing/testDatabase';

beforeAll(buildService, 60_000);

const folders: string[] = [];
const newFolder = () => {
  const folder = temporaryFolder();
  folders.push(folder);
  return folder;
};
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

const ACKNOWLEDGED_BEFORE_KILL = 25;

/** Eight clients keep requesting access with new emails until the service is killed mid-stream. @returns the acknowledged emails. */
async function writeUntilKilled(program: ServiceProcess, round: number): Promise<string[]> {
  const taken: string[] = [];
  let gone = false;
  let enough!: () => void;
  const hasEnough = new Promise<void>((resolve) => (enough = resolve));
  const writer = async (lane: number) => {
    for (let n = 0; !gone; n += 1) {
      const email = `r${round}-l${lane}-n${n}@x.test`;
      const answer = await call('POST', `${program.url}/beta-access/request`, email).catch(() => undefined);
      if (answer?.status === 201 && taken.push(email) === ACKNOWLEDGED_BEFORE_KILL) enough();
    }
  };
  const lanes = Array.from({ length: 8 }, (_, lane) => writer(lane));
  await hasEnough;
  const exit = program.stop('SIGKILL');
  await exit;
  gone = true;
  await Promise.all(lanes);
  return taken;
}

test('loses nothing that was acknowledged when killed with kill -9 during writes', async () => {
  const DATA_DIR = newFolder();
  const taken: string[] = [];
  for (const round of [0, 1, 2]) {
    const program = await startService({ DATA_DIR });
    const written = await writeUntilKilled(program, round);
    taken.push(...written);
  }
  const database = await openEmbedded(DATA_DIR);
  const { rows } = await database.read({ kind: 'system' }, (handle) =>
    handle.execute(sql`select users.email from users
      join beta_access_requests on user_id = users.id
      join audits on actor_user_id = users.id and target_id = beta_access_requests.id
      where beta_access_status = 'pending' and beta_access_requests.status = 'pending'`),
  );
  await database.close();
  const kept = new Set(rows.map((row) => row['email']));
  expect(taken.length).toBeGreaterThanOrEqual(3 * ACKNOWLEDGED_BEFORE_KILL);
  expect(taken.filter((email) => !kept.has(email))).toEqual([]);
}, 120_000);

test('refuses a second process on the same data folder with one sentence while the first keeps running', async () => {
  const DATA_DIR = newFolder();
  const first = await startService({ DATA_DIR });
  const second = await failedStart({ DATA_DIR });
  expect(second.code).toBe(1);
  expect(second.stderr).toMatch(
    /^The data folder .+ is in use by process \d+\. Stop that process, or set DATA_DIR to another folder\.\n$/,
  );
  expect((await call('GET', `${first.url}/ready`, 'a@x.test')).status).toBe(200);
  expect(await first.stop('SIGINT')).toBe(0);
}, 60_000);

test('names the port and the variable in one line when the port is taken', async () => {
  const blocker = createServer();
  await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve));
  const { port } = blocker.address() as AddressInfo;
  const refused = await failedStart({ DATA_DIR: newFolder(), PORT: String(port) });
  expect([refused.code, refused.stderr]).toEqual([
    1,
    `Port ${port} is already taken. Stop the program that uses it, or set PORT to another port.\n`,
  ]);
  await new Promise((resolve) => blocker.close(resolve));
}, 60_000);

test('reports an invalid value as one sentence on stderr and prints nothing on stdout', async () => {
  expect(await failedStart({ PORT: 'abc' })).toEqual({
    code: 1,
    stdout: '',
    stderr: 'PORT must be a whole number from 0 to 65535, but it is "abc".\n',
  });
});

test('reports an unreachable database in one sentence', async () => {
  const refused = await failedStart({ DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/none' });
  expect([refused.code, refused.stderr.split('\n').length]).toEqual([1, 2]);
  expect(refused.stderr).toMatch(/^The database could not be opened or migrated: /);
  expect(refused.stderr).not.toContain('secret');
}, 60_000);

test('rejects a database of another program, or without Unicode, in one sentence and leaves it unchanged', async () => {
  const binaries = serverBinaries();
  if (!binaries) return;
  const server = await startOwnServer(binaries);
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  const migrations = 'drizzle.__drizzle_migrations (id serial primary key, hash text, created_at bigint)';
  for (const [statement, tables] of [
    ['create table memory_blocks (id int)', 1],
    // Another program that tracks its migrations in the same table.
    [`create schema drizzle; create table ${migrations}`, 2],
    ["insert into drizzle.__drizzle_migrations (hash, created_at) values ('another', 4102444800000)", 2],
    ['drop table memory_blocks', 1],
    // Not a table, but its name collides with ours.
    ['drop schema drizzle cascade; create view memory_blocks as select 1 as id', 0],
    ['drop view memory_blocks; create materialized view users as select 1 as id', 0],
    ['drop materialized view users; create sequence agents', 0],
    ["drop sequence agents; create type job_status as enum ('done')", 0],
  ] as const) {
    await client.query(statement);
    const refused = await failedStart({ DATABASE_URL: server.url });
    expect([statement, refused.code, refused.stderr]).toEqual([
      statement,
      1,
      expect.stringMatching(/^The database contains another program’s tables\. Nothing was changed\. .*\n$/),
    ]);
    const { rows } = await client.query(
      "select 1 from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
    );
    expect(rows).toHaveLength(tables);
  }
  await client.query("create database ascii encoding 'SQL_ASCII' locale 'C' template template0");
  const { stderr } = await failedStart({ DATABASE_URL: server.url.replace(/\/postgres$/, '/ascii') });
  expect(stderr).toMatch(/^The database encoding is SQL_ASCII, but this service requires UTF8\. .*\n$/);
  await client.query('drop type job_status; create role reader login');
  const reader = await failedStart({ DATABASE_URL: server.url.replace('//postgres@', '//reader@') });
  expect(reader.stderr).toMatch(
    /^The database could not be opened or migrated: permission denied for database postgres\n$/,
  );
  await client.end();
  await server.stop();
}, 60_000);

const binaries = serverBinaries();
if (!binaries) {
  process.stdout.write(
    'No PostgreSQL server binaries in /usr/lib/postgresql: skipping the parallel start test.\n',
  );
}
test.each(binaries ? [binaries] : [])(
  'starts four services at once on one empty PostgreSQL',
  async (bin) => {
    const server = await startServer(bin);
    try {
      const programs = await Promise.all(
        Array.from({ length: 4 }, () => startService({ DATABASE_URL: server.url })),
      );
      for (const program of programs) {
        expect((await call('GET', `${program.url}/user-info`, 'one@x.test')).status).toBe(200);
        expect(await program.stop('SIGTERM')).toBe(0);
      }
    } finally {
      await server.stop();
    }
  },
  60_000,
);
