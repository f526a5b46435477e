/** @jest-environment node */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { Job } from '@hindsight/shared-contracts/api';
import type { Database } from '../database/database';
import { DEFAULT_STATEMENT_SECONDS } from '../database/statementLimits';
import type { StatementKind } from '../database/statementLimits';
import { as, body, get, ids, ownPage, seedSmallWorld, testApp } from '../../testing/testApp';
import { openServer, serverBinaries, startServer } from '../../testing/testDatabase';
import { until } from '../../testing/waiting';

const binaries = serverBinaries();
const SYSTEM = { kind: 'system' } as const;

/** A locked table delays statements like slow work would. */
(binaries ? describe : describe.skip)('statements that take too long on PostgreSQL', () => {
  let url: string;
  let stop: () => Promise<unknown>;

  beforeAll(async () => {
    const server = await startServer(binaries ?? '');
    ({ url } = server);
    stop = () => server.stop();
    const database = await openServer(url);
    await seedSmallWorld(database);
    await database.close();
  }, 60_000);
  afterAll(() => stop());

  /**
   * Runs `work` while the table is locked, with a limit of one second for statements of this kind and a long one for others; `afterwards`
   * waits for the blocked requests, because a closed pool gives them no connection.
   */
  async function withLockedTable<T>(
    table: string,
    kind: StatementKind | undefined,
    work: (app: FastifyInstance, database: Database) => Promise<T>,
    afterwards = async (): Promise<unknown> => undefined,
  ): Promise<T> {
    const late = Object.fromEntries(Object.keys(DEFAULT_STATEMENT_SECONDS).map((each) => [each, 3600]));
    const database = await openServer(url, {
      ...(late as typeof DEFAULT_STATEMENT_SECONDS),
      ...(kind && { [kind]: 1 }),
    });
    const holder = await openServer(url);
    const app = testApp(database);
    try {
      const done = await holder.write(SYSTEM, async (handle) => {
        await handle.execute(sql.raw(`lock table ${table} in access exclusive mode`));
        return work(app, database);
      });
      await afterwards();
      return done;
    } finally {
      await app.close();
      await database.close();
      await holder.close();
    }
  }

  const create = (app: FastifyInstance, email: string): Promise<LightMyRequestResponse> =>
    app.inject({
      method: 'POST',
      url: '/memory-blocks/',
      headers: { ...ownPage(email), 'x-active-scope': 'organization', 'x-organization-id': ids.alphaOrg },
      payload: { agent_id: ids.agent(1), conversation_id: randomUUID(), content: 'slow' },
    });

  test.each<[StatementKind, string, string, (app: FastifyInstance) => Promise<LightMyRequestResponse>]>([
    [
      'read',
      'keywords',
      'The query took too long and was stopped. Try again in a moment.',
      (app) => get(app, '/keywords/', 'owner@x.test'),
    ],
    [
      'search',
      'memory_blocks',
      'The search took too long and was stopped. Narrow it down and try again.',
      (app) => get(app, '/memory-blocks/?search_query=x', 'owner@x.test'),
    ],
    [
      'analytics',
      'memory_blocks',
      'The calculation took too long and was stopped. Choose a shorter period or fewer memories.',
      (app) => get(app, '/analytics/summary', 'owner@x.test'),
    ],
    [
      'write',
      'memory_blocks',
      'The change took too long and was undone. Try again in a moment.',
      (app) => create(app, 'owner@x.test'),
    ],
  ])('returns 503 with advice for a %s of %s', async (kind, table, detail, ask) => {
    const answer = await withLockedTable(table, kind, (app) => ask(app));
    expect([answer.statusCode, body(answer)]).toEqual([503, { detail, code: 'query_timeout' }]);
  });

  test('fails a job step with the reason, and ends the job', async () => {
    const job = await withLockedTable('memory_blocks', 'job', async (app) => {
      const { job_id: id } = body<Job>(
        await app.inject({
          method: 'POST',
          url: '/memory/prune/confirm',
          headers: { ...ownPage('owner@x.test'), prefer: 'respond-async', 'x-active-scope': 'personal' },
          payload: { memory_block_ids: [ids.block(3)] },
        }),
      );
      return until(
        async () => body<Job>(await get(app, `/jobs/${id}`, 'owner@x.test')),
        ({ finished_at: end }) => end !== null,
      );
    });
    expect(job).toMatchObject({ status: 'completed', failed: 1 });
    expect(job.results).toMatchObject([{ error: 'This step took too long and was undone.' }]);
  });

  test('keeps connections for lists while changes wait', async () => {
    let changes: Promise<LightMyRequestResponse>[] = [];
    const changed: number[] = [];
    const ask = async (app: FastifyInstance, database: Database) => {
      const people = ['owner@x.test', 'admin@x.test', 'editor@x.test'];
      changes = people.flatMap((email) => Array.from({ length: 6 }, () => create(app, email)));
      const waiting = `select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      await until(
        () => database.ask<{ count: number }>({ name: '', text: waiting, values: [] }),
        ([found]) => (found?.count ?? 0) >= 8,
      );
      const lists = await Promise.all(
        ['viewer@x.test', 'stranger@x.test'].map((email) =>
          app.inject({ url: '/keywords/', headers: as(email) }),
        ),
      );
      return lists.map(({ statusCode }) => statusCode);
    };
    const statuses = await withLockedTable('memory_blocks', undefined, ask, async () =>
      changed.push(...(await Promise.all(changes)).map(({ statusCode }) => statusCode)),
    );
    expect([statuses, changed]).toEqual([[200, 200], Array(18).fill(201)]);
  });
});
