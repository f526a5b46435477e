/** Tests the nginx of a remote alone, on the image's files, in front of a store that records each byte it receives. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { createClient } from '../load/client';
import { findBinaries } from '../native/binaries';
import { NGINX_TEMPLATES, startNginx } from '../native/nginx';
import { freePorts } from '../native/ports';
import { missing } from './stack';

// oxlint-disable-next-line no-restricted-properties -- needs programs of the system that not every machine has; the reason is reported
test.skip(missing !== undefined, missing ?? '');

test('maps an address to at most one request for one file of the store', async () => {
  const binaries = findBinaries();
  if ('missing' in binaries) throw new Error(binaries.missing);
  const folder = mkdtempSync(path.join(tmpdir(), 'hindsight-remote-'));
  const ports = await freePorts(['remote', 'store'] as const);
  const lines: string[] = [];
  const store = createServer((socket) =>
    socket.on('data', (bytes) => {
      lines.push(
        ...bytes
          .toString('latin1')
          .split('\r\n')
          .filter((line) => line !== ''),
      );
      socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
    }),
  );
  await new Promise<void>((resolve) => store.listen(ports.store, '127.0.0.1', resolve));
  mkdirSync(path.join(folder, 'files/1.0.0'), { recursive: true });
  writeFileSync(path.join(folder, 'files/1.0.0/remoteEntry.js'), 'own');
  const nginx = await startNginx({
    binary: binaries.nginx,
    name: 'nginx of a remote',
    templates: NGINX_TEMPLATES,
    folder: path.join(folder, 'nginx'),
    port: ports.remote,
    values: {
      REMOTE: 'memory',
      REMOTE_DIR: path.join(folder, 'files'),
      RELEASE_STORE: `127.0.0.1:${ports.store}`,
      RELEASE_PREFIX: '/releases',
    },
  });
  const client = createClient(`http://127.0.0.1:${ports.remote}`, {});
  const get = (where: string) => client.send('GET', where);

  expect(await get('/1.0.0/remoteEntry.js')).toMatchObject({ status: 200, body: 'own' });
  expect(await get('/memory/1.0.0/remoteEntry.js')).toMatchObject({ status: 200, body: 'own' });
  expect(lines).toEqual([]);
  expect((await get('/2.0.0-rc.1+a/page-1.ab~2.js')).status).toBe(404);
  expect(lines[0]).toBe('GET /releases/memory/2.0.0-rc.1+a/page-1.ab~2.js HTTP/1.1');

  lines.length = 0;
  expect((await get('/ai-ops/1.0.0/remoteEntry.js')).status).toBe(404);
  expect(lines[0]).toBe('GET /releases/ai-ops/1.0.0/remoteEntry.js HTTP/1.1');
  expect((await client.send('PUT', '/ai-ops/1.0.0/remoteEntry.js')).status).toBe(405);

  lines.length = 0;
  for (const where of [
    '/1%0d%0aX-Evil:%20a/x.js',
    '/1%0d%0a%0d%0aPUT%20/releases/registry.json/x.js',
    '/1.0.0/x%3flist-type=2',
    '/1.0.0/x%23y.js',
    '/1.0.0/x%20HTTP/1.1',
    '/1.0.0/%ff.js',
    '/1.0.0/a%2f..%2f..%2fregistry.json',
    '/1.0.0/.release.json',
    '/.maps/memory/1.0.0/page.js.map',
    '/ai-ops/1.0.0/a%2f..%2f..%2f..%2fkeys.json',
    '/AI-ops%3f/1.0.0/page.js',
  ])
    expect([where, (await get(where)).status]).toEqual([where, 404]);
  expect(lines).toEqual([]);

  client.close();
  await nginx.stop();
  store.close();
  rmSync(folder, { recursive: true, force: true });
});
