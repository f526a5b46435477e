import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { SESSION_SECONDS } from '@hindsight/shared-contracts/api';
import type { Registry } from '@hindsight/shared-contracts/registry';
import { startProvider } from '../../production/login/provider';
import { signIn } from '../../production/login/signIn';
import { exampleRelease } from '../../tooling/local-stack/exampleRelease';
import { createGateway } from './createGateway';
import { openForm, startHarness, submit } from './gatewayHarness';
import type { Harness } from './gatewayHarness';
import { withOrigins } from './origins';
import { createCsrfToken, newSession, openSession, seal, sealSession } from './session';

/** Sign-in against a real OpenID provider, over HTTP. */
describe('oidc', () => {
  const ADA = { email: 'ada@hindsight.example', password: 'correct horse' };
  const client = { id: 'hindsight', secret: 'of the client' };

  let harness: Harness;
  let provider: Server;
  let gateway: FastifyInstance;
  let origin: string;
  let issuer: string;

  async function freePort(): Promise<number> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }

  const withProvider = (issuer: string, more: object = {}) =>
    createGateway({
      config: {
        ...harness.config,
        oidc: { issuer, clientId: client.id, clientSecret: client.secret },
        ...more,
      },
      people: [],
    });

  beforeAll(async () => {
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    harness = await startHarness();
    const [providerPort, port] = [await freePort(), await freePort()];
    origin = `http://localhost:${port}`;
    const redirectUri = `${origin}/oauth2/callback`;
    provider = await startProvider({
      port: providerPort,
      accounts: [ADA],
      client: { ...client, redirectUri },
    });
    issuer = `http://127.0.0.1:${providerPort}`;
    gateway = await withProvider(issuer);
    await gateway.listen({ port, host: '127.0.0.1' });
  });
  afterAll(async () => {
    await gateway.close();
    provider.closeAllConnections();
    provider.close();
    await harness.stop();
  });

  const start = (query = '') => fetch(`${origin}/oauth2/sign_in${query}`, { redirect: 'manual' });
  const readCookie = (answer: Response) => answer.headers.getSetCookie()[0]!.split(';')[0]!;

  it('sends PKCE, state and nonce to the provider, and binds the attempt to the browser', async () => {
    const answer = await start();
    expect(answer.status).toBe(303);
    const target = new URL(answer.headers.get('location')!);
    expect(Object.fromEntries(target.searchParams)).toMatchObject({
      client_id: 'hindsight',
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${origin}/oauth2/callback`,
    });
    expect(target.searchParams.get('state')).not.toBe(
      new URL((await start()).headers.get('location')!).searchParams.get('state'),
    );
    expect(answer.headers.getSetCookie()[0]).toMatch(/Path=\/oauth2; HttpOnly; SameSite=Lax$/);
  });

  it('signs in a person with the right password, and names them to the service', async () => {
    const { headers } = await signIn(origin, ADA.email, ADA.password);
    expect((await fetch(`${origin}/api/user-info`, { headers })).status).toBe(200);
    expect(harness.seen.at(-1)?.headers['x-auth-request-email']).toBe(ADA.email);
    const write = await fetch(`${origin}/api/agents/`, { method: 'POST', headers });
    expect(write.status).toBe(200);
    await expect(signIn(origin, ADA.email, 'wrong')).rejects.toThrow();
  });

  it('reports the ended session to the service at sign-out', async () => {
    const { headers } = await signIn(origin, ADA.email, ADA.password);
    await fetch(`${origin}/api/user-info`, { headers });
    const session = harness.seen.at(-1)?.headers['x-auth-request-session'];
    const out = await fetch(`${origin}/oauth2/sign_out?rd=/login`, { headers, redirect: 'manual' });
    expect([out.status, out.headers.get('location')]).toEqual([303, '/login']);
    expect(session).toMatch(/^[\w-]{24}$/);
    expect(harness.seen.at(-1)).toMatchObject({
      method: 'POST',
      url: '/sessions/ended',
      headers: { 'x-auth-request-session': session, 'x-auth-request-email': ADA.email },
    });
  });

  it('completes a sign-in that another gateway started', async () => {
    const other = await withProvider(issuer);
    const { headers } = await signIn(origin, ADA.email, ADA.password, async (url, init) => {
      if (url.pathname !== '/oauth2/callback') return fetch(url, init);
      const sent = { host: url.host, ...(init.headers as Record<string, string>) };
      const answer = await other.inject({ url: url.pathname + url.search, headers: sent });
      const received = new Headers({ location: String(answer.headers.location) });
      for (const cookie of [answer.headers['set-cookie'] ?? []].flat()) received.append('set-cookie', cookie);
      return new Response(null, { status: answer.statusCode, headers: received });
    });
    await fetch(`${origin}/api/user-info`, { headers });
    expect(harness.seen.at(-1)?.headers['x-auth-request-email']).toBe(ADA.email);
    await other.close();
  });

  it('keeps the session when the service is unreachable at sign-out', async () => {
    const alone = await withProvider(issuer, { serviceOrigins: ['http://127.0.0.1:1'] });
    const { headers } = await signIn(origin, ADA.email, ADA.password);
    const out = await alone.inject({ url: '/oauth2/sign_out', headers: { ...headers, host: 'localhost' } });
    expect([out.statusCode, out.headers['set-cookie']]).toEqual([502, undefined]);
    await alone.close();
  });

  it.each([
    ['without the browser that started', ''],
    ['with a code that was not given to it', 'own'],
  ])('refuses a callback %s', async (_what, whose) => {
    const started = await start('?rd=/agents');
    const state = new URL(started.headers.get('location')!).searchParams.get('state')!;
    const answer = await fetch(`${origin}/oauth2/callback?code=stolen&state=${state}`, {
      redirect: 'manual',
      headers: whose ? { cookie: readCookie(started) } : {},
    });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toEqual({
      detail: 'This sign-in took too long or started elsewhere. Sign in again.',
    });
    expect(answer.headers.getSetCookie().join()).not.toContain('_hindsight_session=');
  });

  it('reports a provider that does not respond, and retries at the next sign-in', async () => {
    const alone = await withProvider('http://127.0.0.1:1');
    const answer = await alone.inject({ url: '/oauth2/sign_in', headers: { host: 'localhost' } });
    expect([answer.statusCode, answer.json()]).toEqual([
      503,
      { detail: 'The sign-in service isn’t responding. Try again in a moment.' },
    ]);
    await alone.close();
  });

  describe('behind an identity-aware proxy', () => {
    const identity = { identityHeader: 'x-forwarded-email', trustedProxies: ['127.0.0.1'] };
    const named = { 'x-forwarded-email': ADA.email, 'x-forwarded-for': '192.0.2.7' };
    let proxied: FastifyInstance;
    let at: string;
    beforeAll(async () => {
      proxied = await createGateway({ config: { ...harness.config, ...identity }, people: [] });
      at = await proxied.listen({ port: 0, host: '127.0.0.1' });
    });
    afterAll(() => proxied.close());

    it('trusts the identity of the proxy, sets the CSRF cookie, and offers no sign-in', async () => {
      const answer = await fetch(`${at}/api/user-info`, { headers: named });
      expect(harness.seen.at(-1)?.headers).toMatchObject({
        'x-auth-request-email': ADA.email,
        'x-forwarded-for': '192.0.2.7',
      });
      const cookie = readCookie(answer);
      const write = async (headers: Record<string, string>) =>
        (await fetch(`${at}/api/agents/`, { method: 'POST', headers: { ...named, ...headers } })).status;
      expect(await write({})).toBe(403);
      const token = decodeURIComponent(cookie.split('=')[1]!);
      expect(await write({ cookie, 'x-csrf-token': token })).toBe(200);
      expect((await fetch(`${at}/oauth2/sign_in`, { redirect: 'manual' })).status).toBe(404);
    });

    it('trusts no other client', async () => {
      const stranger = await createGateway({
        config: { ...harness.config, ...identity, trustedProxies: ['192.0.2.1'] },
        people: [],
      });
      await fetch(`${await stranger.listen({ port: 0, host: '127.0.0.1' })}/api/user-info`, {
        headers: named,
      });
      expect(harness.seen.at(-1)?.headers).not.toHaveProperty('x-auth-request-email');
      await stranger.close();
    });
  });
});

const SECRET = 'a secret of the machine';
const NOW = 1_700_000_000;

describe('session cookie', () => {
  const session = newSession('ada@hindsight.example', NOW);
  const sealed = sealSession(session, SECRET);

  it('round-trips a sealed session', () => {
    expect(openSession(sealed, SECRET, NOW)).toEqual(session);
  });

  it('expires after exactly twelve hours', () => {
    expect(SESSION_SECONDS).toBe(43_200);
    expect(openSession(sealed, SECRET, NOW + 43_199)).toEqual(session);
    expect(openSession(sealed, SECRET, NOW + 43_200)).toBeNull();
  });

  it('refuses a changed payload, a changed signature, another secret, extra parts and nonsense', () => {
    const [payload, signature] = sealed.split('.') as [string, string];
    const forged = Buffer.from(JSON.stringify({ ...session, email: 'root@hindsight.example' })).toString(
      'base64url',
    );
    expect(openSession(`${forged}.${signature}`, SECRET, NOW)).toBeNull();
    expect(openSession(`${payload}.${signature.slice(0, -2)}AA`, SECRET, NOW)).toBeNull();
    expect(openSession(sealed, 'another secret', NOW)).toBeNull();
    expect(openSession(`${sealed}.x`, SECRET, NOW)).toBeNull();
    expect(openSession(seal('another purpose', session, SECRET), SECRET, NOW)).toBeNull();
    for (const value of [undefined, '', '.', payload, `${payload}.`, `.${signature}`]) {
      expect(openSession(value, SECRET, NOW)).toBeNull();
    }
  });

  it('is not valid as a CSRF token, and differs from the tokens of other sessions', () => {
    const token = createCsrfToken(session, SECRET);
    expect(token).not.toContain(sealed.split('.')[1]);
    expect(createCsrfToken(newSession('ada@hindsight.example', NOW), SECRET)).not.toBe(token);
  });
});

describe('signIn', () => {
  let harness: Harness;
  let origin: string;

  beforeAll(async () => {
    harness = await startHarness();
    ({ origin } = harness);
  });
  afterAll(() => harness.stop());

  describe('sign-in', () => {
    it('lists the people, escaped, and keeps rd', async () => {
      const { html, rd, response } = await openForm(origin, '?rd=%2Fmemory-blocks%3Fpage%3D2%23row');
      expect(html).toContain('Ada &lt;Admin&gt;');
      expect(html).toContain('value="ada@hindsight.example"');
      expect(rd).toBe('/memory-blocks?page=2#row');
      expect(html).not.toContain('<script');
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(response.headers.get('cache-control')).toBe('no-store');
    });

    it('sets an HTTP-only session for twelve hours and a readable CSRF cookie, and redirects to rd', async () => {
      const { token, cookie } = await openForm(origin);
      const response = await submit(
        origin,
        { email: 'ada@hindsight.example', token, rd: '/agents?x=1' },
        { Cookie: cookie },
      );
      expect(response.status).toBe(303);
      expect(response.headers.get('location')).toBe('/agents?x=1');
      const [session, csrf] = response.headers.getSetCookie();
      expect(session).toMatch(/^_hindsight_session=.+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/);
      expect(csrf).toMatch(/^_oauth2_proxy_csrf=.+; Max-Age=43200; Path=\/; SameSite=Lax$/);
    });

    it('accepts an email address in any case', async () => {
      const { token, cookie } = await openForm(origin);
      const form = { email: ' ADA@Hindsight.Example ', token, rd: '/' };
      const [session] = (await submit(origin, form, { Cookie: cookie })).headers.getSetCookie();
      const payload = /^_hindsight_session=([^.]+)\./.exec(session ?? '')![1]!;
      expect(Buffer.from(payload, 'base64url').toString()).toContain('"ada@hindsight.example"');
    });

    it('keeps the typed text when it is not an email address', async () => {
      const { token, cookie } = await openForm(origin);
      const response = await submit(origin, { email: 'nobody at all', token, rd: '/' }, { Cookie: cookie });
      expect(await response.text()).toContain('value="nobody at all"');
    });

    it('never redirects to another origin', async () => {
      expect((await openForm(origin, '?rd=https%3A%2F%2Felsewhere.example%2F')).rd).toBe('/');
      const { token, cookie } = await openForm(origin);
      const response = await submit(
        origin,
        { email: 'a@b.c', token, rd: 'https://elsewhere.example/' },
        { Cookie: cookie },
      );
      expect(response.headers.get('location')).toBe('/');
      const out = await fetch(`${origin}/oauth2/sign_out?rd=//elsewhere.example`, { redirect: 'manual' });
      expect(out.headers.get('location')).toBe('/');
    });

    test.each(['', 'ada', 'ada@', '@b.c', 'a b@c.d', 'a@b.c\r\nX: y', 'ädä@b.c', `${'a'.repeat(251)}@b.c`])(
      'refuses %j with a message and signs nobody in',
      async (email) => {
        const { token, cookie } = await openForm(origin);
        const response = await submit(origin, { email, token, rd: '/' }, { Cookie: cookie });
        expect(response.status).toBe(400);
        expect(await response.text()).toContain('Enter an email address such as');
        expect(response.headers.getSetCookie().join()).not.toContain('_hindsight_session');
      },
    );

    it('refuses a form that another browser opened', async () => {
      const [mine, other] = [await openForm(origin), await openForm(origin)];
      const tries = [
        submit(origin, { email: 'a@b.c', token: mine.token, rd: '/' }, {}),
        submit(origin, { email: 'a@b.c', token: other.token, rd: '/' }, { Cookie: mine.cookie }),
        submit(
          origin,
          { email: 'a@b.c', token: mine.token, rd: '/' },
          { Cookie: mine.cookie, Origin: 'http://elsewhere.example' },
        ),
      ];
      for (const response of await Promise.all(tries)) {
        expect(response.status).toBe(400);
        expect(response.headers.getSetCookie().join()).not.toContain('_hindsight_session');
      }
    });

    it('clears both cookies at sign-out, and accepts our origin as rd', async () => {
      const out = await fetch(`${origin}/oauth2/sign_out?rd=${encodeURIComponent(origin)}`, {
        redirect: 'manual',
      });
      expect(out.status).toBe(303);
      expect(out.headers.get('location')).toBe('/');
      const cleared = out.headers.getSetCookie().join('\n');
      expect(cleared).toMatch(/_hindsight_session=; .*Expires=Thu, 01 Jan 1970/);
      expect(cleared).toMatch(/_oauth2_proxy_csrf=; .*Expires=Thu, 01 Jan 1970/);
    });
  });
});

describe('origins', () => {
  const to = (folder: string, version: string) => ({
    version,
    url: `${folder}${version}/release.json`,
    integrity: 'sha384-x',
  });
  const registry = (baseUrl: string, folder: string): Registry => ({
    schema: 1,
    updatedAt: '2026-01-01T00:00:00.000Z',
    remotes: { memory: { ...exampleRelease('memory'), baseUrl } },
    rollout: { memory: { previous: to(folder, '0.9.0'), canary: { to: to(folder, '1.1.0'), percent: 5 } } },
  });

  it.each([
    ['http://localhost:3001/1.0.0-abc/', 'http://localhost:3001/', ''],
    ['https://files.test/r/memory/1.0.0-abc/', 'https://files.test/r/memory/', '/memory'],
    ['https://files.test/memory/1.0.0-abc/', 'https://files.test/memory/', '/memory'],
  ])('moves %s together with its rollout', (baseUrl, folder, path) => {
    const { remotes, rollout } = withOrigins(registry(baseUrl, folder), { memory: 'http://localhost:4001' });
    expect(remotes.memory?.baseUrl).toBe(`http://localhost:4001${path}/1.0.0-abc/`);
    expect(rollout?.memory?.previous?.url).toBe(`http://localhost:4001${path}/0.9.0/release.json`);
    expect(rollout?.memory?.canary).toMatchObject({
      percent: 5,
      to: { url: `http://localhost:4001${path}/1.1.0/release.json` },
    });
  });

  it('keeps the URL of an unlisted remote', () => {
    const before = registry('https://files.test/memory/1.0.0-abc/', 'https://files.test/memory/');
    expect(withOrigins(before, { beta: 'http://localhost:4001' })).toEqual(before);
  });
});
