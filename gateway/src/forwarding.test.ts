import { createServer, request as httpRequest } from 'node:http';
import type { Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { brotliDecompressSync } from 'node:zlib';
import {
  CALL_HEADERS,
  CREDENTIAL_HEADERS,
  SESSION_ENDED,
  SESSION_REQUIRED,
} from '@hindsight/shared-contracts/api';
import type { Registry } from '@hindsight/shared-contracts/registry';
import { exampleRelease } from '../../tooling/local-stack/exampleRelease';
import { gatewayConfig } from './config';
import { createGateway } from './createGateway';
import { SECRET, signIn, startHarness, testEnvironment } from './gatewayHarness';
import type { Harness, Seen } from './gatewayHarness';
import { withOrigins } from './origins';
import { listRemoteOrigins } from './remoteOrigins';
import { createReplicas } from './replicas';

describe('forwarding', () => {
  let harness: Harness;
  let origin: string;
  let seen: Seen[];

  beforeAll(async () => {
    harness = await startHarness();
    ({ origin, seen } = harness);
  });
  beforeEach(() => (seen.length = 0));
  afterAll(() => harness.stop());

  describe('forwarding', () => {
    const forged = {
      'X-Auth-Request-Email': 'root@elsewhere.example',
      'x-auth-request-user': 'root',
      X_Auth_Request_Email: 'root@elsewhere.example',
      'X-AUTH-REQUEST-ACCESS-TOKEN': 'token',
      'X-Forwarded-User': 'root',
      'X-Forwarded-Email': 'root@elsewhere.example',
      'X-Forwarded-Access-Token': 'token',
      'X-Forwarded-Preferred-Username': 'root',
      'x-forwarded_email': 'root@elsewhere.example',
      'X-Gateway-Secret': SECRET,
      X_Gateway_Secret: SECRET,
    };

    test.each(['/api', '/guest-api'])(
      'strips every identity header that a client sends to %s',
      async (prefix) => {
        await fetch(`${origin}${prefix}/user-info`, { headers: forged });
        const names = Object.keys(seen[0]!.headers);
        expect(names.filter((name) => /auth.request|gateway_secret/i.test(name))).toEqual([]);
        expect(JSON.stringify(seen[0]!.headers)).not.toMatch(/root/);
      },
    );

    it('forwards every header of the API and no other', async () => {
      const names = [...CALL_HEADERS, ...CREDENTIAL_HEADERS];
      const sent = {
        ...Object.fromEntries(names.map((name) => [name.toLowerCase(), `value of ${name}`])),
        cookie: '_oauth2_proxy_csrf=a; hindsight_interaction=i',
        traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
      };
      await new Promise<void>((resolve, reject) => {
        httpRequest(`${origin}/api/json`, { headers: { ...sent, 'X-Anything': 'else' } }, (response) =>
          response.resume().on('end', resolve),
        )
          .on('error', reject)
          .end();
      });
      expect(seen[0]!.headers).toMatchObject(sent);
      expect(seen[0]!.headers).not.toHaveProperty('x-anything');
      await fetch(`${origin}/api/json`, { headers: { traceparent: 'nonsense' } });
      expect(seen[1]!.headers['traceparent']).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    });

    it('answers 401 to a page whose session has ended instead of serving it as a guest', async () => {
      const { cookie, csrf } = await signIn(origin);
      const call = (path: string, headers: Record<string, string>, method = 'GET') =>
        fetch(origin + path, { method, headers: { ...headers, ...SESSION_REQUIRED } });
      const ended: Record<string, string>[] = [
        {},
        { Cookie: '_hindsight_session=over.x', 'X-CSRF-Token': csrf },
      ];
      for (const method of ['GET', 'POST', 'DELETE']) {
        for (const headers of ended) {
          const refused = await call('/api/agents/', headers, method);
          expect([refused.status, await refused.json()]).toEqual([
            401,
            { detail: SESSION_ENDED.detail, code: SESSION_ENDED.code },
          ]);
        }
      }
      expect(seen).toEqual([]);
      expect((await call('/api/agents/', { Cookie: cookie })).status).toBe(200);
      expect((await call('/api/agents/', { Authorization: 'Bearer hs_pat_x' })).status).toBe(200);
      expect((await call('/guest-api/agents/', {})).status).toBe(200);
    });

    it('turns the session into identity headers and overrides those of the client', async () => {
      const { cookie } = await signIn(origin);
      await fetch(`${origin}/api/user-info`, {
        headers: { ...forged, Cookie: `${cookie}; hindsight_read_after=0-1; theme=dark` },
      });
      const { headers } = seen[0]!;
      expect(headers['x-auth-request-email']).toBe('ada@hindsight.example');
      expect(headers['x-auth-request-user']).toBe('ada@hindsight.example');
      expect(headers['x-gateway-secret']).toBe(SECRET);
      expect(headers.cookie).toMatch(/^_oauth2_proxy_csrf=[^;]+; hindsight_read_after=0-1$/);
      expect(headers.cookie).not.toContain('_hindsight_session');
    });

    it('keeps its own headers when a Connection header lists them', async () => {
      const { cookie } = await signIn(origin);
      await new Promise<void>((resolve, reject) => {
        const headers = { Cookie: cookie, Connection: 'close, X-Gateway-Secret, X-Auth-Request-Email' };
        httpRequest(`${origin}/api/user-info`, { headers }, (response) =>
          response.resume().on('end', resolve),
        )
          .on('error', reject)
          .end();
      });
      expect(seen[0]!.headers['x-auth-request-email']).toBe('ada@hindsight.example');
      expect(seen[0]!.headers['x-gateway-secret']).toBe(SECRET);
    });

    it('sends no identity for a forged session', async () => {
      const { cookie } = await signIn(origin);
      await fetch(`${origin}/api/user-info`, {
        headers: { Cookie: cookie.replace(/_hindsight_session=\w/, '_hindsight_session=A') },
      });
      expect(seen[0]!.headers['x-auth-request-email']).toBeUndefined();
    });

    it('forwards neither identity nor credentials on /guest-api', async () => {
      const { cookie } = await signIn(origin);
      await fetch(`${origin}/guest-api/agents/?scope=public`, {
        headers: { Cookie: cookie, Authorization: 'Bearer hs_pat_x', 'X-API-Key': 'hs_pat_x' },
      });
      const { headers, url } = seen[0]!;
      expect(url).toBe('/agents/?scope=public');
      for (const name of ['cookie', 'authorization', 'x-api-key', 'x-auth-request-email']) {
        expect(headers[name]).toBeUndefined();
      }
    });

    it('forwards an access token without the session beside it', async () => {
      const { cookie } = await signIn(origin);
      const tokens: Record<string, string>[] = [
        { Authorization: 'Bearer hs_pat_x' },
        { 'X-API-Key': 'hs_pat_x' },
      ];
      for (const header of tokens) {
        await fetch(`${origin}/api/agents/`, {
          headers: { Cookie: cookie, ...header },
        });
      }
      expect(seen[0]!.headers.authorization).toBe('Bearer hs_pat_x');
      expect(seen[1]!.headers['x-api-key']).toBe('hs_pat_x');
      expect(seen.every(({ headers }) => headers['x-auth-request-email'] === undefined)).toBe(true);
    });

    it('lets a client without a session request a token, because there is nothing to forge', async () => {
      const answer = await fetch(`${origin}/api/device/authorize`, { method: 'POST', body: '{}' });
      expect(answer.status).toBe(200);
      expect(seen[0]).toMatchObject({ method: 'POST', url: '/device/authorize' });
    });

    it('forwards OAuth requests by their full path and without the session', async () => {
      const { cookie } = await signIn(origin);
      const own = { Cookie: `${cookie}; hindsight_resume=r`, Authorization: 'Basic x' };
      await fetch(`${origin}/oauth/authorize?client_id=a`, { headers: own });
      await fetch(`${origin}/oauth/token`, { method: 'POST', headers: own, body: 'grant_type=x' });
      await fetch(`${origin}/.well-known/oauth-protected-resource/api/mcp`, { headers: own });
      expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
        'GET /oauth/authorize?client_id=a',
        'POST /oauth/token',
        'GET /.well-known/oauth-protected-resource/api/mcp',
      ]);
      for (const { headers } of seen) {
        expect(headers).toMatchObject({ authorization: 'Basic x' });
        expect(headers['cookie']).toContain('hindsight_resume=r');
        expect(headers['cookie']).not.toContain('_hindsight_session');
        expect(headers['x-auth-request-email']).toBeUndefined();
      }
    });

    it('forwards method, path, query, body and scope headers unchanged', async () => {
      const body = JSON.stringify({ text: 'x'.repeat(50_000) });
      const response = await fetch(`${origin}/api/memory-blocks/?search_query=a%20b&scope=personal`, {
        method: 'PATCH',
        headers: { 'Content-Type': 'application/json', 'X-Active-Scope': 'personal' },
        body,
      });
      expect(response.status).toBe(200);
      expect([seen[0]!.method, seen[0]!.url]).toEqual([
        'PATCH',
        '/memory-blocks/?search_query=a%20b&scope=personal',
      ]);
      expect(seen[0]!.body === body).toBe(true);
      expect(seen[0]!.headers['x-active-scope']).toBe('personal');
    });

    it('streams the first part before the last is written', async () => {
      const reader = (await fetch(`${origin}/api/stream`)).body!.getReader();
      const read = async () => Buffer.from((await reader.read()).value!).toString();
      expect(await read()).toBe('first\n');
      harness.endStreams();
      expect(await read()).toBe('second\n');
    });

    it('compresses large JSON answers', async () => {
      const bytes = await new Promise<Buffer>((resolve, reject) => {
        httpRequest(`${origin}/api/json`, { headers: { 'Accept-Encoding': 'br' } }, (response) => {
          expect(response.headers['content-encoding']).toBe('br');
          expect(response.headers.vary).toContain('Accept-Encoding');
          const parts: Buffer[] = [];
          response
            .on('data', (part: Buffer) => parts.push(part))
            .on('end', () => resolve(Buffer.concat(parts)));
        })
          .on('error', reject)
          .end();
      });
      expect(bytes.length).toBeLessThan(500);
      expect(JSON.parse(brotliDecompressSync(bytes).toString())).toEqual({ rows: 'row '.repeat(2000) });
    });

    it('refuses an oversized body, except from agents, whom the service answers', async () => {
      const send = async (path: string) => {
        const response = await fetch(origin + path, { method: 'POST', body: 'x'.repeat(2_100_000) });
        return [response.status, ((await response.json()) as { detail?: string }).detail];
      };
      expect(await send('/guest-api/agents/')).toEqual([413, 'The request body is too large.']);
      expect(seen).toEqual([]);
      expect(await send('/api/mcp')).toEqual([200, undefined]);
    });

    it('delivers the refusal of an oversized body over Connection: close', async () => {
      const answer = () =>
        new Promise<string>((resolve, reject) => {
          const body = 'x'.repeat(4_000_000);
          const { hostname, port, host } = new URL(origin);
          const socket = connect(Number(port), hostname).once('error', reject);
          let text = '';
          socket.on('data', (part) => (text += String(part))).once('close', () => resolve(text));
          socket.write(
            `POST /guest-api/agents/ HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
          );
        });
      for (let call = 0; call < 20; call += 1)
        expect(await answer()).toMatch(/^HTTP\/1\.1 413 [^]*The request body is too large\./);
    });

    it('aborts the request to the service when the client disconnects', async () => {
      const leave = new AbortController();
      const call = fetch(`${origin}/api/slow`, { signal: leave.signal });
      await harness.until(() => seen.length > 0);
      leave.abort();
      await expect(call).rejects.toThrow();
      // Long before the gateway's own timeout.
      await harness.until(() => seen[0]!.aborted);
    });

    it('answers 504 when the service stays silent and 502 when it is down', async () => {
      const impatient = await createGateway({ config: harness.config, people: [], upstreamTimeoutMs: 300 });
      const silent = await fetch(`${await impatient.listen({ port: 0, host: '127.0.0.1' })}/api/slow`);
      expect(silent.status).toBe(504);
      expect(await silent.json()).toEqual({ detail: 'The memory service took too long to respond.' });
      await impatient.close();
      const alone = await createGateway({
        config: { ...harness.config, serviceOrigins: ['http://127.0.0.1:1'] },
        people: [],
      });
      const down = await fetch(`${await alone.listen({ port: 0, host: '127.0.0.1' })}/api/agents/`);
      expect(down.status).toBe(502);
      expect(await down.json()).toEqual({
        detail: 'The memory service isn’t responding. Start it, then try again.',
      });
      await alone.close();
    });

    it('refuses an address with too many open requests until one of them ends', async () => {
      const limits = { ...harness.config.limits, addressOpen: 2 };
      const alone = await createGateway({ config: { ...harness.config, limits }, people: [] });
      const own = await alone.listen({ port: 0, host: '127.0.0.1' });
      const leave = new AbortController();
      const held = [1, 2].map(() => fetch(`${own}/api/slow`, { signal: leave.signal }));
      const ended = Promise.allSettled(held);
      await harness.until(() => seen.length === 2);
      const refused = await fetch(`${own}/api/agents/`);
      expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '1']);
      expect(await refused.json()).toEqual({ detail: 'Too many requests. Wait a moment and try again.' });
      leave.abort();
      await ended;
      await harness.until(() => seen.every(({ aborted }) => aborted));
      expect((await fetch(`${own}/api/agents/`)).status).toBe(200);
      await alone.close();
    });
  });

  it('counts all addresses of an IPv6 network as one, and those of another separately', async () => {
    const limits = { ...harness.config.limits, addressRate: 0.1 };
    const alone = await createGateway({
      config: { ...harness.config, limits, trustedProxies: ['127.0.0.1'] },
      people: [],
    });
    const ask = async (address: string) =>
      (await alone.inject({ url: '/healthz', headers: { host: 'localhost', 'x-forwarded-for': address } }))
        .statusCode;
    const addresses = ['2001:db8:1:2::1', '2001:db8:1:2:3:4:5:6', '2001:db8:1:3::1', '::ffff:192.0.2.7'];
    const answers = [];
    for (const address of [...addresses, '192.0.2.7']) answers.push(await ask(address));
    expect(answers).toEqual([200, 429, 200, 200, 429]);
    await alone.close();
  });

  describe('writes with a session', () => {
    const write = (headers: Record<string, string>) =>
      fetch(`${origin}/api/agents/`, { method: 'POST', headers });

    it('pass with the CSRF token of the session', async () => {
      const { cookie, csrf } = await signIn(origin);
      expect((await write({ Cookie: cookie, 'X-CSRF-Token': csrf, Origin: origin })).status).toBe(200);
    });

    it('are refused from another site, without the token, and with the token of another session', async () => {
      const [ada, eve] = [await signIn(origin), await signIn(origin, 'eve@hindsight.example')];
      const refused: Record<string, string>[] = [
        { Cookie: ada.cookie, 'X-CSRF-Token': ada.csrf, Origin: 'http://elsewhere.example' },
        { Cookie: ada.cookie, 'X-CSRF-Token': ada.csrf, Origin: 'null' },
        { Cookie: ada.cookie },
        { Cookie: ada.cookie, 'X-CSRF-Token': eve.csrf },
        // Planting the attacker's own cookie and header does not help: they belong to another session.
        { Cookie: ada.cookie.replace(encodeURIComponent(ada.csrf), eve.csrf), 'X-CSRF-Token': eve.csrf },
      ];
      for (const headers of refused) expect((await write(headers)).status).toBe(403);
      expect(seen).toEqual([]);
    });
  });
});

describe('replicas', () => {
  interface Replica {
    server: Server;
    origin: string;
    isReady: boolean;
    answered: number;
  }

  async function startReplica(): Promise<Replica> {
    const server = createServer((request, response) => {
      if (request.url === '/ready') response.writeHead(replica.isReady ? 200 : 503).end();
      else {
        replica.answered += 1;
        response.end('ok');
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const replica: Replica = { server, origin, isReady: true, answered: 0 };
    return replica;
  }

  let replicas: Replica[];
  beforeEach(async () => (replicas = [await startReplica(), await startReplica()]));
  afterEach(() => replicas.forEach(({ server }) => server.close().closeAllConnections()));

  it('alternates between replicas and skips one that is not ready', async () => {
    let now = 0;
    const service = createReplicas(
      replicas.map(({ origin }) => origin),
      { timeoutMs: 5000, now: () => now },
    );
    const ask = async (times: number) => {
      for (let turn = 0; turn < times; turn += 1) {
        const { body } = await service.request({ method: 'GET', path: '/x' });
        await body.dump();
      }
      return replicas.map(({ answered }) => answered);
    };
    await service.refresh();
    expect(await ask(4)).toEqual([2, 2]);
    replicas[0]!.isReady = false;
    now += 2000;
    // The refresh does not block requests, so the test awaits its end.
    await service.refresh();
    await service.refreshed();
    expect(await ask(2)).toEqual([2, 4]);
    replicas[0]!.isReady = true;
    now += 2000;
    await service.refresh();
    await service.refreshed();
    expect(await ask(4)).toEqual([4, 6]);
    await service.close();
  });
});

describe('remoteOrigins', () => {
  const integrity = `sha384-${'A'.repeat(64)}`;
  const to = (version: string, port: number) => ({
    version,
    url: `http://localhost:${port}/${version}/release.json`,
    integrity,
  });
  const registry: Registry = {
    schema: 1,
    updatedAt: '',
    remotes: { memory: exampleRelease('memory'), 'not-here': exampleRelease('not-here', { port: 3009 }) },
    rollout: {
      memory: { previous: to('0.9.0', 3001), canary: { to: to('1.1.0', 3001), percent: 5 } },
      'not-here': { previous: to('0.9.0', 3010) },
    },
  };
  const config = gatewayConfig({
    ...testEnvironment(process.env['TMPDIR'] ?? '/tmp'),
    REMOTES: 'memory=http://localhost:4081',
    REMOTE_OVERRIDE_ORIGINS: 'http://localhost:* https://builds.example.org',
    TELEMETRY_URL: 'https://key@errors.example.org/7',
    TELEMETRY_FORMAT: 'sentry',
  });

  it('allows scripts from releases, rollout targets and permitted overrides', () => {
    expect(listRemoteOrigins(withOrigins(registry, config.remoteOrigins), config)).toEqual([
      'http://localhost:4081',
      'http://localhost:3009',
      'http://localhost:3010',
      'http://localhost:*',
      'https://builds.example.org',
    ]);
  });

  it('allows only the configured origins without a registry', () => {
    expect(listRemoteOrigins(null, { ...config, overrideOrigins: [] })).toEqual(
      Object.values(config.remoteOrigins),
    );
  });

  it('lets pages reach the error collector, and rejects an invalid override origin at startup', () => {
    expect(config.connectOrigins).toContain('https://errors.example.org');
    expect(config.runtime).toMatchObject({ TELEMETRY_FORMAT: 'sentry' });
    expect(() => gatewayConfig({ GATEWAY_SECRET: 'x', REMOTE_OVERRIDE_ORIGINS: '*' })).toThrow(
      'REMOTE_OVERRIDE_ORIGINS must be a list of origins like http://localhost:3001 or http://localhost:*, not "*".',
    );
  });
});

describe('releaseReports', () => {
  let harness: Harness;

  beforeAll(async () => (harness = await startHarness()));
  afterAll(() => harness.stop());

  const send = (body: string, headers: Record<string, string> = {}) =>
    fetch(`${harness.origin}/release-reports`, { method: 'POST', body, headers });

  const report = JSON.stringify({
    tab: 'a1b2c3d4e5f6a7b8c9d0e1f2',
    organization: null,
    page: '/dashboard',
    releases: [
      { remote: 'memory', version: '1.0.0-abc', channel: 'stable', loads: 1, failures: 0, longTasks: 0 },
    ],
  });

  it('accepts reports, and shows those of signed-in people to operators on this machine', async () => {
    const type = { 'Content-Type': 'application/json' };
    expect((await send(report.replace('a1b2', 'ffff'), type)).status).toBe(204);
    const { cookie } = await signIn(harness.origin);
    expect((await send(report, { ...type, Cookie: cookie })).status).toBe(204);
    const page = await fetch(`${harness.origin}/release-status`);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await page.text()).toContain('1.0.0-abc');
    const style = await fetch(`${harness.origin}/release-status.css`);
    expect(style.headers.get('content-type')).toBe('text/css; charset=utf-8');
    const metrics = await (await fetch(`${harness.origin}/metrics`)).text();
    expect(metrics).toContain('hindsight_release_people{remote="memory",version="1.0.0-abc",role="live"} 1');
  });

  it.each([
    ['nothing', '', 400],
    ['no JSON', 'hello', 400],
    ['too much', 'x'.repeat(20_000), 413],
  ])('refuses %s with a message', async (_name, body, status) => {
    const answer = await send(body);
    expect(answer.status).toBe(status);
    expect(((await answer.json()) as { detail: string }).detail).toMatch(/\.$/);
  });

  it.each([
    ['RELEASES_WATCH_MS', '5'],
    ['RELEASES_WEBHOOK', 'mailto:ops@example.org'],
  ])('rejects an invalid %s at startup', (name, value) => {
    expect(() => gatewayConfig({ ...testEnvironment(harness.folder), [name]: value })).toThrow(name);
  });

  it('serves status and metrics only to requests with the operator token', async () => {
    const parts = { config: { ...harness.config, operatorToken: 'of operators' }, people: [] };
    const gateway = await createGateway(parts);
    const status = async (headers: Record<string, string>) =>
      (await gateway.inject({ url: '/metrics', headers: { host: 'localhost', ...headers } })).statusCode;
    expect(await status({})).toBe(404);
    expect(await status({ authorization: 'Bearer guessed' })).toBe(404);
    expect(await status({ authorization: 'Bearer of operators' })).toBe(200);
    await gateway.close();
  });
});
