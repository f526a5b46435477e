/** @jest-environment node */
import { sql } from 'drizzle-orm';
import type { ApiToken, UserInfo } from '@hindsight/shared-contracts/api';
import { deleteOldGrants } from './queries/deviceGrants';
import { onOneEngine } from '../../testing/engines';
import { body, get, ids, send, tokenFor } from '../../testing/testApp';
import { CALL_LIMITS } from '../../platform/http/callLimits';

interface Asked {
  device_code: string;
  user_code: string;
  verification_uri: string;
  verification_uri_complete: string;
}
interface Redeemed {
  access_token: string;
  agent_id: string;
  agent_name: string;
}

const SYSTEM = { kind: 'system' } as const;
const CHOICE = { organization_id: ids.alphaOrg, agent_id: ids.agent(1), scopes: ['read', 'write'] };

onOneEngine('device grants', (world) => {
  const run = (statement: ReturnType<typeof sql>) =>
    world.database.write(SYSTEM, (handle) => handle.execute(statement));
  const post = (url: string, payload: object) => world.app.inject({ method: 'POST', url, payload });
  const ask = async (machine_name = 'laptop'): Promise<Asked> =>
    body(await post('/device/authorize', { client_name: 'Codex CLI', machine_name }));
  const poll = (asked: Pick<Asked, 'device_code'>) =>
    post('/device/token', { device_code: asked.device_code });
  /** Polls as if the interval had passed. */
  const pollLater = async (asked: Asked) => {
    await run(sql`update device_grants set next_poll_at = now()`);
    return poll(asked);
  };
  const path = ({ user_code }: Asked) => `/device/requests/${user_code}`;
  const approve = (asked: Asked, email: string | null, choice: object = CHOICE, options = {}) =>
    send(world.app, `POST ${path(asked)}/approve`, email, { body: choice, ...options });
  const code = (answer: { body: string; statusCode: number }) => [
    answer.statusCode,
    (JSON.parse(answer.body) as { error?: string }).error,
  ];
  beforeEach(() => run(sql`delete from rate_counters`));

  test('gives an approved program an ordinary token of the person, once', async () => {
    const asked = await ask();
    expect(asked.user_code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    expect(asked).toMatchObject({
      verification_uri: 'http://localhost:3000/connect',
      verification_uri_complete: `http://localhost:3000/connect?code=${asked.user_code}`,
      expires_in: 600,
      interval: 5,
    });
    expect(code(await poll(asked))).toEqual([400, 'authorization_pending']);
    // As typed by a person.
    const typed = asked.user_code.toLowerCase().replace('-', ' ');
    const shown = body(await get(world.app, `/device/requests/${encodeURIComponent(typed)}`, 'owner@x.test'));
    expect(shown).toMatchObject({
      user_code: asked.user_code,
      client_name: 'Codex CLI',
      machine_name: 'laptop',
    });

    expect((await approve(asked, 'owner@x.test')).statusCode).toBe(200);
    const redeemed = body<Redeemed>(await pollLater(asked));
    expect(redeemed).toMatchObject({
      token_type: 'Bearer',
      scope: 'read write',
      agent_id: ids.agent(1),
      agent_name: 'agent 1',
      organization_id: ids.alphaOrg,
      organization_name: 'Alpha',
    });
    const who = body<UserInfo>(
      await send(world.app, 'GET /user-info', null, { token: redeemed.access_token }),
    );
    expect(who).toMatchObject({ email: 'owner@x.test', pat: { organization_id: ids.alphaOrg } });
    const [listed] = body<ApiToken[]>(await get(world.app, '/users/me/tokens', 'owner@x.test'));
    expect(listed).toMatchObject({ name: 'Codex CLI on laptop', id: who.pat?.id, status: 'active' });

    // Replay: both codes are used up.
    expect(code(await pollLater(asked))).toEqual([400, 'invalid_grant']);
    expect((await get(world.app, path(asked), 'owner@x.test')).statusCode).toBe(404);
    expect((await approve(asked, 'owner@x.test')).statusCode).toBe(404);
    const { rows } = await run(sql`select * from device_grants`);
    const stored = JSON.stringify(rows);
    for (const secret of [asked.device_code, asked.user_code.replace('-', ''), redeemed.access_token])
      expect(stored).not.toContain(secret);
  });

  test('gives the token to one of several concurrent polls', async () => {
    const asked = await ask();
    await approve(asked, 'owner@x.test');
    await run(sql`update device_grants set next_poll_at = now()`);
    const answers = await Promise.all([poll(asked), poll(asked), poll(asked)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400]);
  });

  test('creates a new agent in the workspace, and does not limit a personal token to an organization', async () => {
    const asked = await ask();
    const expires = '2999-01-01T00:00:00.000000Z';
    const choice = {
      organization_id: null,
      new_agent_name: 'Terminal',
      scopes: ['read', 'write'],
      expires_at: expires,
    };
    expect((await approve(asked, 'owner@x.test', choice)).statusCode).toBe(200);
    const redeemed = body<Redeemed>(await poll(asked));
    expect(redeemed).toMatchObject({
      agent_name: 'Terminal',
      organization_id: null,
      organization_name: null,
      expires_at: expires,
    });
    const agent = await get(world.app, `/agents/${redeemed.agent_id}`, 'owner@x.test');
    expect(body(agent)).toMatchObject({ visibility_scope: 'personal' });
  });

  test('gives a declined program no token, however often it polls', async () => {
    const asked = await ask();
    const denied = await send(world.app, `POST ${path(asked)}/deny`, 'owner@x.test');
    expect(denied.statusCode).toBe(204);
    for (const _ of [1, 2]) expect(code(await pollLater(asked))).toEqual([400, 'access_denied']);
    expect((await approve(asked, 'owner@x.test')).statusCode).toBe(404);
  });

  test('rejects polls that come too fast, even after an approval', async () => {
    const asked = await ask();
    expect(code(await poll(asked))).toEqual([400, 'authorization_pending']);
    expect(code(await poll(asked))).toEqual([400, 'slow_down']);
    await approve(asked, 'owner@x.test');
    expect(code(await poll(asked))).toEqual([400, 'slow_down']);
    expect((await pollLater(asked)).statusCode).toBe(200);
  });

  test('rejects an expired code, and deletes a token that was never fetched', async () => {
    const late = await ask();
    const approved = await ask('unplugged');
    await approve(approved, 'owner@x.test');
    await run(sql`update device_grants set expires_at = now()`);
    expect((await get(world.app, path(late), 'owner@x.test')).statusCode).toBe(404);
    expect((await approve(late, 'owner@x.test')).statusCode).toBe(404);
    expect(code(await pollLater(late))).toEqual([400, 'expired_token']);
    expect(code(await pollLater(approved))).toEqual([400, 'expired_token']);
    const count = async () =>
      body<unknown[]>(await get(world.app, '/users/me/tokens', 'owner@x.test')).length;
    const before = await count();
    await run(sql`update device_grants set expires_at = now() - interval '2 hours'`);
    await world.database.write(SYSTEM, deleteOldGrants);
    expect(await count()).toBe(before - 1);
    expect(code(await poll(late))).toEqual([400, 'invalid_grant']);
  });

  test('protects an approval from other people, and gives no token for the user code', async () => {
    const asked = await ask();
    expect(code(await poll({ device_code: asked.user_code }))).toEqual([400, 'invalid_grant']);
    await approve(asked, 'owner@x.test');
    const foreign = { ...CHOICE, organization_id: null, agent_id: ids.agent(4) };
    expect((await approve(asked, 'stranger@x.test', foreign)).statusCode).toBe(404);
    expect((await send(world.app, `POST ${path(asked)}/deny`, 'stranger@x.test')).statusCode).toBe(404);
    const token = body<Redeemed>(await pollLater(asked)).access_token;
    expect(body(await send(world.app, 'GET /user-info', null, { token }))).toMatchObject({
      email: 'owner@x.test',
    });
  });

  test('keeps a token revoked that was revoked before it was fetched', async () => {
    const asked = await ask('stolen');
    await approve(asked, 'owner@x.test');
    const [made] = body<ApiToken[]>(await get(world.app, '/users/me/tokens', 'owner@x.test'));
    await send(world.app, `DELETE /users/me/tokens/${made!.id}`, 'owner@x.test');
    expect(code(await pollLater(asked))).toEqual([400, 'access_denied']);
  });

  test.each([
    ['a guest', null, CHOICE, 401],
    ['a person outside of the beta', 'waiting@x.test', CHOICE, 403],
    ['someone who is no member', 'stranger@x.test', CHOICE, 403],
    ['a viewer who lets it write', 'viewer@x.test', CHOICE, 403],
    [
      'a viewer who names a new agent',
      'viewer@x.test',
      { ...CHOICE, agent_id: undefined, new_agent_name: 'n' },
      403,
    ],
    ['an agent of another workspace', 'owner@x.test', { ...CHOICE, agent_id: ids.agent(3) }, 422],
    [
      "another person's agent",
      'owner@x.test',
      { ...CHOICE, organization_id: null, agent_id: ids.agent(4) },
      404,
    ],
    ['no agent', 'owner@x.test', { ...CHOICE, agent_id: undefined }, 422],
    ['an expiry of the past', 'owner@x.test', { ...CHOICE, expires_at: '2001-01-01T00:00:00Z' }, 422],
    ['no right', 'owner@x.test', { ...CHOICE, scopes: [] }, 422],
  ])('refuses the approval by %s and changes nothing', async (_name, email, choice, status) => {
    const asked = await ask();
    expect((await approve(asked, email, choice)).statusCode).toBe(status);
    expect(code(await poll(asked))).toEqual([400, 'authorization_pending']);
  });

  test('lets a viewer grant read access', async () => {
    const asked = await ask();
    expect((await approve(asked, 'viewer@x.test', { ...CHOICE, scopes: ['read'] })).statusCode).toBe(200);
    expect(body(await poll(asked))).toMatchObject({ scope: 'read' });
  });

  test('accepts approvals neither by token nor from a page of another site', async () => {
    const asked = await ask();
    const token = await tokenFor(world.app, 'owner@x.test');
    expect((await approve(asked, null, CHOICE, { token })).statusCode).toBe(401);
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    expect((await approve(asked, 'owner@x.test', CHOICE, { headers })).statusCode).toBe(403);
  });

  test('answers 429 to guessed codes and floods of requests', async () => {
    const guess = () => get(world.app, '/device/requests/BCDF-GHJK', 'editor@x.test');
    for (let n = 0; n < CALL_LIMITS.deviceCodes.hits; n += 1) expect((await guess()).statusCode).toBe(404);
    const refused = await guess();
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
    const ask = async (remoteAddress: string) => {
      const payload = { client_name: 'c', machine_name: 'm' };
      const url = '/device/authorize';
      return (await world.app.inject({ method: 'POST', url, payload, remoteAddress })).statusCode;
    };
    // A host with one IPv6 address controls its whole network prefix.
    const statuses = new Set<number>();
    for (let n = 0; n < 31; n += 1) statuses.add(await ask(`2001:db8:1:2:${n}::1`));
    expect([...statuses]).toEqual([200, 429]);
    expect(await ask('2001:db8:1:3::1')).toBe(200);
  });

  test('reuses the agent and renews the token on reconnect; another machine gets a separate token', async () => {
    const choice = { organization_id: ids.alphaOrg, new_agent_name: 'Codex CLI', scopes: ['read', 'write'] };
    const connect = async (machine: string, name = 'Codex CLI') => {
      const asked = await ask(machine);
      const answer = await approve(asked, 'owner@x.test', { ...choice, new_agent_name: name });
      expect([answer.statusCode, answer.body]).toEqual([200, expect.anything()]);
      return body<Redeemed>(await pollLater(asked));
    };
    const list = async () => body<ApiToken[]>(await get(world.app, '/users/me/tokens', 'owner@x.test'));
    const first = await connect('desk');
    const [token] = await list();
    const again = await connect('desk', 'codex cli');
    expect(again.agent_id).toBe(first.agent_id);
    expect((await list())[0]).toMatchObject({ id: token!.id, name: 'Codex CLI on desk', status: 'active' });
    const who = (text: string) => send(world.app, 'GET /user-info', null, { token: text });
    expect((await who(first.access_token)).statusCode).toBe(401);
    expect((await who(again.access_token)).statusCode).toBe(200);

    const other = await connect('sofa');
    expect(other.agent_id).toBe(first.agent_id);
    expect((await list())[0]).toMatchObject({ name: 'Codex CLI on sofa' });
    expect((await who(again.access_token)).statusCode).toBe(200);

    // An approval that is never fetched must not affect the token in use.
    await approve(await ask('desk'), 'owner@x.test', choice);
    await run(sql`update device_grants set expires_at = now() - interval '2 hours'`);
    await world.database.write(SYSTEM, deleteOldGrants);
    expect((await who(again.access_token)).statusCode).toBe(200);
  });

  test('limits a token to the chosen workspace, and to 90 days by default', async () => {
    const redeem = async (more: object) => {
      const asked = await ask('limited');
      const choice = { organization_id: null, new_agent_name: 'Limited', scopes: ['read', 'write'], ...more };
      await approve(asked, 'owner@x.test', choice);
      return body<Redeemed & { expires_at: string | null }>(await pollLater(asked));
    };
    const limited = await redeem({});
    const days = (Date.parse(limited.expires_at!) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(90);
    const token = limited.access_token;
    expect(body(await send(world.app, 'GET /user-info', null, { token }))).toMatchObject({ memberships: [] });
    const block = await send(world.app, `GET /memory-blocks/${ids.block(1)}`, null, { token });
    expect(block.statusCode).toBe(404);
    const own = await send(world.app, `GET /memory-blocks/${ids.block(3)}`, null, { token });
    expect(own.statusCode).toBe(200);
    expect(await redeem({ expires_at: null })).toMatchObject({ expires_at: null });
  });

  test('lets a token revoke only itself', async () => {
    const token = await tokenFor(world.app, 'owner@x.test', ['read'], ids.alphaOrg);
    const other = await tokenFor(world.app, 'owner@x.test');
    const end = () => send(world.app, 'DELETE /users/me/tokens/current', null, { token });
    expect((await end()).statusCode).toBe(204);
    expect((await end()).statusCode).toBe(401);
    expect((await send(world.app, 'GET /user-info', null, { token: other })).statusCode).toBe(200);
    expect((await send(world.app, 'DELETE /users/me/tokens/current', 'owner@x.test')).statusCode).toBe(400);
  });
});
