import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Registry } from '@hindsight/shared-contracts/registry';
import { exampleRelease } from '../../tooling/local-stack/exampleRelease';
import { newKey } from '../../tooling/releases/signing/signature';
import { signIn, startHarness } from './gatewayHarness';
import type { Harness } from './gatewayHarness';
import { inlineJson } from './markup';
import { composePage, toBrowserRegistry } from './page';
import { pageToPreload, planFirstQueries, preloadLinks, readSharedFiles } from './preloads';
import { safeRedirect } from './redirect';
import { registryReader } from './registry';

describe('documents', () => {
  let harness: Harness;
  let origin: string;

  // A fresh harness per test, because one of them writes another registry.
  beforeEach(async () => {
    harness = await startHarness();
    ({ origin } = harness);
  });
  afterEach(() => harness.stop());

  describe('documents', () => {
    it('answers an overlong address with the error message', async () => {
      const answer = await fetch(`${harness.origin}/memory-blocks?search=${'word+'.repeat(4_000)}`);
      expect([answer.status, await answer.json()]).toEqual([
        431,
        {
          detail:
            'The request is too long: its URL and headers are limited to 16 KiB in total. Use fewer words.',
        },
      ]);
    });

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

    it('inlines the registry with the configured origins, and preloads for signed-in people', async () => {
      const { cookie } = await signIn(origin);
      const page = await (
        await fetch(`${origin}/dashboard`, { headers: { ...html, Cookie: cookie } })
      ).text();
      expect(page).toContain('"baseUrl":"http://localhost:4081/1.0.0-abc/"');
      expect(page).toContain('href="http://localhost:4081/1.0.0-abc/remoteEntry.js"');
      // The bell loads after the rows.
      expect(page).not.toContain('href="http://localhost:4083/1.0.0-abc/remoteEntry.js"');
      const anonymous = await (await fetch(`${origin}/dashboard`, { headers: html })).text();
      expect(anonymous).not.toContain('rel="page-file"');
      expect(page).toContain('id="first-queries">{"remote":"memory","version":"1.0.0-abc"');
      expect(anonymous).not.toContain('first-queries');
    });

    it('serves the frame and title of the address, composed once per route', async () => {
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
    ])('serves a page to a client that accepts %s in its best coding', async (accepted, coding) => {
      const plain = await (await fetch(`${origin}/profile`, { headers: html })).text();
      const page = await fetch(`${origin}/profile`, { headers: { ...html, 'Accept-Encoding': accepted } });
      expect([page.headers.get('content-encoding'), await page.text()]).toEqual([coding, plain]);
      expect(page.headers.get('vary')).toContain('Accept-Encoding');
    });

    it('answers 304 for an unchanged page and registry, with the policy of the page', async () => {
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

    it('serves a new registry on the next request, and keeps the last good one when the file breaks', async () => {
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

    it('serves built files immutable and compressed, and answers 404 for a missing one, never a page', async () => {
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

    it('serves releases of unlisted remotes, but not the audit log beside them', async () => {
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

    it('never answers a missing script or image with a page', async () => {
      const missing = await fetch(`${origin}/dashboard`, {
        headers: { Accept: '*/*', 'Sec-Fetch-Dest': 'script' },
      });
      expect(missing.status).toBe(404);
    });

    it('serves no page at paths that clients probe for sign-in or a protocol', async () => {
      for (const path of ['/register', '/authorize', '/token', '/mcp', '/sse', '/oauth'])
        for (const method of ['GET', 'POST']) {
          const answer = await fetch(origin + path, { method });
          expect([path, method, answer.status]).toEqual([path, method, 404]);
          expect(await answer.json()).toEqual({ detail: 'Not Found' });
        }
    });

    it('refuses methods other than GET on pages', async () => {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const refused = await fetch(`${origin}/dashboard`, { method });
        expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
      }
    });

    it('serves the runtime configuration uncached', async () => {
      const answer = await fetch(`${origin}/config.json`);
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      expect(await answer.json()).toEqual({ HINDSIGHT_SERVICE_API_URL: '/api' });
    });

    it('logs policy violations', async () => {
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
});

describe('page', () => {
  const registry: Registry = {
    schema: 1,
    updatedAt: '2026-01-01T00:00:00.000Z',
    remotes: { memory: exampleRelease('memory', { routes: ['/dashboard'] }) },
  };

  it('strips composer-only data from the registry for browsers', () => {
    const memory = { ...registry.remotes.memory!, shared: { '/dashboard': ['ui/data'] } };
    expect(toBrowserRegistry({ ...registry, remotes: { memory } })).toEqual(registry);
  });

  describe('composePage', () => {
    it('fills every placeholder, and no registry value can close its element or act as a replacement pattern', () => {
      const name = '</script><script>alert("$&$1")</script>';
      const hostile: Registry = {
        ...registry,
        remotes: { memory: { ...registry.remotes.memory!, container: name } },
      };
      const template =
        '<!--REGISTRY--><!--QUERIES--><!--PAGE--><!--SHARED {"ui/data":["/9.js"]}--><!--FRAME-->';
      const page = composePage({
        template,
        runtime: { HINDSIGHT_SERVICE_API_URL: name },
        registry: hostile,
        problem: 'Its file is "gone".',
        preload: { remote: 'memory', part: '/dashboard' },
        first: { remote: name, version: '1', path: '/dashboard', firstQueries: [] },
        frame: { title: '$& <', html: '<h1>$1</h1>' },
      });
      expect(page).toContain('<title>$&amp; &lt;</title><link ');
      expect(page).toMatch(/<h1>\$1<\/h1>$/);
      expect(page).not.toMatch(/<!--/);
      expect(page.match(/<\/script>/g)).toHaveLength(3);
      const config = /id="config">(.*?)<\/script>/s.exec(page)![1]!;
      expect(JSON.parse(config)).toEqual({ HINDSIGHT_SERVICE_API_URL: name });
      const json = /id="registry" data-problem="Its file is &quot;gone&quot;.">(.*?)<\/script>/s.exec(
        page,
      )![1]!;
      expect((JSON.parse(json) as Registry).remotes.memory!.container).toBe(name);
    });

    it('escapes the line separators that older JavaScript rejects', () => {
      expect(inlineJson('\u2028\u2029<')).toBe('"\\u2028\\u2029\\u003c"');
    });
  });
});

describe('preloads', () => {
  const registry: Registry = {
    schema: 1,
    updatedAt: '2026-01-01T00:00:00.000Z',
    remotes: {
      memory: exampleRelease('memory', { routes: ['/dashboard', '/memory-blocks'], port: 3001 }),
      'ai-ops': exampleRelease('ai-ops', { routes: ['/review', '/review/:id/compaction'], port: 3002 }),
      beta: exampleRelease('beta', { routes: ['/beta-access/review'], access: 'anyone', port: 3004 }),
    },
  };

  const DASHBOARD = { remote: 'memory', part: '/dashboard' };

  describe('pageToPreload', () => {
    it('picks the most specific route', () => {
      expect(pageToPreload(registry, '/review/17/compaction', true)).toEqual({
        remote: 'ai-ops',
        part: '/review/:id/compaction',
      });
    });

    it('picks none for addresses that lead to sign-in, and for pages of the host', () => {
      expect(pageToPreload(registry, '/dashboard', true)).toEqual(DASHBOARD);
      expect(pageToPreload(registry, '/login', true)).toBeNull();
      expect(pageToPreload(registry, '/dashboard', false)).toBeNull();
      expect(pageToPreload(registry, '/beta-access/review', false)).toEqual({
        remote: 'beta',
        part: '/beta-access/review',
      });
    });

    it('preloads nothing of a remote with a canary, because only the page knows the workspace', () => {
      const pointer = { version: '2', url: 'http://localhost:3001/2/release.json', integrity: '' };
      const canary = { to: pointer, percent: 5 };
      const dashboardWith = (memory: { canary: typeof canary } | { previous: typeof pointer }) =>
        pageToPreload({ ...registry, rollout: { memory } }, '/dashboard', true);
      expect(dashboardWith({ canary })).toBeNull();
      expect(dashboardWith({ previous: pointer })).toEqual(DASHBOARD);
    });

    it('preloads nothing of a disabled remote', () => {
      const disabled = { memory: { reason: 'Wrong numbers.' } };
      expect(pageToPreload({ ...registry, disabled }, '/dashboard', true)).toBeNull();
    });

    it('preloads nothing of a release that the page rejects', () => {
      const memory = registry.remotes.memory!;
      const newer = { ...memory, descriptor: { ...memory.descriptor, contracts: '^9.0.0' } };
      const remotes = { ...registry.remotes, memory: newer };
      expect(pageToPreload({ ...registry, remotes }, '/dashboard', true)).toBeNull();
    });

    it('links the entry with its integrity and the files of the page', () => {
      const links = preloadLinks(registry, DASHBOARD, {});
      expect(links).toBe(
        '<link rel="page-file" fetchpriority="low" as="script" crossorigin="anonymous" href="http://localhost:3001/1.0.0-abc/remoteEntry.js" integrity="sha384-entry">' +
          '<link rel="page-file" fetchpriority="low" as="script" crossorigin="anonymous" href="http://localhost:3001/1.0.0-abc/page-dashboard.js">',
      );
    });

    it('links shared host files without a hash, the way the host runtime requests them', () => {
      const memory = {
        ...registry.remotes.memory!,
        shared: { '/dashboard': ['ui/data', 'react', 'not/known'] },
      };
      const shared = readSharedFiles(
        '<head><!--SHARED {"ui/data":["/assets/1/9.js","/assets/1/9.css"],"ui/form":["/f.js"]}--></head>',
      );
      const links = preloadLinks({ ...registry, remotes: { memory } }, DASHBOARD, shared);
      expect(links).toMatch(
        /page-dashboard.js"><link rel="page-file" fetchpriority="low" as="script" href="\/assets\/1\/9.js"><link rel="page-file" fetchpriority="low" as="style" href="\/assets\/1\/9.css">$/,
      );
      expect(
        preloadLinks(
          { ...registry, remotes: { memory } },
          { remote: 'memory', part: '/memory-blocks' },
          shared,
        ),
      ).not.toContain('9.js');
      expect(readSharedFiles('<head></head>')).toEqual({});
    });
  });

  describe('firstQueriesOf', () => {
    const memory = registry.remotes.memory!;
    const [dashboard, ...others] = memory.descriptor.routes;
    const declared = { ...dashboard!, firstQueries: [{ path: '/agents/' }] };
    const asking = {
      ...registry,
      remotes: { memory: { ...memory, descriptor: { ...memory.descriptor, routes: [declared, ...others] } } },
    };

    it('returns the queries that the page declares, and the release that declares them', () => {
      expect(planFirstQueries(asking, '/dashboard', {})).toEqual({
        remote: 'memory',
        version: '1.0.0-abc',
        path: '/dashboard',
        firstQueries: [{ path: '/agents/' }],
      });
      expect(planFirstQueries(asking, '/memory-blocks', {})).toBeNull();
      expect(planFirstQueries(asking, '/elsewhere', {})).toBeNull();
    });

    it('returns null for a page whose feature is off', () => {
      const routes = [{ ...declared, flag: 'archivedEnabled' as const }];
      const flagged = {
        ...registry,
        remotes: { memory: { ...memory, descriptor: { ...memory.descriptor, routes } } },
      };
      expect(planFirstQueries(flagged, '/dashboard', { FEATURE_ARCHIVED_ENABLED: true })).not.toBeNull();
      expect(planFirstQueries(flagged, '/dashboard', { FEATURE_ARCHIVED_ENABLED: false })).toBeNull();
    });

    it('returns null where another release may run', () => {
      expect(
        planFirstQueries({ ...asking, disabled: { memory: { reason: 'Wrong.' } } }, '/dashboard', {}),
      ).toBeNull();
    });
  });
});

describe('registry', () => {
  let folder: string;
  const file = (name: string) => path.join(folder, name);
  const complain = jest.fn();
  const reader = (owners?: string[]) =>
    registryReader(
      {
        registry: file('registry.json'),
        shippedRegistry: file('shipped.json'),
        dataDir: folder,
        remoteOrigins: {},
        owners,
      },
      complain,
    );
  const write = (name: string, remotes: Record<string, string>) => {
    const releases = Object.entries(remotes).map(([remote, version]) => [
      remote,
      exampleRelease(remote, { version }),
    ]);
    const registry = {
      schema: 1,
      updatedAt: '2026-01-01T00:00:00.000Z',
      remotes: Object.fromEntries(releases) as object,
    };
    writeFileSync(file(name), JSON.stringify(registry));
  };
  async function seen(read: ReturnType<typeof reader>) {
    const { registry, problem } = await read();
    const versions = Object.entries(registry?.remotes ?? {}).map(([name, one]) => `${name} ${one.version}`);
    return { versions, problem };
  }

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'registry-'));
    write('shipped.json', { memory: '1.0.0', beta: '1.0.0' });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('serves local builds together with the releases promoted to a folder', async () => {
    const read = reader();
    expect(await seen(read)).toEqual({ versions: ['memory 1.0.0', 'beta 1.0.0'], problem: null });
    write('registry.json', { memory: '1.1.0' });
    expect(await seen(read)).toEqual({ versions: ['memory 1.1.0', 'beta 1.0.0'], problem: null });
  });

  it('returns the same registry until a file changes, so documents are composed once', async () => {
    write('registry.json', { memory: '1.1.0' });
    const read = reader();
    const { registry } = await read();
    expect((await read()).registry).toBe(registry);
    write('registry.json', { memory: '1.2.0-new' });
    expect((await read()).registry).not.toBe(registry);
  });

  it('reports a registry that is missing after a promotion', async () => {
    writeFileSync(file('audit.jsonl'), `${JSON.stringify({ what: 'promote', serial: 1 })}\n`);
    expect((await seen(reader())).problem).toBe('Its file is missing on the server.');
  });

  it('does not serve an unsigned registry when owner keys are configured', async () => {
    write('registry.json', { memory: '6.6.6' });
    expect(await seen(reader([newKey().key.publicKey]))).toEqual({
      versions: ['memory 1.0.0', 'beta 1.0.0'],
      problem: 'keys.json is missing in the store, and releases must be signed here.',
    });
  });
});

const ORIGIN = 'http://localhost:3000';

describe('safeRedirect', () => {
  test.each([
    ['/dashboard', '/dashboard'],
    ['/memory-blocks?page=3&agent=a%20b#row-7', '/memory-blocks?page=3&agent=a%20b#row-7'],
    ['/', '/'],
    ['/a/../b', '/b'],
    ['/search?next=https://elsewhere.example/', '/search?next=https://elsewhere.example/'],
    [`${ORIGIN}`, '/'],
    [`${ORIGIN}/profile?tab=1#x`, '/profile?tab=1#x'],
    ['/oauth2x', '/oauth2x'],
  ])('keeps %j', (rd, target) => {
    expect(safeRedirect(rd, ORIGIN)).toBe(target);
  });

  test.each([
    ['nothing', undefined],
    ['a repeated parameter', ['/a', '/b']],
    ['an empty text', ''],
    ['another origin', 'https://elsewhere.example/'],
    ['another port', 'http://localhost:3001/'],
    ['another scheme', 'https://localhost:3000/'],
    ['an origin that only begins like ours', 'http://localhost:3000.elsewhere.example/'],
    ['credentials before another host', 'http://localhost:3000@elsewhere.example/'],
    ['a scheme-relative address', '//elsewhere.example'],
    ['three slashes', '///elsewhere.example'],
    ['slash and backslash', '/\\elsewhere.example'],
    ['backslashes', '\\\\elsewhere.example'],
    ['a backslash further on', '/a\\b'],
    ['a tab that browsers drop', '/\t/elsewhere.example'],
    ['a line feed that browsers drop', '/\n/elsewhere.example'],
    ['a header split', '/a\r\nSet-Cookie: x=1'],
    ['a null character', '/\u0000'],
    ['a leading space', ' /a'],
    ['dot segments that leave two slashes', '/.//elsewhere.example'],
    ['a parent segment that leaves two slashes', '/a/..//elsewhere.example'],
    ['an encoded parent segment that leaves two slashes', '/a/%2e%2e//elsewhere.example'],
    ['a script', 'javascript:alert(1)'],
    ['a data address', 'data:text/html,x'],
    ['a relative path', 'dashboard'],
    ['sign-in itself', '/oauth2/sign_in'],
    ['sign-out', '/oauth2/sign_out?rd=/'],
    ['sign-out in other letters', '/OAuth2/sign_out'],
    ['sign-out, encoded', '/%6fauth2/sign_out'],
    ['sign-out by a detour', '/x/../oauth2/sign_out'],
    ['more than 2048 characters', `/${'a'.repeat(2048)}`],
  ])('falls back to / for %s', (_what, rd) => {
    expect(safeRedirect(rd, ORIGIN)).toBe('/');
  });
});
