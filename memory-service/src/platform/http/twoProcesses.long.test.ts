/** @jest-environment node */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { call } from '../../testing/serviceProcess';
import type { Answer, ServiceProcess } from '../../testing/serviceProcess';
import { ids } from '../../testing/testApp';
import { onTwoProcesses } from '../../testing/twoProcesses';
import { whileHeld } from '../../testing/waiting';

const SYSTEM = { kind: 'system' } as const;
const ALPHA = { 'x-active-scope': 'organization', 'x-organization-id': ids.alphaOrg };

const parsed = <T>({ body }: Answer): T => JSON.parse(body) as T;

/** A call as a person on the dashboard, or as the bearer of a token. */
function send(
  program: ServiceProcess,
  key: string,
  email: string | null,
  { body, token, headers }: { body?: unknown; token?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const [method = 'GET', path = '/'] = key.split(' ');
  return call(method, `${program.url}${path}`, email, {
    headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers },
    payload: body,
  });
}

/** Two processes of the service as it is shipped, on one PostgreSQL: the second request gets a clear refusal. */
onTwoProcesses('two processes on one PostgreSQL', (started) => {
  const run = (statement: ReturnType<typeof sql>) =>
    started().database.write(SYSTEM, (handle) => handle.execute(statement));

  /** Sends the same in parallel through both processes, so many times; answers the statuses, sorted, and the refusals. */
  async function race(times: number, ask: (program: ServiceProcess, n: number) => Promise<Answer>) {
    const answers = await Promise.all(
      Array.from({ length: times }, (_, n) => ask(started().programs[n % 2 === 0 ? 0 : 1], n)),
    );
    const refused = answers.filter(({ status }) => status >= 300);
    return {
      statuses: answers.map(({ status }) => status).sort((a, b) => a - b),
      sentences: [...new Set(refused.map((answer) => parsed<{ detail: string }>(answer).detail))],
    };
  }
  const oneSuccess = (won: number, times: number) => [won, ...Array.from({ length: times - 1 }, () => 409)];

  test.each([
    ['POST /agents/', 'agent_name', 'Agent with this name already exists in the selected scope'],
    ['POST /keywords/', 'keyword_text', 'Keyword already exists in this scope'],
    ['POST /organizations/', 'name', 'Organization name already exists'],
  ])('%s with one name: one wins, the others get a 409', async (key, field, sentence) => {
    for (const round of [0, 1, 2]) {
      const name = `same ${round}`;
      const { statuses, sentences } = await race(6, (program, n) =>
        send(program, key, 'editor@x.test', {
          headers: ALPHA,
          body: { [field]: n % 3 === 0 ? name.toUpperCase() : name },
        }),
      );
      expect(statuses).toEqual(oneSuccess(201, 6));
      expect(sentences).toEqual([sentence]);
    }
  });

  test('invitations for one email: one is made', async () => {
    const { statuses, sentences } = await race(6, (program) =>
      send(program, `POST /organizations/${ids.alphaOrg}/invitations`, 'owner@x.test', {
        body: { email: 'Twice@x.test', role: 'viewer' },
      }),
    );
    expect(statuses).toEqual(oneSuccess(201, 6));
    expect(sentences).toEqual(['Pending invitation already exists for this email']);
  });

  test('accepting one invitation: one joins', async () => {
    const id = randomUUID();
    await run(sql`insert into invitations (id, organization_id, email, role, expires_at)
      values (${id}, ${ids.alphaOrg}, 'stranger@x.test', 'editor', now() + interval '1 day')`);
    const { statuses, sentences } = await race(6, (program) =>
      send(program, `POST /organizations/${ids.alphaOrg}/invitations/${id}/accept`, 'stranger@x.test'),
    );
    expect(statuses).toEqual(oneSuccess(200, 6));
    expect(sentences).toEqual(['Invitation is already accepted']);
  });

  test('the two last owners taking each other’s role: one stays', async () => {
    for (let round = 0; round < 5; round += 1) {
      await run(sql`update memberships set role = 'owner', can_write = true
        where organization_id = ${ids.alphaOrg} and user_id in (${ids.user(0)}, ${ids.user(1)})`);
      const outcome = await whileHeld(started().database, ids.alphaOrg, 2, () =>
        race(2, (program, n) =>
          send(
            program,
            `PUT /organizations/${ids.alphaOrg}/members/${ids.user(1 - n)}`,
            n === 0 ? 'owner@x.test' : 'admin@x.test',
            { body: { role: 'viewer' } },
          ),
        ),
      );
      expect(outcome).toEqual({
        statuses: [200, 409],
        sentences: ['An organization needs at least one owner. Make someone else an owner first.'],
      });
      const { rows } = await run(
        sql`select count(*)::int as owners from memberships where organization_id = ${ids.alphaOrg} and role = 'owner'`,
      );
      expect(rows).toEqual([{ owners: 1 }]);
    }
    await run(sql`update memberships set role = 'owner', can_write = true
      where organization_id = ${ids.alphaOrg} and user_id = ${ids.user(0)}`);
  });

  test('accepting and rejecting one suggestion: it is decided once', async () => {
    const { statuses, sentences } = await race(4, (program, n) =>
      send(
        program,
        `POST /consolidation-suggestions/${ids.suggestion(0)}/${n < 2 ? 'validate' : 'reject'}/`,
        'editor@x.test',
        { headers: ALPHA },
      ),
    );
    expect(statuses).toEqual(oneSuccess(200, 4));
    expect(sentences).toEqual(['Suggestion is not in pending status']);
    const { rows } = await run(
      sql`select count(*)::int as made from memory_blocks where metadata -> 'consolidated_from' is not null`,
    );
    expect(Number(rows[0]?.['made'])).toBeLessThanOrEqual(1);
  });

  test('a token that one process revokes is dead at the other at once, and what one makes the other counts', async () => {
    const [first, second] = started().programs;
    const made = await send(first, 'POST /users/me/tokens', 'editor@x.test', {
      body: { name: 'race', scopes: ['read', 'write'], organization_id: ids.alphaOrg },
    });
    const { token } = parsed<{ token: string }>(made);
    const list = (program: ServiceProcess) =>
      send(program, 'GET /memory-blocks/?search_query=raced', null, { token });
    const total = async (program: ServiceProcess) =>
      parsed<{ total_items: number }>(await list(program)).total_items;
    expect(await total(second)).toBe(0);
    const written = await send(first, 'POST /memory-blocks/', null, {
      token,
      body: { agent_id: ids.agent(1), conversation_id: randomUUID(), content: 'raced' },
    });
    expect(written.status).toBe(201);
    expect([await total(second), await total(first)]).toEqual([1, 1]);
    const [kept] = parsed<{ id: string }[]>(await send(first, 'GET /users/me/tokens', 'editor@x.test'));
    await send(first, `DELETE /users/me/tokens/${kept?.id}`, 'editor@x.test');
    expect((await list(second)).status).toBe(401);
  });
});
