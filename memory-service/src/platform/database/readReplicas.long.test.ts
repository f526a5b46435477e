/** @jest-environment node */
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { administer, serverBinaries, startOwnServer, startStandby } from '../../testing/postgresServer';
import type { OwnServer } from '../../testing/postgresServer';
import { body, get, ids, send, seedSmallWorld, testApp } from '../../testing/testApp';
import { until } from '../../testing/waiting';
import { onReplica, openDatabase } from './database';
import type { Database } from './database';
import { createHeads, createWrites, parsePosition } from './logPosition';

test('parses PostgreSQL WAL positions and nothing else', () => {
  expect(parsePosition('0/16B3748')).toBe(0x16b3748n);
  expect(parsePosition('2/1')).toBe(0x200000001n);
  for (const text of [undefined, '', '16B3748', '0/', '0/123456789', 'x/1', '0/1; select 1'])
    expect(parsePosition(text)).toBeUndefined();
});

test('derives the position at an earlier moment from the checks before it', () => {
  const heads = createHeads(1000);
  expect(heads.before(1000, 1000)).toBeUndefined();
  for (const at of [0, 600, 1200, 1800]) heads.note(at, BigInt(at));
  expect([heads.before(1800, 1000), heads.before(2300, 1000), heads.latest()?.position]).toEqual([
    600n,
    1200n,
    1800n,
  ]);
});

test('remembers the last write of each caller for a limited time', () => {
  const writes = createWrites(1000);
  writes.note('one', 5n, 0);
  writes.note('other', 6n, 500);
  writes.note('one', 7n, 600);
  expect([writes.of('one', 1500), writes.of('other', 1400), writes.of('other', 1500)]).toEqual([7n, 6n, 0n]);
  expect(writes.of('a third', 0)).toBe(0n);
});

const when = (isIt: () => boolean | Promise<boolean>) => until(async () => isIt(), Boolean);

/** A proxy address whose target server can be switched, as in front of a cluster. */
async function movable(url: string): Promise<{ url: string; moveTo: (url: string) => void; server: Server }> {
  let target = new URL(url);
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.pipe(other);
      one.on('error', () => other.destroy());
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    moveTo: (next) => void (target = new URL(next)),
    server,
  };
}

const binaries = serverBinaries() ?? '';
const ALPHA = { 'x-active-scope': 'organization', 'x-organization-id': ids.alphaOrg };
const [OWNER, VIEWER] = ['owner@x.test', 'viewer@x.test'];
const MAX_LAG_MS = 4000;

// Streaming replication needs separate servers; where PostgreSQL is not installed, `onEveryEngine` reports it.
(binaries ? describe : describe.skip)('read replicas', () => {
  let primary: OwnServer;
  let standbys: OwnServer[];
  let database: Database;
  /** A second process. */
  let other: Database;
  let app: FastifyInstance;
  let address: Awaited<ReturnType<typeof movable>>;
  const changes: string[] = [];

  const used = () => database.replicas?.states().map(({ isUsed }) => isUsed);
  const untilUsed = (...wanted: boolean[]) => when(() => String(used()) === String(wanted));
  /** Pauses or resumes a standby's replay; it keeps receiving. */
  const replay = (index: number, word: 'pause' | 'resume') =>
    administer(standbys[index]?.url ?? '', `select pg_wal_replay_${word}()`);
  const isOnStandby = (caller: string, after?: string, by = database) =>
    onReplica(by, { caller, after }).read({ kind: 'system' }, async (handle) => {
      const { rows } = await handle.execute<{ standby: boolean }>(sql`select pg_is_in_recovery() as standby`);
      return rows[0]?.standby;
    });
  const create = (content: string, email = OWNER) =>
    send(app, 'POST /memory-blocks/', email, {
      body: { agent_id: ids.agent(1), conversation_id: ids.conversation(1), content },
      headers: ALPHA,
    });
  const contents = async (email: string, headers = {}) =>
    body<{ items: { content: string }[] }>(
      await get(app, '/memory-blocks/?limit=100', email, { ...ALPHA, ...headers }),
    ).items.map(({ content }) => content);
  const readAfter = ({ headers }: LightMyRequestResponse) => headers['x-read-after'] as string;

  beforeAll(async () => {
    primary = await startOwnServer(binaries);
    standbys = [
      await startStandby(binaries, primary.url, 'one'),
      await startStandby(binaries, primary.url, 'two'),
    ];
    address = await movable(primary.url);
    const open = (onChange: (name: string, isUsed: boolean, reason: string) => void) =>
      openDatabase(
        {
          kind: 'server',
          url: address.url,
          replicas: { urls: standbys.map(({ url }) => url), maxLagMs: MAX_LAG_MS, onChange },
          onLost: () => undefined,
        },
        path.resolve(__dirname, '../../../migrations'),
      );
    database = await open((name, isUsed, reason) => void changes.push(`${name} ${isUsed}: ${reason}`));
    other = await open(() => undefined);
    await seedSmallWorld(database);
    app = testApp(database);
    await app.ready();
    await untilUsed(true, true);
    await when(() => other.replicas?.states().every(({ isUsed }) => isUsed) === true);
  }, 120_000);

  afterAll(async () => {
    await app.close();
    await database.close();
    await other.close();
    address.server.close();
    for (const server of [...standbys, primary]) await server.stop();
  });

  test('spreads callers over the replicas and keeps each caller on one', async () => {
    expect(await Promise.all(['a', 'b', 'c'].map((caller) => isOnStandby(caller)))).toEqual([
      true,
      true,
      true,
    ]);
    const readPort = (caller: string) =>
      onReplica(database, { caller }).read({ kind: 'system' }, async (handle) =>
        String((await handle.execute(sql`select inet_server_port() as port`)).rows[0]?.['port']),
      );
    const ports = await Promise.all(Array.from({ length: 20 }, (_, n) => readPort(`caller ${n}`)));
    expect(new Set(ports).size).toBe(2);
    expect(await Promise.all(Array.from({ length: 20 }, (_, n) => readPort(`caller ${n}`)))).toEqual(ports);
  });

  test('lets a writer read its write at once while replicas lag; others read a replica until it lags too much', async () => {
    await replay(0, 'pause');
    await replay(1, 'pause');
    const written = await create('Seen by its writer at once');
    expect(written.statusCode).toBe(201);
    expect(await contents(OWNER)).toContain('Seen by its writer at once');
    expect(await contents(VIEWER)).not.toContain('Seen by its writer at once');
    // At another process, by the position in the response: as a header for clients, as a cookie for browsers.
    expect(await contents(VIEWER, { 'x-read-after': readAfter(written) })).toContain(
      'Seen by its writer at once',
    );
    const cookie = String(written.headers['set-cookie']).split(';')[0] ?? '';
    expect(await contents(VIEWER, { cookie })).toContain('Seen by its writer at once');
    // The processes notify each other as well.
    await when(async () => !(await isOnStandby(ids.user(0), undefined, other)));
    expect(await isOnStandby(ids.user(3), undefined, other)).toBe(true);
    await untilUsed(false, false);
    expect(await contents(VIEWER)).toContain('Seen by its writer at once');
    await replay(0, 'resume');
    await untilUsed(true, false);
    await replay(1, 'resume');
    await untilUsed(true, true);
    expect(await isOnStandby('a')).toBe(true);
    expect(changes.filter((change) => change.endsWith('false: it is lagging'))).toHaveLength(2);
  });

  test('ignores an invalid position, and serves an unreached one from the primary', async () => {
    expect(await isOnStandby('a', 'nonsense')).toBe(true);
    expect(await isOnStandby('a', 'FFFFFFFF/FFFFFFFF')).toBe(false);
  });

  test('finds all earlier writes on the replicas after waiting for them', async () => {
    for (const n of [1, 2, 3, 4, 5]) {
      await create(`Announced ${n}`);
      await database.replicas?.caughtUp();
      expect(await contents(VIEWER)).toContain(`Announced ${n}`);
    }
  });

  test('fails no read when a replica dies, and uses it again when it is back', async () => {
    let isOver = false;
    const statuses = new Set<number>();
    const reading = Array.from({ length: 4 }, async () => {
      while (!isOver) statuses.add((await get(app, '/memory-blocks/', VIEWER, ALPHA)).statusCode);
    });
    await standbys[0]?.kill();
    await standbys[1]?.kill();
    await untilUsed(false, false);
    await create('Written without replicas');
    await standbys[1]?.start();
    await standbys[0]?.start();
    await untilUsed(true, true);
    isOver = true;
    await Promise.all(reading);
    expect([...statuses]).toEqual([200]);
    expect(await contents(VIEWER)).toContain('Written without replicas');
  }, 60_000);

  test('keeps all acknowledged writes after a failover, and stops using the promoted replica', async () => {
    await administer(primary.url, "alter system set synchronous_standby_names = 'one'");
    await administer(primary.url, 'select pg_reload_conf()');
    await when(async () => {
      const states = await database.ask<{ state: string }>({
        name: '',
        text: "select sync_state as state from pg_stat_replication where application_name = 'one'",
        values: [],
      });
      return states[0]?.state === 'sync';
    });
    const acknowledged: string[] = [];
    let isOver = false;
    const writing = Array.from({ length: 3 }, async (_, writer) => {
      for (let n = 0; !isOver; n += 1) {
        const content = `Writer ${writer}, number ${n}`;
        if ((await create(content)).statusCode === 201) acknowledged.push(content);
      }
    });
    await when(() => acknowledged.length >= 20);
    await primary.kill();
    await administer(standbys[0]?.url ?? '', 'select pg_promote()');
    address.moveTo(standbys[0]?.url ?? '');
    const before = acknowledged.length;
    await when(() => acknowledged.length >= before + 5);
    isOver = true;
    await Promise.all(writing);
    const stored = await database.read({ kind: 'system' }, async (handle) =>
      (await handle.execute<{ content: string }>(sql`select content from memory_blocks`)).rows.map(
        (row) => row.content,
      ),
    );
    expect(acknowledged.filter((content) => !stored.includes(content))).toEqual([]);
    expect(used()?.[0]).toBe(false);
    expect(changes.some((change) => change.endsWith('false: it is not a standby'))).toBe(true);
  }, 60_000);
});
