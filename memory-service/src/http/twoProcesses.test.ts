/** @jest-environment node */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { Database } from '../storage/database';
import { body, ids, send, smallWorld, testApp, tokenFor } from '../testing/testApp';
import { openServer, serverBinaries, startServer } from '../testing/testDatabase';
import type { TestServer } from '../testing/testDatabase';

const SYSTEM = { kind: 'system' } as const;
const ALPHA = { 'x-active-scope': 'organization', 'x-organization-id': ids.alphaOrg };
const binaries = serverBinaries();

/** Two services with connections and memories of their own on one PostgreSQL: whoever comes second is told so. */
(binaries ? describe : describe.skip)('two services on one PostgreSQL', () => {
  let server: TestServer;
  let databases: [Database, Database];
  let apps: [FastifyInstance, FastifyInstance];

  beforeAll(async () => {
    server = await startServer(binaries ?? '');
    databases = [await openServer(server.url), await openServer(server.url)];
    await smallWorld(databases[0]);
    apps = [testApp(databases[0]), testApp(databases[1])];
    await Promise.all(apps.map((app) => app.ready()));
  }, 60_000);

  afterAll(async () => {
    await Promise.all(apps.map((app) => app.close()));
    await Promise.all(databases.map((database) => database.close()));
    await server.stop();
  });

  const run = (statement: ReturnType<typeof sql>) =>
    databases[0].write(SYSTEM, (handle) => handle.execute(statement));

  /** Sends the same in parallel through both services, so many times; answers the statuses, sorted, and the refusals. */
  async function race(
    times: number,
    ask: (app: FastifyInstance, n: number) => Promise<LightMyRequestResponse>,
  ) {
    const answers = await Promise.all(
      Array.from({ length: times }, (_, n) => ask(n % 2 === 0 ? apps[0] : apps[1], n)),
    );
    const refused = answers.filter(({ statusCode }) => statusCode >= 300);
    return {
      statuses: answers.map(({ statusCode }) => statusCode).sort((a, b) => a - b),
      sentences: [...new Set(refused.map((answer) => body<{ detail: string }>(answer).detail))],
    };
  }
  const oneOf = (won: number, times: number) => [won, ...Array.from({ length: times - 1 }, () => 409)];

  test.each([
    ['POST /agents/', 'agent_name', 'Agent with this name already exists in the selected scope'],
    ['POST /keywords/', 'keyword_text', 'Keyword already exists in this scope'],
    ['POST /organizations/', 'name', 'Organization name already exists'],
  ])('%s with one name: one wins, the others get a 409', async (key, field, sentence) => {
    for (const round of [0, 1, 2]) {
      const name = `same ${round}`;
      const { statuses, sentences } = await race(6, (app, n) =>
        send(app, key, 'editor@x.test', {
          headers: ALPHA,
          body: { [field]: n % 3 === 0 ? name.toUpperCase() : name },
        }),
      );
      expect(statuses).toEqual(oneOf(201, 6));
      expect(sentences).toEqual([sentence]);
    }
  });

  test('invitations for one e-mail: one is made', async () => {
    const { statuses, sentences } = await race(6, (app) =>
      send(app, `POST /organizations/${ids.alphaOrg}/invitations`, 'owner@x.test', {
        body: { email: 'Twice@x.test', role: 'viewer' },
      }),
    );
    expect(statuses).toEqual(oneOf(201, 6));
    expect(sentences).toEqual(['Pending invitation already exists for this email']);
  });

  test('accepting one invitation: one joins', async () => {
    const id = randomUUID();
    await run(sql`insert into invitations (id, organization_id, email, role, expires_at)
      values (${id}, ${ids.alphaOrg}, 'stranger@x.test', 'editor', now() + interval '1 day')`);
    const { statuses, sentences } = await race(6, (app) =>
      send(app, `POST /organizations/${ids.alphaOrg}/invitations/${id}/accept`, 'stranger@x.test'),
    );
    expect(statuses).toEqual(oneOf(200, 6));
    expect(sentences).toEqual(['Invitation is already accepted']);
  });

  test('the two last owners taking each other’s role: one stays', async () => {
    for (let round = 0; round < 5; round += 1) {
      await run(sql`update memberships set role = 'owner', can_write = true
        where organization_id = ${ids.alphaOrg} and user_id in (${ids.user(0)}, ${ids.user(1)})`);
      const { statuses, sentences } = await race(2, (app, n) =>
        send(
          app,
          `PUT /organizations/${ids.alphaOrg}/members/${ids.user(1 - n)}`,
          n === 0 ? 'owner@x.test' : 'admin@x.test',
          { body: { role: 'viewer' } },
        ),
      );
      expect(statuses).toEqual([200, 409]);
      expect(sentences).toEqual([
        'An organization needs at least one owner. Make somebody else an owner first.',
      ]);
      const { rows } = await run(
        sql`select count(*)::int as owners from memberships where organization_id = ${ids.alphaOrg} and role = 'owner'`,
      );
      expect(rows).toEqual([{ owners: 1 }]);
    }
    await run(sql`update memberships set role = 'owner', can_write = true
      where organization_id = ${ids.alphaOrg} and user_id = ${ids.user(0)}`);
  });

  test('accepting and rejecting one suggestion: it is decided once', async () => {
    const { statuses, sentences } = await race(4, (app, n) =>
      send(
        app,
        `POST /consolidation-suggestions/${ids.suggestion(0)}/${n < 2 ? 'validate' : 'reject'}/`,
        'editor@x.test',
        { headers: ALPHA },
      ),
    );
    expect(statuses).toEqual(oneOf(200, 4));
    expect(sentences).toEqual(['Suggestion is not in pending status']);
    const { rows } = await run(
      sql`select count(*)::int as made from memory_blocks where metadata -> 'consolidated_from' is not null`,
    );
    expect(Number(rows[0]?.['made'])).toBeLessThanOrEqual(1);
  });

  test('a token that one service revokes is dead at the other at once, and what one makes the other counts', async () => {
    const text = await tokenFor(apps[0], 'editor@x.test', ['read', 'write'], ids.alphaOrg);
    const list = async (app: FastifyInstance) =>
      send(app, 'GET /memory-blocks/?search_query=raced', null, { token: text });
    const total = async (app: FastifyInstance) => body<{ total_items: number }>(await list(app)).total_items;
    expect(await total(apps[1])).toBe(0);
    const made = await send(apps[0], 'POST /memory-blocks/', null, {
      token: text,
      body: { agent_id: ids.agent(1), conversation_id: randomUUID(), content: 'raced' },
    });
    expect(made.statusCode).toBe(201);
    expect([await total(apps[1]), await total(apps[0])]).toEqual([1, 1]);
    const [token] = body<{ id: string }[]>(await send(apps[0], 'GET /users/me/tokens', 'editor@x.test'));
    await send(apps[0], `DELETE /users/me/tokens/${token?.id}`, 'editor@x.test');
    expect((await list(apps[1])).statusCode).toBe(401);
  });
});
