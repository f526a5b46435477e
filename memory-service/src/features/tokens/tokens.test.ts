/** @jest-environment node */
import { sql } from 'drizzle-orm';
import type {
  Agent,
  ApiTokenWithSecret,
  MemoryBlock,
  ScoredBlock,
  TokenActivity,
  UserInfo,
} from '@hindsight/shared-contracts/api';
import { CALL_LIMITS } from '../../platform/http/callLimits';
import { onOneEngine } from '../../testing/engines';
import { body, get, ids, send, testApp, tokenFor } from '../../testing/testApp';

onOneEngine('personal access tokens', (world) => {
  const whoami = (token: string, headers: Record<string, string> = {}) =>
    send(world.app, 'GET /user-info', null, { token, headers });
  const create = async (given: object, email = 'owner@x.test') =>
    send(world.app, 'POST /users/me/tokens', email, { body: { name: 'ci', scopes: ['read'], ...given } });
  const made = async (given: object = {}) => body<ApiTokenWithSecret>(await create(given));

  test('returns a token in the documented format, and shows it only once', async () => {
    const token = await made({ scopes: [' Read ', 'write'] });
    expect(token.token).toMatch(/^hs_pat_[0-9a-f]{16}_[\w-]{43}$/);
    expect(token.prefix).toBe(token.token.slice(7, 15));
    expect(token.last_four).toBe(token.token.slice(-4));
    expect(token).toMatchObject({ scopes: ['read', 'write'], status: 'active', last_used_at: null });
    const listed = await get(world.app, '/users/me/tokens', 'owner@x.test');
    expect(listed.body).not.toContain(token.token.slice(24));
    expect(Number(listed.headers['x-total-count'])).toBe(body<unknown[]>(listed).length);
    const stored = await world.database.read({ kind: 'system' }, (handle) =>
      handle.execute(sql`select * from personal_access_tokens`),
    );
    expect(JSON.stringify(stored.rows)).not.toContain(token.token.slice(24));
  });

  test('accepts a token in either header, prefers Bearer, and ignores the gateway identity for a bad token', async () => {
    const token = await made();
    const info = body<UserInfo>(await whoami(token.token));
    expect(info).toMatchObject({ email: 'owner@x.test', pat: { id: token.id, scopes: ['read'] } });
    const viaKey = await get(world.app, '/user-info', null, { 'x-api-key': token.token });
    expect(viaKey.statusCode).toBe(200);
    expect((await whoami('hs_pat_x', { 'x-api-key': token.token })).statusCode).toBe(401);
    const rescued = await get(world.app, '/user-info', 'owner@x.test', { authorization: 'Bearer nonsense' });
    expect([rescued.statusCode, body(rescued)]).toEqual([
      401,
      { authenticated: false, detail: 'Invalid token format' },
    ]);
    const basic = await get(world.app, '/agents', null, { authorization: 'Basic YTpi' });
    expect([basic.statusCode, body(basic)]).toEqual([401, { detail: 'Authentication required' }]);
  });

  test('answers 401 with a specific message for wrong, revoked and expired tokens', async () => {
    const token = await made();
    const detail = async (text: string) => body<{ detail: string }>(await whoami(text)).detail;
    expect(await detail(`${token.token}x`)).toBe('Invalid token');
    expect(await detail(`hs_pat_${'0'.repeat(16)}_abc`)).toBe('Invalid token');
    await world.database.write({ kind: 'system' }, (handle) =>
      handle.execute(sql`update personal_access_tokens set expires_at = now() where id = ${token.id}`),
    );
    expect(await detail(token.token)).toBe('Token expired');
    const other = await made();
    for (let again = 0; again < 2; again += 1) {
      const gone = await send(world.app, `DELETE /users/me/tokens/${other.id}`, 'owner@x.test');
      expect([gone.statusCode, gone.body]).toEqual([204, '']);
    }
    const answer = await whoami(other.token);
    expect([answer.statusCode, body(answer)]).toEqual([
      401,
      { authenticated: false, detail: 'Token not active' },
    ]);
  });

  test('invalidates the old secret on rotation', async () => {
    const token = await made();
    const rotated = body<ApiTokenWithSecret>(
      await send(world.app, `POST /users/me/tokens/${token.id}/rotate`, 'owner@x.test'),
    );
    expect([rotated.id, rotated.prefix]).toEqual([token.id, rotated.token.slice(7, 15)]);
    expect((await whoami(token.token)).statusCode).toBe(401);
    expect((await whoami(rotated.token)).statusCode).toBe(200);
    const foreign = await send(world.app, `POST /users/me/tokens/${token.id}/rotate`, 'admin@x.test');
    expect([foreign.statusCode, body(foreign)]).toEqual([404, { detail: 'Token not found or not active' }]);
  });

  test('keeps fields that an update omits, and removes the expiry on null', async () => {
    const token = await made({ expires_at: '2999-01-31T10:00' });
    expect(token.expires_at).toBe('2999-01-31T10:00:00.000000Z');
    const patch = async (given: object) =>
      body(await send(world.app, `PATCH /users/me/tokens/${token.id}`, 'owner@x.test', { body: given }));
    expect(await patch({ name: 'renamed' })).toMatchObject({ name: 'renamed', expires_at: token.expires_at });
    expect(await patch({ expires_at: null })).toMatchObject({ name: 'renamed', expires_at: null });
  });

  test.each([
    [{ name: '  ' }, 422],
    [{ name: 'x'.repeat(101) }, 422],
    [{ scopes: [] }, 422],
    [{ scopes: ['root'] }, 422],
    [{ expires_at: '2001-01-01T00:00:00Z' }, 422],
    [{ expires_at: 'soon' }, 422],
    [{ organization_id: ids.betaOrg }, 403],
    [{ organization_id: 'x' }, 422],
  ])('rejects creation with %j', async (given, status) => {
    expect((await create(given)).statusCode).toBe(status);
  });

  test('limits active tokens to fifty, also for concurrent creation', async () => {
    const answers = [];
    for (let round = 0; round < 6; round += 1) {
      answers.push(...(await Promise.all(Array.from({ length: 9 }, () => create({}, 'editor@x.test')))));
    }
    expect(answers.filter((answer) => answer.statusCode === 201)).toHaveLength(50);
    expect(answers.filter((answer) => answer.statusCode === 409)).toHaveLength(4);
  });

  test('treats write as including read, and manage as including neither', async () => {
    const status = async (scopes: string[], key: string) =>
      (await send(world.app, key, null, { token: await tokenFor(world.app, 'owner@x.test', scopes) }))
        .statusCode;
    expect(await status(['write'], 'GET /memory-blocks/')).toBe(200);
    expect(await status(['manage'], 'GET /memory-blocks/')).toBe(403);
    expect(await status(['write'], 'GET /organizations/')).toBe(401);
  });

  test('limits a token to the data of its organization', async () => {
    const token = await tokenFor(world.app, 'owner@x.test', ['read'], ids.alphaOrg);
    const seen = async (query: string) =>
      body<{ items: { organization_id: string }[] }>(
        await send(world.app, `GET /memory-blocks/?${query}`, null, { token }),
      ).items.map((item) => item.organization_id);
    for (const query of ['', 'scope=personal', 'scope=public', 'scope=organization']) {
      expect([query, await seen(query)]).toEqual([query, [ids.alphaOrg, ids.alphaOrg]]);
    }
    const status = async (n: number) =>
      (await send(world.app, `GET /memory-blocks/${ids.block(n)}`, null, { token })).statusCode;
    expect([await status(1), await status(3), await status(2)]).toEqual([200, 404, 404]);
    const other = await send(world.app, `GET /memory-blocks/?organization_id=${ids.betaOrg}`, null, {
      token,
    });
    expect([other.statusCode, body(other)]).toEqual([
      403,
      {
        detail: `Token organization restriction mismatch: token is limited to org ${ids.alphaOrg}, but request targeted org ${ids.betaOrg}`,
      },
    ]);
    const rights = body<UserInfo>(await whoami(token));
    expect(rights.memberships.map((membership) => membership.organization_id)).toEqual([ids.alphaOrg]);
  });

  test('records the last use', async () => {
    const app = testApp(world.database);
    const token = await made();
    await send(app, 'GET /user-info', null, { token: token.token });
    await app.close();
    const listed = body<ApiTokenWithSecret[]>(await get(world.app, '/users/me/tokens', 'owner@x.test'));
    expect(listed.find((item) => item.id === token.id)?.last_used_at).toMatch(/Z$/);
  });

  describe('activity', () => {
    const summarizeCall = async (id: string, email: string | null = 'owner@x.test') =>
      get(world.app, `/users/me/tokens/${id}/activity`, email);
    /** Makes the calls on a separate server, which flushes its records when closed. @returns the recorded activity. */
    const after = async (
      token: ApiTokenWithSecret,
      calls: [key: string, body?: unknown][],
      text = token.token,
    ) => {
      const app = testApp(world.database);
      for (const [key, sent] of calls) await send(app, key, null, { token: text, body: sent });
      await app.close();
      return body<TokenActivity>(await summarizeCall(token.id));
    };
    const block = { agent_id: ids.agent(3), conversation_id: ids.conversation(3), content: 'seen' };
    const moment = expect.stringMatching(/^2.*Z$/);

    test('distinguishes handshake, sign-in, read and write', async () => {
      const token = await made({ scopes: ['read', 'write'] });
      const nothing = { handshake_at: null, sign_in_at: null, read_at: null, write_at: null, fault: null };
      expect(body(await summarizeCall(token.id))).toEqual(nothing);
      const signedIn = { ...nothing, handshake_at: moment, sign_in_at: moment };
      expect(await after(token, [['GET /user-info']])).toEqual(signedIn);
      expect(await after(token, [['GET /memory-blocks/']])).toEqual({ ...signedIn, read_at: moment });
      expect(await after(token, [['POST /memory-blocks/', block]])).toEqual({
        ...signedIn,
        read_at: moment,
        write_at: moment,
      });
    });

    test.each<[string, object, [string, unknown?], object]>([
      [
        'a missing scope',
        {},
        ['POST /memory-blocks/', block],
        { stage: 'write', status: 403, detail: 'Token lacks write scope' },
      ],
      [
        'a wrong agent',
        { scopes: ['write'] },
        ['POST /memory-blocks/', { ...block, agent_id: ids.agent(9) }],
        { stage: 'write', status: 404 },
      ],
      [
        'a value that is not valid',
        {},
        ['GET /memory-blocks/?limit=-1'],
        { stage: 'read', status: 422, detail: 'limit: This must be at least 0.' },
      ],
      [
        'no memory',
        {},
        ['GET /organizations/'],
        { stage: 'sign_in', status: 401, call: 'GET /organizations/' },
      ],
    ])('keeps the latest refusal: %s', async (_name, given, call, fault) => {
      const seen = await after(await made(given), [call]);
      expect(seen).toMatchObject({ handshake_at: moment, sign_in_at: moment, write_at: null, fault });
    });

    test('records rejected tokens, and resets the activity with a new secret', async () => {
      const token = await made();
      await send(world.app, `DELETE /users/me/tokens/${token.id}`, 'owner@x.test');
      const refused = {
        stage: 'sign_in',
        status: 401,
        detail: 'Token not active',
        call: 'GET /memory-blocks/',
      };
      expect(await after(token, [['GET /memory-blocks/']])).toMatchObject({
        handshake_at: moment,
        sign_in_at: null,
        fault: refused,
      });
      const rotated = await made();
      const wrong = `${rotated.token}x`;
      expect((await after(rotated, [['GET /agents/']], wrong)).fault).toMatchObject({
        detail: 'Invalid token',
      });
      await send(world.app, `POST /users/me/tokens/${rotated.id}/rotate`, 'owner@x.test');
      expect(body(await summarizeCall(rotated.id))).toMatchObject({ handshake_at: null, fault: null });
    });

    test('is visible to the owner only', async () => {
      const token = await made();
      expect((await summarizeCall(token.id, 'admin@x.test')).statusCode).toBe(404);
      expect((await summarizeCall(token.id, null)).statusCode).toBe(401);
    });
  });

  test('hashes tokens with the configured pepper', async () => {
    const app = testApp(world.database, { TOKEN_PEPPER: 'p'.repeat(32) });
    const token = await tokenFor(app, 'owner@x.test');
    expect((await send(app, 'GET /user-info', null, { token })).statusCode).toBe(200);
    expect((await whoami(token)).statusCode).toBe(401);
    await app.close();
  });

  test('answers 429 to an address that guesses tokens', async () => {
    const guess = () =>
      world.app.inject({
        url: '/user-info',
        headers: { authorization: 'Bearer hs_pat_0' },
        remoteAddress: '10.9.8.7',
      });
    const answers = [];
    for (let n = 0; n <= CALL_LIMITS.tokenGuesses.hits; n += 1) answers.push(await guess());
    expect(answers.slice(0, CALL_LIMITS.tokenGuesses.hits).every((answer) => answer.statusCode === 401)).toBe(
      true,
    );
    const last = answers.at(-1);
    expect(last?.statusCode).toBe(429);
    expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0);
  });

  describe('the display name', () => {
    const rename = (given: unknown) =>
      send(world.app, 'PATCH /users/me', 'viewer@x.test', { body: { display_name: given } });

    test('is trimmed, kept when absent, and 1 to 80 characters', async () => {
      expect(body(await rename('  Vi  '))).toMatchObject({ email: 'viewer@x.test', display_name: 'Vi' });
      for (const nothing of [null, ''])
        expect(body(await rename(nothing))).toMatchObject({ display_name: 'Vi' });
      for (const wrong of [' ', 'x'.repeat(81)]) {
        const answer = await rename(wrong);
        expect([answer.statusCode, body(answer)]).toEqual([
          422,
          { detail: 'display_name must be 1..80 characters' },
        ]);
      }
      expect(body(await rename('y'.repeat(80)))).toMatchObject({ display_name: 'y'.repeat(80) });
    });
  });
});

/** The requests of an agent's tool server: a token in one header, JSON both ways, no workspace, no cookie. */
onOneEngine('a client with only a token', (world) => {
  test.each<[string, (token: string) => Record<string, string>]>([
    ['Authorization', (token) => ({ authorization: `bearer ${token}` })],
    ['X-API-Key', (token) => ({ 'x-api-key': token })],
  ])('remembers, finds and rates with %s', async (name, headersFor) => {
    const headers = {
      ...headersFor(await tokenFor(world.app, 'owner@x.test', ['read', 'write'])),
      'content-type': 'application/json',
    };
    const ask = async <T>(status: number, method: 'GET' | 'POST', url: string, payload?: unknown) => {
      const response = await world.app.inject({
        method,
        url,
        headers,
        ...(payload !== undefined && { payload: JSON.stringify(payload) }),
      });
      expect([url, response.statusCode]).toEqual([url, status]);
      return body<T>(response);
    };

    const me = await ask<UserInfo & { pat: { scopes: string[] } }>(200, 'GET', '/user-info');
    expect([me.email, me.pat.scopes]).toEqual(['owner@x.test', ['read', 'write']]);
    const agent = await ask<Agent>(201, 'POST', '/agents/', { agent_name: `tool by ${name}` });
    const conversation = ids.conversation(name.length);
    const made = await ask<MemoryBlock>(201, 'POST', '/memory-blocks/', {
      agent_id: agent.agent_id,
      conversation_id: conversation,
      content: 'Kubernetes readiness probes failed',
      lessons_learned: 'Probe later.',
    });
    expect([made.visibility_scope, made.owner_user_id]).toEqual(['personal', me.user_id]);

    const mine = `agent_id=${agent.agent_id}`;
    for (const url of [
      `/memory-blocks/search/?keywords=kubernetes,nothing&${mine}&limit=5`,
      `/memory-blocks/search/fulltext?query=kubernetes+readiness&${mine}&limit=10&include_archived=false&min_score=0.1`,
      `/memory-blocks/search/semantic?query=kubernetes+readiness&${mine}&limit=10&similarity_threshold=0.7`,
      `/memory-blocks/search/hybrid?query=kubernetes+readiness&${mine}&fulltext_weight=0.7&semantic_weight=0.3&min_combined_score=0.1`,
    ]) {
      const found = await ask<ScoredBlock[]>(200, 'GET', url);
      expect(found.map((hit) => [hit.id, hit.lessons_learned])).toEqual([[made.id, 'Probe later.']]);
    }
    for (const filter of [mine, `conversation_id=${conversation}`, `${mine}&limit=1`]) {
      const page = await ask<{ items: MemoryBlock[] }>(200, 'GET', `/memory-blocks/?${filter}`);
      expect(page.items.map(({ id }) => id)).toEqual([made.id]);
    }
    const agents = await ask<Agent[]>(200, 'GET', `/agents/search/?query=tool+by+${name}`);
    expect(agents.map(({ agent_id: id }) => id)).toContain(agent.agent_id);
    const judged = await ask<MemoryBlock>(200, 'POST', `/memory-blocks/${made.id}/feedback/`, {
      memory_id: made.id,
      feedback_type: 'positive',
      feedback_details: 'It helped.',
    });
    expect([judged.id, judged.feedback_score]).toEqual([made.id, 51]);
    const seen = await ask<MemoryBlock>(200, 'GET', `/memory-blocks/${made.id}`);
    expect([seen.content, seen.errors]).toEqual([made.content, null]);
  });
});
