import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { exampleRelease } from '../../tooling/local-stack/exampleRelease';
import { type Harness, signIn, startHarness } from './gatewayHarness';

let harness: Harness;
let origin: string;

// One for each test: one of them writes another registry.
beforeEach(async () => {
  harness = await startHarness();
  ({ origin } = harness);
});
afterEach(() => harness.stop());

describe('documents', () => {
  const html = { Accept: 'text/html' };

  it('answers any page address with index.html and a policy without eval, inline scripts or style elements', async () => {
    const pages = await Promise.all(
      ['/', '/dashboard', '/no/such/page'].map((url) => fetch(origin + url, { headers: html })),
    );
    expect(pages.map((page) => page.status)).toEqual([200, 200, 200]);
    const policy = pages[0]!.headers.get('content-security-policy')!;
    expect(policy).toContain("script-src 'self' http://localhost:4081 http://localhost:4083;");
    expect(policy).not.toMatch(/unsafe|nonce|\*/);
    expect(pages[0]!.headers.get('cache-control')).toBe('no-cache');
    expect(pages[0]!.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('inlines the registry with the origins of the configuration and preloads for signed-in people', async () => {
    const { cookie } = await signIn(origin);
    const page = await (await fetch(`${origin}/dashboard`, { headers: { ...html, Cookie: cookie } })).text();
    expect(page).toContain('"baseUrl":"http://localhost:4081/1.0.0-abc/"');
    expect(page).toContain('href="http://localhost:4081/1.0.0-abc/remoteEntry.js"');
    // The bell comes after the rows.
    expect(page).not.toContain('href="http://localhost:4083/1.0.0-abc/remoteEntry.js"');
    const anonymous = await (await fetch(`${origin}/dashboard`, { headers: html })).text();
    expect(anonymous).not.toContain('rel="page-file"');
    expect(page).toContain('id="first-queries">{"remote":"memory","version":"1.0.0-abc"');
    expect(anonymous).not.toContain('first-queries');
  });

  it('sends the frame of the address and its title, composed once for all addresses of a route', async () => {
    const page = async (url: string) => (await fetch(origin + url, { headers: html })).text();
    const dashboard = await page('/dashboard');
    expect(dashboard).toContain('<title>/dashboard</title>');
    const [frame] = /<h1>\/dashboard \d+<\/h1>$/.exec(dashboard)!;
    expect(await page('/dashboard/below?of=it')).toContain(frame);
    expect(await page('/profile')).toContain('<h1>/profile ');
    expect(await page('/no/such/page')).toContain('<h1>/ / ');
    expect((await fetch(`${origin}/assets/frame.cjs`)).status).toBe(404);
  });

  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip;q=1, br;q=0', 'gzip'],
    ['identity', null],
  ])('sends a page to a client that accepts %s in its best coding', async (accepted, coding) => {
    const plain = await (await fetch(`${origin}/profile`, { headers: html })).text();
    const page = await fetch(`${origin}/profile`, { headers: { ...html, 'Accept-Encoding': accepted } });
    expect([page.headers.get('content-encoding'), await page.text()]).toEqual([coding, plain]);
    expect(page.headers.get('vary')).toContain('Accept-Encoding');
  });

  it('answers 304 to a page and a registry that did not change, with the policy of the page', async () => {
    for (const url of ['/dashboard', '/registry.json']) {
      const first = await fetch(origin + url, { headers: html });
      const again = await fetch(origin + url, {
        headers: { ...html, 'If-None-Match': first.headers.get('etag')! },
      });
      expect(again.status).toBe(304);
      const policy = first.headers.get('content-security-policy');
      expect(again.headers.get('content-security-policy')).toBe(policy);
      expect(again.headers.get('cache-control')).toBe('no-cache');
    }
  });

  it('shows a new registry at the next request, and keeps the last good one when a broken one is written', async () => {
    const complaint = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const releases = { memory: exampleRelease('memory', { version: '2.0.0-new' }) };
    const file = path.join(harness.folder, 'registry.json');
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
    const problem = async () => (await fetch(`${origin}/registry.json`)).headers.get('registry-problem');
    expect(await problem()).toBe('Its file on the server is broken.');
    rmSync(file);
    expect(await problem()).toBe('Its file is missing on the server.');
    const page = await (await fetch(`${origin}/dashboard`, { headers: html })).text();
    expect(page).toContain('id="registry" data-problem="Its file is missing on the server."');
    expect(page).toContain('2.0.0-new');
  });

  it('serves built files as immutable and compressed, and a missing one is 404, never a page', async () => {
    const file = await fetch(`${origin}/assets/1.0.0-abc/main.js`, {
      headers: { 'Accept-Encoding': 'identity' },
    });
    expect(await file.text()).toBe('main();');
    expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(file.headers.get('content-type')).toBe('application/javascript; charset=utf-8');
    for (const url of [
      '/assets/1.0.0-abc/gone.js',
      '/assets/',
      '/assets/1.0.0-abc',
      '/icon.png',
      '/api',
      '/oauth2/start',
    ]) {
      const missing = await fetch(origin + url, { headers: html });
      expect(missing.status).toBe(404);
      expect(missing.headers.get('content-type')).not.toContain('html');
    }
  });

  it('serves releases of remotes that nobody listed, and not the record beside them', async () => {
    const status = async (url: string) => (await fetch(origin + url)).status;
    const entry = await fetch(`${origin}/releases/reports/1.0.0/remoteEntry.js`);
    expect([await entry.text(), entry.headers.get('cache-control')]).toEqual([
      'reports();',
      'public, max-age=31536000, immutable',
    ]);
    expect(await status('/releases/audit.jsonl')).toBe(404);
    expect(await status('/releases/reports/1.0.0/gone.js')).toBe(404);
    expect(await status('/releases/x/../audit.jsonl')).toBe(404);
  });

  it('gives a script or image that is gone no page', async () => {
    const missing = await fetch(`${origin}/dashboard`, {
      headers: { Accept: '*/*', 'Sec-Fetch-Dest': 'script' },
    });
    expect(missing.status).toBe(404);
  });

  it('gives no page at addresses that programs try for a sign-in or a protocol', async () => {
    for (const path of ['/register', '/authorize', '/token', '/mcp', '/sse', '/oauth'])
      for (const method of ['GET', 'POST']) {
        const answer = await fetch(origin + path, { method });
        expect([path, method, answer.status]).toEqual([path, method, 404]);
        expect(await answer.json()).toEqual({ detail: 'Not Found' });
      }
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
