/** @jest-environment node */
import { createHash } from 'node:crypto';
import { auth } from '@modelcontextprotocol/sdk/client/auth.js';
import type { ApiToken, OAuthRequest } from '@hindsight/shared-contracts/api';
import { sql } from 'drizzle-orm';
import { deleteOldOauthRecords } from './queries/oauthRecords';
import { onOneEngine } from '../../testing/engines';
import {
  approve,
  APPROVAL,
  CALLBACK,
  edgeFetch,
  loadLibrary,
  MCP_URL,
  openBrowser,
  requestId,
  signedIn,
  forwardThroughEdge,
} from '../../testing/oauthClient';
import { APP_ORIGIN, body, get, ids, send, testApp, tokenFor } from '../../testing/testApp';
import { CALL_LIMITS } from '../../platform/http/callLimits';

const SYSTEM = { kind: 'system' } as const;
const RPC = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const JSON_TYPES = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const VERIFIER = 'v'.repeat(64);
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');

beforeAll(loadLibrary);

onOneEngine('OAuth sign-in of agents', (world) => {
  beforeEach(() => world.database.write(SYSTEM, (handle) => handle.execute(sql`delete from rate_counters`)));

  const readTokens = async (email = 'owner@x.test') =>
    body<ApiToken[]>(await get(world.app, '/users/me/tokens', email));
  const callMcp = (token?: string, method: 'POST' | 'GET' = 'POST') =>
    world.app.inject({
      method,
      url: '/mcp',
      headers: { ...JSON_TYPES, ...(token && { authorization: `Bearer ${token}` }) },
      ...(method === 'POST' && { payload: RPC }),
    });
  const post = (path: string, fields: Record<string, string>) =>
    forwardThroughEdge(world.app, path, {
      method: 'POST',
      headers: FORM,
      payload: new URLSearchParams(fields).toString(),
    });
  const register = (metadata: object, headers = {}) =>
    forwardThroughEdge(world.app, '/oauth/register', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      payload: JSON.stringify({
        client_name: 'Raw client',
        redirect_uris: [CALLBACK],
        token_endpoint_auth_method: 'none',
        ...metadata,
      }),
    });
  const clientId = async (metadata: object = {}) =>
    body<{ client_id: string }>(await register(metadata)).client_id;
  const authorizeUrl = (client: string, more: Record<string, string | null> = {}) => {
    const all = {
      client_id: client,
      response_type: 'code',
      redirect_uri: CALLBACK,
      code_challenge: CHALLENGE,
      code_challenge_method: 'S256',
      resource: MCP_URL,
      scope: 'read write',
      state: 's',
      ...more,
    };
    const given = Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== null);
    return `${APP_ORIGIN}/oauth/authorize?${new URLSearchParams(given).toString()}`;
  };
  const exchange = (client: string, code: string, more: Record<string, string> = {}) =>
    post('/oauth/token', {
      grant_type: 'authorization_code',
      client_id: client,
      code,
      code_verifier: VERIFIER,
      redirect_uri: CALLBACK,
      ...more,
    });
  const refresh = (client: string, token: string, more: Record<string, string> = {}) =>
    post('/oauth/token', { grant_type: 'refresh_token', client_id: client, refresh_token: token, ...more });
  /** An authorization code for a client, approved by the owner of Alpha. */
  async function codeFor(client: string, approval: object = APPROVAL) {
    const browser = openBrowser(world.app);
    const id = await requestId(browser, authorizeUrl(client));
    const callback = new URL(await approve(browser, id, 'owner@x.test', approval));
    return callback.searchParams.get('code')!;
  }
  interface Tokens {
    access_token: string;
    refresh_token: string;
    scope: string;
  }
  async function tokensFor(client: string, approval?: object) {
    return body<Tokens>(await exchange(client, await codeFor(client, approval)));
  }

  describe('without a token', () => {
    test.each([
      ['no token', undefined, undefined],
      ['a wrong personal token', 'hs_pat_0123456789abcdef_wrong', 'invalid_token'],
      ['a made-up access token', 'x'.repeat(43), 'invalid_token'],
    ])('answers 401 to %s and says where to sign in', async (_name, token, error) => {
      for (const method of ['POST', 'GET'] as const) {
        const answer = await callMcp(token, method);
        expect(answer.statusCode).toBe(401);
        const challenge = String(answer.headers['www-authenticate']);
        expect(challenge).toMatch(/^Bearer resource_metadata="http:\/\/localhost:3000\/\.well-known\//);
        expect(challenge.includes('error="invalid_token"')).toBe(error !== undefined);
        expect(body<{ error?: string }>(answer).error).toBe(error);
      }
    });

    test('describes the resource and the authorization server', async () => {
      const challenge = String((await callMcp()).headers['www-authenticate']);
      const [, at = ''] = /resource_metadata="([^"]+)"/.exec(challenge) ?? [];
      expect(body(await forwardThroughEdge(world.app, at))).toMatchObject({
        resource: MCP_URL,
        authorization_servers: [APP_ORIGIN],
        scopes_supported: ['read', 'write'],
      });
      for (const name of ['oauth-authorization-server', 'openid-configuration'])
        expect(body(await forwardThroughEdge(world.app, `/.well-known/${name}`))).toMatchObject({
          issuer: APP_ORIGIN,
          authorization_endpoint: `${APP_ORIGIN}/oauth/authorize`,
          token_endpoint: `${APP_ORIGIN}/oauth/token`,
          registration_endpoint: `${APP_ORIGIN}/oauth/register`,
          revocation_endpoint: `${APP_ORIGIN}/oauth/revoke`,
          code_challenge_methods_supported: ['S256'],
        });
      const unknown = await forwardThroughEdge(world.app, '/.well-known/nothing');
      expect([unknown.statusCode, body(unknown)]).toEqual([404, { detail: 'Not Found' }]);
    });

    test('builds its addresses from the public origin, regardless of the Host header', async () => {
      const answer = await world.app.inject({
        url: '/.well-known/oauth-authorization-server',
        headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
      });
      expect(answer.body).not.toContain('evil.example');
      expect(body(answer)).toMatchObject({ token_endpoint: `${APP_ORIGIN}/oauth/token` });
    });
  });

  describe('a program that signs in', () => {
    test('acts as the chosen agent in the chosen workspace, and is listed with the tokens', async () => {
      const program = await signedIn(world.app, 'owner@x.test');
      const client = await program.connect();
      const who = await client.callTool({ name: 'whoami', arguments: {} });
      expect(who.structuredContent).toMatchObject({
        email: 'owner@x.test',
        token_is_confined_to: ids.alphaOrg,
        token_rights: ['read', 'write'],
      });
      const made = await client.callTool({
        name: 'create_memory_block',
        arguments: { content: 'Signed in by OAuth.', lessons_learned: 'It works.' },
      });
      expect(made.structuredContent).toMatchObject({ agent_id: ids.agent(1), workspace: 'Alpha' });
      await client.close();

      const [token] = await readTokens();
      expect(token).toMatchObject({
        name: 'Test agent',
        scopes: ['read', 'write'],
        organization_id: ids.alphaOrg,
        signs_in: true,
        status: 'active',
      });
      const days = (Date.parse(token!.expires_at!) - Date.now()) / 86_400_000;
      expect(Math.round(days)).toBe(90);
      const { rows } = await world.database.read(SYSTEM, (handle) =>
        handle.execute(sql`select * from oauth_records`),
      );
      const { access_token: access, refresh_token: refreshToken } = program.kept.tokens!;
      for (const secret of [access, refreshToken!]) expect(JSON.stringify(rows)).not.toContain(secret);
    });

    test('is rejected by every endpoint except MCP', async () => {
      const { kept } = await signedIn(world.app, 'owner@x.test');
      const token = kept.tokens!.access_token;
      expect((await callMcp(token)).statusCode).toBe(200);
      for (const key of ['GET /user-info', 'GET /memory-blocks/', 'GET /users/me/tokens'])
        expect((await send(world.app, key, null, { token })).statusCode).toBe(401);
    });

    test('is limited to reading if the person allows no more, and to the personal workspace if chosen', async () => {
      const approval = { organization_id: null, new_agent_name: 'Reader', scopes: ['read'] };
      const program = await signedIn(world.app, 'owner@x.test', approval);
      expect(program.kept.tokens).toMatchObject({ scope: 'read' });
      const client = await program.connect();
      const who = await client.callTool({ name: 'whoami', arguments: {} });
      expect(who.structuredContent).toMatchObject({
        token_rights: ['read'],
        workspaces: [{ workspace: 'personal', can_write: false }],
      });
      const refused = await client.callTool({
        name: 'create_memory_block',
        arguments: { content: 'a', lessons_learned: 'b' },
      });
      expect(refused.isError).toBe(true);
      await client.close();
      expect((await readTokens())[0]).toMatchObject({ is_personal: true, organization_id: null });
    });

    test('is signed out when its owner revokes the token', async () => {
      const { kept } = await signedIn(world.app, 'owner@x.test');
      const [token] = await readTokens();
      await send(world.app, `DELETE /users/me/tokens/${token!.id}`, 'owner@x.test');
      expect((await callMcp(kept.tokens!.access_token)).statusCode).toBe(401);
      const again = await refresh(kept.client!.client_id, kept.tokens!.refresh_token!);
      expect([again.statusCode, body<{ error: string }>(again).error]).toEqual([400, 'invalid_grant']);
    });

    test('revokes its token when it signs out', async () => {
      const { kept } = await signedIn(world.app, 'owner@x.test');
      const revoked = await post('/oauth/revoke', {
        client_id: kept.client!.client_id,
        token: kept.tokens!.refresh_token!,
      });
      expect(revoked.statusCode).toBe(200);
      expect((await callMcp(kept.tokens!.access_token)).statusCode).toBe(401);
      expect((await readTokens())[0]).toMatchObject({ signs_in: true, status: 'revoked' });
    });

    test('renews its token when the same client signs in again as the same agent', async () => {
      const client = await clientId();
      const first = await tokensFor(client);
      const before = await readTokens();
      const second = await tokensFor(client, { ...APPROVAL, scopes: ['read'] });
      const after = await readTokens();
      expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
      expect(after[0]).toMatchObject({ scopes: ['read'], status: 'active' });
      expect((await callMcp(second.access_token)).statusCode).toBe(200);
      expect((await callMcp(first.access_token)).statusCode).toBe(401);
    });

    test('is notified when the request is declined', async () => {
      const browser = openBrowser(world.app);
      const id = await requestId(browser, authorizeUrl(await clientId()));
      const denied = await browser.call('POST', `/oauth/requests/${id}/deny`, 'owner@x.test');
      const { at } = await browser.open(body<{ redirect_to: string }>(denied).redirect_to);
      expect(at).toContain(`${CALLBACK}?error=access_denied`);
    });

    test('is described by the document at its client id, if configured', async () => {
      const document = {
        client_id: 'https://agent.example/client.json',
        client_name: 'Described\u202e agent',
        redirect_uris: [CALLBACK],
        token_endpoint_auth_method: 'none',
      };
      // The library expects undici's agent among the globals, but Jest has separate globals.
      const warned = jest.spyOn(console, 'warn').mockImplementation();
      const fetched = jest
        .spyOn(globalThis, 'fetch')
        .mockImplementation(() => Promise.resolve(Response.json(document)));
      const closed = await forwardThroughEdge(world.app, authorizeUrl(document.client_id));
      expect([closed.statusCode, fetched.mock.calls.length]).toEqual([400, 0]);
      const app = testApp(world.database, { OAUTH_CLIENT_DOCUMENTS: '1' });
      const browser = openBrowser(app);
      const id = await requestId(browser, authorizeUrl(document.client_id));
      expect([fetched.mock.calls.length, warned.mock.calls.length]).toEqual([1, 1]);
      const shown = body<OAuthRequest>(
        await browser.call('GET', `/oauth/requests/${id}/details`, 'owner@x.test'),
      );
      expect(shown).toMatchObject({
        client_name: 'Described agent',
        client_host: 'agent.example',
        redirect_to: '127.0.0.1',
        scopes: ['read', 'write'],
      });
      await app.close();
    });

    test('may request no scope, unknown scopes and no resource', async () => {
      const client = await clientId();
      for (const scope of [null, 'mcp:tools', 'openid email']) {
        const browser = openBrowser(world.app);
        const id = await requestId(browser, authorizeUrl(client, { scope, resource: null }));
        const code = new URL(await approve(browser, id, 'owner@x.test')).searchParams.get('code')!;
        const { access_token: token } = body<Tokens>(await exchange(client, code));
        expect([scope, (await callMcp(token)).statusCode]).toEqual([scope, 200]);
      }
    });
  });

  describe('refresh', () => {
    test('rotates tokens, and revokes all of them when an old one is reused', async () => {
      const client = await clientId();
      const first = await tokensFor(client);
      const second = body<Tokens>(await refresh(client, first.refresh_token, { resource: MCP_URL }));
      expect(second.refresh_token).not.toBe(first.refresh_token);
      expect((await callMcp(second.access_token)).statusCode).toBe(200);
      const replay = await refresh(client, first.refresh_token);
      expect([replay.statusCode, body<{ error: string }>(replay).error]).toEqual([400, 'invalid_grant']);
      expect((await callMcp(second.access_token)).statusCode).toBe(401);
      expect((await refresh(client, second.refresh_token)).statusCode).toBe(400);
      expect((await readTokens())[0]).toMatchObject({ status: 'revoked' });
    });

    test('issues tokens for at most one of several concurrent calls', async () => {
      const client = await clientId();
      const { refresh_token: token } = await tokensFor(client);
      const answers = await Promise.all([1, 2, 3].map(() => refresh(client, token)));
      expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeLessThan(2);
    });

    test('is rejected for another client', async () => {
      const { refresh_token: token } = await tokensFor(await clientId());
      expect((await refresh(await clientId(), token)).statusCode).toBe(400);
    });
  });

  describe('a client with a secret', () => {
    const confidential = { token_endpoint_auth_method: 'client_secret_post' };
    const storedSecrets = async () => {
      const { rows } = await world.database.read(SYSTEM, (handle) =>
        handle.execute<{ secret: string }>(
          sql`select payload ->> 'client_secret' as secret from oauth_records where kind = 'Client' and payload ? 'client_secret'`,
        ),
      );
      return rows.map(({ secret }) => secret);
    };

    test('gets tokens only for its secret, which is stored as a hash that cannot be used instead', async () => {
      const client = body<{ client_id: string; client_secret: string }>(await register(confidential));
      const stored = await storedSecrets();
      expect(stored).toEqual([expect.stringMatching(/^sha256:[0-9a-f]{64}$/)]);
      const code = await codeFor(client.client_id);
      for (const client_secret of ['wrong', stored[0]!])
        expect((await exchange(client.client_id, code, { client_secret })).statusCode).toBe(401);
      const { client_secret } = client;
      expect((await exchange(client.client_id, code, { client_secret })).statusCode).toBe(200);
    });

    test('keeps working when an earlier version stored its secret in plain text', async () => {
      const { client_id, client_secret } = body<{ client_id: string; client_secret: string }>(
        await register(confidential),
      );
      await world.database.write(SYSTEM, (handle) =>
        handle.execute(
          sql`update oauth_records set payload = jsonb_set(payload, '{client_secret}', to_jsonb(${client_secret}::text)) where payload ->> 'client_id' = ${client_id}`,
        ),
      );
      for (let round = 0; round < 2; round += 1) {
        const answer = await exchange(client_id, await codeFor(client_id), { client_secret });
        expect(answer.statusCode).toBe(200);
        await world.database.write(SYSTEM, deleteOldOauthRecords);
        expect(await storedSecrets()).not.toContain(client_secret);
      }
    });
  });

  describe('refuses', () => {
    test('a reused code, and revokes the tokens issued for it', async () => {
      const client = await clientId();
      const code = await codeFor(client);
      const first = body<Tokens>(await exchange(client, code));
      expect((await exchange(client, code)).statusCode).toBe(400);
      expect((await callMcp(first.access_token)).statusCode).toBe(401);
    });

    test('a code with the verifier, redirect address or client of another request', async () => {
      const client = await clientId({ redirect_uris: [CALLBACK, 'http://127.0.0.1/other'] });
      const wrong: Record<string, string>[] = [
        { code_verifier: 'w'.repeat(64) },
        { redirect_uri: 'http://127.0.0.1:41999/other' },
        { client_id: await clientId() },
      ];
      for (const more of wrong)
        expect((await exchange(client, await codeFor(client), more)).statusCode).toBe(400);
    });

    test('requests with a plain challenge or none', async () => {
      const client = await clientId();
      for (const more of [
        { code_challenge: null, code_challenge_method: null },
        { code_challenge_method: 'plain', code_challenge: VERIFIER },
      ]) {
        const { at } = await openBrowser(world.app).open(authorizeUrl(client, more));
        expect(at).toMatch(/^http:\/\/127\.0\.0\.1:41999\/callback\?error=invalid_request/);
      }
    });

    test.each([
      'https://evil.example/callback',
      'http://127.0.0.1.evil.example:41999/callback',
      'http://127.0.0.1:41999/callback/../other',
      'http://127.0.0.1:41999/callback?next=https://evil.example',
      'http://user@127.0.0.1:41999/callback',
      'http://localhost:41999/callback',
      'javascript:alert(1)',
      '//evil.example',
    ])('to redirect to %s, which is not registered', async (address) => {
      const { answer, at } = await openBrowser(world.app).open(
        authorizeUrl(await clientId(), { redirect_uri: address }),
      );
      expect([answer.statusCode, answer.headers['location'], at.startsWith(APP_ORIGIN)]).toEqual([
        400,
        undefined,
        true,
      ]);
      expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    });

    test('no port of a loopback address, so that clients may listen on any', async () => {
      const browser = openBrowser(world.app);
      const client = await clientId({ redirect_uris: ['http://127.0.0.1/callback'] });
      expect(await requestId(browser, authorizeUrl(client))).toMatch(/^[\w-]+$/);
    });

    test.each([
      ['javascript:alert(1)'],
      ['data:text/html,x'],
      ['http://evil.example/callback'],
      ['https://claude.ai/callback#fragment'],
    ])('to register %s as a redirect address', async (address) => {
      expect((await register({ redirect_uris: [address] })).statusCode).toBe(400);
    });

    test('other resources at each step', async () => {
      const client = await clientId();
      const other = 'https://other.example/mcp';
      const { at } = await openBrowser(world.app).open(authorizeUrl(client, { resource: other }));
      expect(at).toContain('error=invalid_target');
      const mixed = await exchange(client, await codeFor(client), { resource: other });
      expect(body<{ error: string }>(mixed).error).toBe('invalid_target');
      const { refresh_token: token } = await tokensFor(client);
      expect(body<{ error: string }>(await refresh(client, token, { resource: other })).error).toBe(
        'invalid_target',
      );
    });

    test('a token of another audience', async () => {
      const { access_token: token } = await tokensFor(await clientId());
      expect((await callMcp(token)).statusCode).toBe(200);
      const hash = createHash('sha256').update(token).digest('hex');
      await world.database.write(SYSTEM, (handle) =>
        handle.execute(
          sql`update oauth_records set payload = jsonb_set(payload, '{aud}', '"https://other.example/mcp"') where id_hash = ${hash}`,
        ),
      );
      expect((await callMcp(token)).statusCode).toBe(401);
    });

    test('refresh tokens, codes and client ids as access tokens', async () => {
      const client = await clientId();
      const code = await codeFor(client);
      const { refresh_token: token } = await tokensFor(client);
      for (const text of [code, token, client]) expect((await callMcp(text)).statusCode).toBe(401);
    });

    test('approvals from another site, browser or token, and from people without access', async () => {
      const browser = openBrowser(world.app);
      const id = await requestId(browser, authorizeUrl(await clientId()));
      const path = `/oauth/requests/${id}/approve`;
      const status = async (answer: ReturnType<typeof browser.call>) => (await answer).statusCode;
      const evil = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
      expect(await status(browser.call('POST', path, 'owner@x.test', APPROVAL, evil))).toBe(403);
      const noToken = { 'x-csrf-token': '' };
      expect(await status(browser.call('POST', path, 'owner@x.test', APPROVAL, noToken))).toBe(403);
      // A forwarded link: the attacker's browser has the cookie of the request, the victim's does not.
      const victim = openBrowser(world.app);
      expect(await status(victim.call('POST', path, 'owner@x.test', APPROVAL))).toBe(404);
      expect(await status(victim.call('GET', `/oauth/requests/${id}/details`, 'owner@x.test'))).toBe(404);
      expect((await victim.open(`${APP_ORIGIN}/oauth/authorize/${id}`)).answer.statusCode).toBe(400);
      expect(await status(browser.call('POST', path, null, APPROVAL))).toBe(401);
      const authorization = `Bearer ${await tokenFor(world.app, 'owner@x.test')}`;
      expect(await status(browser.call('POST', path, null, APPROVAL, { authorization }))).toBe(401);
      expect(await status(browser.call('POST', path, 'viewer@x.test', APPROVAL))).toBe(403);
      expect(await status(browser.call('POST', path, 'waiting@x.test', APPROVAL))).toBe(403);
      expect(await status(browser.call('POST', path, 'stranger@x.test', APPROVAL))).toBe(403);
      // The request is still pending after all rejected attempts, and cannot be decided twice.
      await approve(browser, id, 'owner@x.test');
      expect(await status(browser.call('POST', path, 'owner@x.test', APPROVAL))).toBe(404);
    });

    test('to continue before the person has decided', async () => {
      const browser = openBrowser(world.app);
      const id = await requestId(browser, authorizeUrl(await clientId()));
      const { at } = await browser.open(`${APP_ORIGIN}/oauth/authorize/${id}`);
      expect(new URL(at).pathname).toBe('/connect');
      const silent = await openBrowser(world.app).open(authorizeUrl(await clientId(), { prompt: 'none' }));
      expect(silent.at).toContain('error=login_required');
    });

    test('floods of registrations and requests, and oversized bodies', async () => {
      const client = await clientId();
      const statuses = new Set<number>();
      for (let n = 0; n <= CALL_LIMITS.clientRegistrations.hits; n += 1)
        statuses.add((await register({})).statusCode);
      expect([...statuses]).toEqual([201, 429]);
      const asked = new Set<number>();
      for (let n = 0; n <= CALL_LIMITS.oauthRequests.hits; n += 1)
        asked.add((await forwardThroughEdge(world.app, authorizeUrl(client))).statusCode);
      expect([...asked]).toEqual([303, 429]);
      await world.database.write(SYSTEM, (handle) => handle.execute(sql`delete from rate_counters`));
      expect((await register({ client_name: 'x'.repeat(60_000) })).statusCode).toBe(400);
    });
  });

  test('lets the SDK recover after its registration and tokens were deleted on the server', async () => {
    const program = await signedIn(world.app, 'owner@x.test');
    await world.database.write(SYSTEM, (handle) => handle.execute(sql`delete from oauth_records`));
    program.provider.invalidateCredentials = (what) => {
      if (what === 'all' || what === 'client') delete program.kept.client;
      delete program.kept.tokens;
    };
    const fetchFn = edgeFetch(world.app);
    expect(await auth(program.provider, { serverUrl: MCP_URL, fetchFn })).toBe('REDIRECT');
  });

  test('deletes unapproved clients and expired records', async () => {
    const unused = await clientId();
    const used = await clientId();
    const tokens = await tokensFor(used);
    const age = (interval: string) =>
      world.database.write(SYSTEM, (handle) =>
        handle.execute(sql`update oauth_records set created_at = now() - ${interval}::interval`),
      );
    await age('2 days');
    await world.database.write(SYSTEM, deleteOldOauthRecords);
    const known = async (client: string) =>
      (await forwardThroughEdge(world.app, authorizeUrl(client))).statusCode === 303;
    expect([await known(unused), await known(used)]).toEqual([false, true]);
    const [token] = await readTokens();
    await send(world.app, `DELETE /users/me/tokens/${token!.id}`, 'owner@x.test');
    await world.database.write(SYSTEM, deleteOldOauthRecords);
    expect((await refresh(used, tokens.refresh_token)).statusCode).not.toBe(200);
    expect(await known(used)).toBe(false);
  });
});
