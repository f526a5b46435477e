/** Sign-in against a real OpenID provider, over HTTP. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { signIn } from '../../production/login/signIn';
import { startProvider } from '../../production/login/provider';
import { createGateway } from './createGateway';
import { type Harness, startHarness } from './gatewayHarness';

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
  provider = await startProvider({ port: providerPort, accounts: [ADA], client: { ...client, redirectUri } });
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

it('asks the provider with PKCE, state and nonce, and binds the attempt to the browser', async () => {
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

it('signs a person in who knows the password, and names them to the service', async () => {
  const { headers } = await signIn(origin, ADA.email, ADA.password);
  expect((await fetch(`${origin}/api/user-info`, { headers })).status).toBe(200);
  expect(harness.seen.at(-1)?.headers['x-auth-request-email']).toBe(ADA.email);
  const write = await fetch(`${origin}/api/agents/`, { method: 'POST', headers });
  expect(write.status).toBe(200);
  await expect(signIn(origin, ADA.email, 'wrong')).rejects.toThrow();
});

it('tells the service at sign-out which session has ended', async () => {
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

it('completes a sign-in at another gateway than the one where it was started', async () => {
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

it('keeps the session when the service cannot be told of its end', async () => {
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

it('says that the provider does not answer, and asks it again at the next sign-in', async () => {
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

  it('believes who the proxy names, gives the cookie of writes, and has no sign-in of its own', async () => {
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

  it('believes nobody else', async () => {
    const stranger = await createGateway({
      config: { ...harness.config, ...identity, trustedProxies: ['192.0.2.1'] },
      people: [],
    });
    await fetch(`${await stranger.listen({ port: 0, host: '127.0.0.1' })}/api/user-info`, { headers: named });
    expect(harness.seen.at(-1)?.headers).not.toHaveProperty('x-auth-request-email');
    await stranger.close();
  });
});
