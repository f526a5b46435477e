/** @jest-environment node */
import { randomUUID } from 'node:crypto';
import { call } from '../../testing/serviceProcess';
import type { Answer, ServiceProcess } from '../../testing/serviceProcess';
import { ids } from '../../testing/testApp';
import { onTwoProcesses } from '../../testing/twoProcesses';

const ALPHA = { 'x-active-scope': 'organization', 'x-organization-id': ids.alphaOrg };

const parsed = <T>({ body }: Answer): T => JSON.parse(body) as T;

/** Sends a request as a person on the dashboard, or with a token. */
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

/** Two processes of the built service on one PostgreSQL: the loser of a race gets a clear refusal. */
onTwoProcesses('two processes on one PostgreSQL', (started) => {
  /** Sends the same request six times in parallel through both processes; returns the sorted statuses and the distinct refusals. */
  async function race(ask: (program: ServiceProcess, n: number) => Promise<Answer>) {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => ask(started().programs[n % 2 === 0 ? 0 : 1], n)),
    );
    const refused = answers.filter(({ status }) => status >= 300);
    return {
      statuses: answers.map(({ status }) => status).sort((a, b) => a - b),
      sentences: [...new Set(refused.map((answer) => parsed<{ detail: string }>(answer).detail))],
    };
  }
  const oneOfSix = [201, 409, 409, 409, 409, 409];

  test.each([
    ['POST /agents/', 'agent_name', 'Agent with this name already exists in the selected scope'],
    ['POST /keywords/', 'keyword_text', 'Keyword already exists in this scope'],
    ['POST /organizations/', 'name', 'Organization name already exists'],
  ])('%s with the same name: one succeeds, the others get a 409', async (key, field, sentence) => {
    for (const round of [0, 1, 2]) {
      const name = `same ${round}`;
      const { statuses, sentences } = await race((program, n) =>
        send(program, key, 'editor@x.test', {
          headers: ALPHA,
          body: { [field]: n % 3 === 0 ? name.toUpperCase() : name },
        }),
      );
      expect(statuses).toEqual(oneOfSix);
      expect(sentences).toEqual([sentence]);
    }
  });

  test('creates only one invitation per email', async () => {
    const { statuses, sentences } = await race((program) =>
      send(program, `POST /organizations/${ids.alphaOrg}/invitations`, 'owner@x.test', {
        body: { email: 'Twice@x.test', role: 'viewer' },
      }),
    );
    expect(statuses).toEqual(oneOfSix);
    expect(sentences).toEqual(['Pending invitation already exists for this email']);
  });

  test('rejects a token at once after the other process revoked it, and counts memories written by the other process', async () => {
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
