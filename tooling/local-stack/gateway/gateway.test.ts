import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as httpRequest, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { exampleRelease } from '../exampleRelease';
import type { GatewayConfig } from './config';
import { createGateway } from './createGateway';

const SECRET = 'shared by gateway and service';
const PEOPLE = [{ name: 'Ada <Admin>', email: 'ada@hindsight.example', description: 'Owner of everything' }];

let folder: string;
let upstream: Server;
let gateway: FastifyInstance;
let origin: string;
let config: GatewayConfig;
/** Called by the echo service before it answers. */
let seen: { url: string; method: string; headers: IncomingHttpHeaders; body: string; aborted: boolean }[];

/** Answers with what it received; /slow never answers; /json is large; /stream comes in two parts. */
function echo(): Server {
  return createServer((request, response) => {
    const record = {
      url: request.url!,
      method: request.method!,
      headers: request.headers,
      body: '',
      aborted: false,
    };
    seen.push(record);
    response.on('close', () => (record.aborted = !response.writableFinished));
    request.on('data', (chunk) => (record.body += String(chunk)));
    request.on('end', () => {
      if (request.url!.startsWith('/slow')) return;
      if (request.url!.startsWith('/stream')) {
        response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('first\n');
        setTimeout(() => response.end('second\n'), 200);
        return;
      }
      const text = JSON.stringify(request.url!.startsWith('/json') ? { rows: 'row '.repeat(2000) } : record);
      response
        .writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) })
        .end(text);
    });
  });
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'gateway-'));
  mkdirSync(path.join(folder, 'host/1.0.0-abc'), { recursive: true });
  writeFileSync(
    path.join(folder, 'host/index.html'),
    '<!doctype html><!--REGISTRY--><!--PRELOAD--><i nonce="__CSP_NONCE__"></i>',
  );
  writeFileSync(path.join(folder, 'host/1.0.0-abc/main.js'), 'main();');
  writeFileSync(path.join(folder, 'host/1.0.0-abc/main.js.br'), 'compressed');
  const remotes = {
    memory: exampleRelease('memory', { routes: ['/dashboard'], port: 9999 }),
    'org-admin': exampleRelease('org-admin', { slots: ['header.notifications'], port: 9998 }),
  };
  writeFileSync(
    path.join(folder, 'registry.json'),
    JSON.stringify({ schema: 1, updatedAt: '2026-01-01T00:00:00.000Z', remotes }),
  );
  upstream = echo();
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  config = {
    port: 0,
    bindAddress: '127.0.0.1',
    hostDist: path.join(folder, 'host'),
    registryFile: path.join(folder, 'registry.json'),
    remoteOrigins: {
      memory: 'http://localhost:4081',
      'ai-ops': 'http://localhost:4082',
      'org-admin': 'http://localhost:4083',
      beta: 'http://localhost:4084',
    },
    serviceOrigin: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`,
    connectOrigins: ['http://localhost:8000'],
    sessionSecret: 'secret of the machine',
    gatewaySecret: SECRET,
    runtime: { HINDSIGHT_SERVICE_API_URL: '/api' },
  };
  gateway = await createGateway({ config, people: PEOPLE, upstreamTimeoutMs: 300 });
  origin = await gateway.listen({ port: 0, host: '127.0.0.1' });
});

beforeEach(() => (seen = []));

afterAll(async () => {
  await gateway.close();
  upstream.closeAllConnections();
  await new Promise((resolve) => upstream.close(resolve));
  rmSync(folder, { recursive: true });
});

const cookiesOf = (response: Response) => response.headers.getSetCookie().map((one) => one.split(';')[0]!);

async function openForm(query = '') {
  const response = await fetch(`${origin}/oauth2/sign_in${query}`);
  const html = await response.text();
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)![1]!;
  return { response, html, token: field('token'), rd: field('rd'), cookie: cookiesOf(response).join('; ') };
}

async function post(body: Record<string, string>, headers: Record<string, string>) {
  return fetch(`${origin}/oauth2/sign_in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(body),
  });
}

/** Signs in through the form; gives the cookie header and the CSRF token of the session. */
async function signIn(email = 'Ada@Hindsight.example') {
  const { token, cookie } = await openForm();
  const response = await post({ email, token, rd: '/' }, { Cookie: cookie });
  const cookies = cookiesOf(response).filter((one) => !one.startsWith('_hindsight_sign_in'));
  const csrf = cookies.find((one) => one.startsWith('_oauth2_proxy_csrf='))!.split('=')[1]!;
  return { response, cookie: cookies.join('; '), csrf: decodeURIComponent(csrf) };
}

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
      expect(names.filter((name) => /auth.request|gateway.secret/i.test(name))).toEqual([]);
      expect(JSON.stringify(seen[0]!.headers)).not.toMatch(/root|shared by gateway/);
    },
  );

  it('turns the session into identity and overrides what the client claims', async () => {
    const { cookie } = await signIn();
    await fetch(`${origin}/api/user-info`, { headers: { ...forged, Cookie: `${cookie}; theme=dark` } });
    const { headers } = seen[0]!;
    expect(headers['x-auth-request-email']).toBe('ada@hindsight.example');
    expect(headers['x-auth-request-user']).toBe('ada@hindsight.example');
    expect(headers['x-gateway-secret']).toBe(SECRET);
    expect(headers.cookie).toContain('theme=dark');
    expect(headers.cookie).not.toContain('_hindsight_session');
  });

  it('cannot be talked out of its own headers by a Connection header', async () => {
    const { cookie } = await signIn();
    await new Promise<void>((resolve, reject) => {
      const headers = { Cookie: cookie, Connection: 'close, X-Gateway-Secret, X-Auth-Request-Email' };
      httpRequest(`${origin}/api/user-info`, { headers }, (response) => response.resume().on('end', resolve))
        .on('error', reject)
        .end();
    });
    expect(seen[0]!.headers['x-auth-request-email']).toBe('ada@hindsight.example');
    expect(seen[0]!.headers['x-gateway-secret']).toBe(SECRET);
  });

  it('gives a forged session no identity', async () => {
    const { cookie } = await signIn();
    await fetch(`${origin}/api/user-info`, {
      headers: { Cookie: cookie.replace(/_hindsight_session=\w/, '_hindsight_session=A') },
    });
    expect(seen[0]!.headers['x-gateway-secret']).toBeUndefined();
  });

  it('carries neither identity nor credentials on /guest-api', async () => {
    const { cookie } = await signIn();
    await fetch(`${origin}/guest-api/agents/?scope=public`, {
      headers: { Cookie: cookie, Authorization: 'Bearer hs_pat_x', 'X-API-Key': 'hs_pat_x' },
    });
    const { headers, url } = seen[0]!;
    expect(url).toBe('/agents/?scope=public');
    for (const name of ['cookie', 'authorization', 'x-api-key', 'x-gateway-secret', 'x-auth-request-email']) {
      expect(headers[name]).toBeUndefined();
    }
  });

  it('lets an access token speak for itself, without the session beside it', async () => {
    const { cookie } = await signIn();
    for (const header of [{ Authorization: 'Bearer hs_pat_x' }, { 'X-API-Key': 'hs_pat_x' }]) {
      await fetch(`${origin}/api/agents/`, {
        headers: { Cookie: cookie, ...(header as Record<string, string>) },
      });
    }
    expect(seen[0]!.headers.authorization).toBe('Bearer hs_pat_x');
    expect(seen[1]!.headers['x-api-key']).toBe('hs_pat_x');
    expect(seen.every(({ headers }) => headers['x-gateway-secret'] === undefined)).toBe(true);
  });

  it('passes method, path, query, body and scope headers as they are', async () => {
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

  it('streams: the first part arrives before the last is written', async () => {
    const response = await fetch(`${origin}/api/stream`);
    const began = Date.now();
    const { value } = await response.body!.getReader().read();
    expect(Buffer.from(value!).toString()).toBe('first\n');
    expect(Date.now() - began).toBeLessThan(150);
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

  it('tells the service when the client leaves', async () => {
    const leave = new AbortController();
    const call = fetch(`${origin}/api/slow`, { signal: leave.signal });
    while (seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    leave.abort();
    await expect(call).rejects.toThrow();
    const deadline = Date.now() + 250; // Sooner than the gateway's own patience of 300 ms would end it.
    while (!seen[0]!.aborted && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(seen[0]!.aborted).toBe(true);
  });

  it('answers 504 when the service stays silent and 502 when it is down', async () => {
    const silent = await fetch(`${origin}/api/slow`);
    expect(silent.status).toBe(504);
    expect(await silent.json()).toEqual({ detail: 'The memory service took too long to answer.' });
    const alone = await createGateway({
      config: { ...config, serviceOrigin: 'http://127.0.0.1:1' },
      people: [],
    });
    const down = await fetch(`${await alone.listen({ port: 0, host: '127.0.0.1' })}/api/agents/`);
    expect(down.status).toBe(502);
    expect(await down.json()).toEqual({
      detail: 'The memory service does not answer. Start it, then try again.',
    });
    await alone.close();
  });
});

describe('writes with a session', () => {
  const write = (headers: Record<string, string>) =>
    fetch(`${origin}/api/agents/`, { method: 'POST', headers });

  it('pass with the token of the session', async () => {
    const { cookie, csrf } = await signIn();
    expect((await write({ Cookie: cookie, 'X-CSRF-Token': csrf, Origin: origin })).status).toBe(200);
  });

  it('are refused from another site, without the token, and with the token of another session', async () => {
    const [ada, eve] = [await signIn(), await signIn('eve@hindsight.example')];
    const refused = [
      { Cookie: ada.cookie, 'X-CSRF-Token': ada.csrf, Origin: 'http://elsewhere.example' },
      { Cookie: ada.cookie, 'X-CSRF-Token': ada.csrf, Origin: 'null' },
      { Cookie: ada.cookie },
      { Cookie: ada.cookie, 'X-CSRF-Token': eve.csrf },
      // Planting the attacker's own pair of cookie and header does not help: it belongs to another session.
      { Cookie: ada.cookie.replace(encodeURIComponent(ada.csrf), eve.csrf), 'X-CSRF-Token': eve.csrf },
    ];
    for (const headers of refused) expect((await write(headers)).status).toBe(403);
    expect(seen).toEqual([]);
  });
});

describe('sign-in', () => {
  it('lists the people, escaped, and keeps rd', async () => {
    const { html, rd, response } = await openForm('?rd=%2Fmemory-blocks%3Fpage%3D2%23row');
    expect(html).toContain('Ada &lt;Admin&gt;');
    expect(html).toContain('value="ada@hindsight.example"');
    expect(rd).toBe('/memory-blocks?page=2#row');
    expect(html).not.toContain('<script');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('sets an http-only session for twelve hours and a readable CSRF cookie, and returns to rd', async () => {
    const { token, cookie } = await openForm();
    const response = await post(
      { email: 'ada@hindsight.example', token, rd: '/agents?x=1' },
      { Cookie: cookie },
    );
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('/agents?x=1');
    const [session, csrf] = response.headers.getSetCookie();
    expect(session).toMatch(/^_hindsight_session=.+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(csrf).toMatch(/^_oauth2_proxy_csrf=.+; Max-Age=43200; Path=\/; SameSite=Lax$/);
  });

  it('never leaves this origin', async () => {
    expect((await openForm('?rd=https%3A%2F%2Felsewhere.example%2F')).rd).toBe('/');
    const { token, cookie } = await openForm();
    const response = await post(
      { email: 'a@b.c', token, rd: 'https://elsewhere.example/' },
      { Cookie: cookie },
    );
    expect(response.headers.get('location')).toBe('/');
    const out = await fetch(`${origin}/oauth2/sign_out?rd=//elsewhere.example`, { redirect: 'manual' });
    expect(out.headers.get('location')).toBe('/');
  });

  test.each(['', 'ada', 'ada@', '@b.c', 'a b@c.d', 'a@b.c\r\nX: y', 'ädä@b.c', `${'a'.repeat(251)}@b.c`])(
    'refuses %j with a sentence and signs nobody in',
    async (email) => {
      const { token, cookie } = await openForm();
      const response = await post({ email, token, rd: '/' }, { Cookie: cookie });
      expect(response.status).toBe(400);
      expect(await response.text()).toContain('This is not an e-mail address.');
      expect(response.headers.getSetCookie().join()).not.toContain('_hindsight_session');
    },
  );

  it('refuses a form that this browser did not open', async () => {
    const [mine, other] = [await openForm(), await openForm()];
    const tries = [
      post({ email: 'a@b.c', token: mine.token, rd: '/' }, {}),
      post({ email: 'a@b.c', token: other.token, rd: '/' }, { Cookie: mine.cookie }),
      post(
        { email: 'a@b.c', token: mine.token, rd: '/' },
        { Cookie: mine.cookie, Origin: 'http://elsewhere.example' },
      ),
    ];
    for (const response of await Promise.all(tries)) {
      expect(response.status).toBe(400);
      expect(response.headers.getSetCookie().join()).not.toContain('_hindsight_session');
    }
  });

  it('signs out: both cookies go, and rd may be our origin', async () => {
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

describe('documents', () => {
  const html = { Accept: 'text/html' };

  it('answers any page address with index.html, a fresh nonce and a policy without eval or inline', async () => {
    const pages = await Promise.all(
      ['/', '/dashboard', '/no/such/page'].map((url) => fetch(origin + url, { headers: html })),
    );
    expect(pages.map((page) => page.status)).toEqual([200, 200, 200]);
    const nonces = pages.map(
      (page) => /'nonce-([^']+)'/.exec(page.headers.get('content-security-policy')!)![1]!,
    );
    expect(new Set(nonces).size).toBe(3);
    expect(await pages[1]!.text()).toContain(`nonce="${nonces[1]}"`);
    const policy = pages[0]!.headers.get('content-security-policy')!;
    expect(policy).toContain("script-src 'self' http://localhost:4081 http://localhost:4083;");
    expect(policy).not.toMatch(/unsafe|\*/);
    expect(pages[0]!.headers.get('cache-control')).toBe('no-cache');
    expect(pages[0]!.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('inlines the registry with the origins of the configuration and preloads for signed-in people', async () => {
    const { cookie } = await signIn();
    const page = await (await fetch(`${origin}/dashboard`, { headers: { ...html, Cookie: cookie } })).text();
    expect(page).toContain('"baseUrl":"http://localhost:4081/1.0.0-abc/"');
    expect(page).toContain('href="http://localhost:4081/1.0.0-abc/remoteEntry.js"');
    expect(page).toContain('href="http://localhost:4083/1.0.0-abc/remoteEntry.js"');
    const anonymous = await (await fetch(`${origin}/dashboard`, { headers: html })).text();
    expect(anonymous).not.toContain('rel="preload"');
  });

  it('answers 304 to a page and a registry that did not change, and keeps the stored page its policy', async () => {
    for (const url of ['/dashboard', '/registry.json']) {
      const first = await fetch(origin + url, { headers: html });
      const again = await fetch(origin + url, {
        headers: { ...html, 'If-None-Match': first.headers.get('etag')! },
      });
      expect(again.status).toBe(304);
      expect(again.headers.get('content-security-policy')).toBeNull();
      expect(again.headers.get('cache-control')).toBe('no-cache');
    }
  });

  it('shows a new registry at the next request, and keeps the last good one when a broken one is written', async () => {
    const complaint = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const releases = { memory: exampleRelease('memory', { version: '2.0.0-new' }) };
    const file = path.join(folder, 'registry.json');
    writeFileSync(
      file,
      JSON.stringify({ schema: 1, updatedAt: '2026-02-01T00:00:00.000Z', remotes: releases }),
    );
    const version = async () => {
      const registry = (await (await fetch(`${origin}/registry.json`)).json()) as {
        remotes: { memory: { version: string } };
      };
      return registry.remotes.memory.version;
    };
    expect(await version()).toBe('2.0.0-new');
    writeFileSync(file, '{"half');
    expect(await version()).toBe('2.0.0-new');
    expect(complaint).toHaveBeenCalledTimes(1);
  });

  it('serves built files for ever, compressed, and a missing one is 404, never a page', async () => {
    const file = await fetch(`${origin}/assets/1.0.0-abc/main.js`, {
      headers: { 'Accept-Encoding': 'identity' },
    });
    expect(await file.text()).toBe('main();');
    expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(file.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    for (const url of [
      '/assets/1.0.0-abc/gone.js',
      '/assets/',
      '/assets/1.0.0-abc',
      '/assets/..%2fregistry.json',
      '/favicon.ico',
    ]) {
      const missing = await fetch(origin + url, { headers: html });
      expect(missing.status).toBe(404);
      expect(missing.headers.get('content-type')).not.toContain('html');
    }
  });

  it('gives a script or image that is gone no page', async () => {
    const missing = await fetch(`${origin}/dashboard`, {
      headers: { Accept: '*/*', 'Sec-Fetch-Dest': 'script' },
    });
    expect(missing.status).toBe(404);
  });

  it('refuses other methods on pages', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const refused = await fetch(`${origin}/dashboard`, { method });
      expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    }
  });

  it('gives the runtime configuration fresh each time', async () => {
    const answer = await fetch(`${origin}/config.json`);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(await answer.json()).toEqual({ HINDSIGHT_SERVICE_API_URL: '/api' });
  });

  it('logs what the policy stopped', async () => {
    const log = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    const answer = await fetch(`${origin}/csp-report`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/csp-report' },
      body: '{"csp-report":{"blocked-uri":"eval"}}',
    });
    expect(answer.status).toBe(204);
    expect(log).toHaveBeenCalledWith(expect.stringContaining('blocked-uri'));
  });
});
