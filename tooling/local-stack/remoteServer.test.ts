import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { createRemoteServer } from './remoteServer';

const TEXT = 'export const value = 1;';
let folder: string;
let server: Server;
let origin: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'remote-'));
  mkdirSync(path.join(folder, 'dist/1.0.0-abc'), { recursive: true });
  const file = path.join(folder, 'dist/1.0.0-abc/remoteEntry.js');
  writeFileSync(file, TEXT);
  writeFileSync(`${file}.br`, brotliCompressSync(TEXT));
  writeFileSync(`${file}.gz`, gzipSync(TEXT));
  writeFileSync(path.join(folder, 'dist/1.0.0-abc/style.css'), 'a{}');
  writeFileSync(path.join(folder, 'dist/.build.json'), '{}');
  writeFileSync(path.join(folder, 'secret.txt'), 'secret');
  server = createRemoteServer(path.join(folder, 'dist'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});

describe('remote server', () => {
  test.each([
    ['br, gzip', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', null],
  ])('with Accept-Encoding "%s" sends %s', async (accept, encoding) => {
    const response = await fetch(`${origin}/1.0.0-abc/remoteEntry.js`, {
      headers: { 'Accept-Encoding': accept },
    });
    expect(await response.text()).toBe(TEXT);
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
  });

  it('lets every page load it, for ever, with the right type', async () => {
    const response = await fetch(`${origin}/1.0.0-abc/style.css`);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/css; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
    const again = await fetch(`${origin}/1.0.0-abc/style.css`, {
      headers: { 'If-None-Match': response.headers.get('etag')! },
    });
    expect(again.status).toBe(304);
  });

  test.each([
    '/',
    '/1.0.0-abc',
    '/1.0.0-abc/gone.js',
    '/index.html',
    '/.build.json',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/%zz',
  ])('has nothing at %s and does not store that', async (url) => {
    const status = await new Promise((resolve, reject) => {
      httpRequest(origin, { path: url }, (response) => {
        expect(response.headers['cache-control']).toBe('no-store');
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });
    expect(status).toBe(404);
  });

  it('is read-only', async () => {
    expect((await fetch(`${origin}/1.0.0-abc/style.css`, { method: 'POST' })).status).toBe(405);
  });
});

it('serves releases at the address that they have in their folder, and nothing beside it', async () => {
  const releases = createRemoteServer(path.join(folder, 'dist'), '/memory');
  await new Promise<void>((resolve) => releases.listen(0, '127.0.0.1', resolve));
  const at = `http://127.0.0.1:${(releases.address() as AddressInfo).port}`;
  const paths = [
    '/memory/1.0.0-abc/style.css',
    '/1.0.0-abc/style.css',
    '/memory/../secret.txt',
    '/memoryx/style.css',
  ];
  const statuses = await Promise.all(paths.map(async (one) => (await fetch(at + one)).status));
  expect(statuses).toEqual([200, 404, 404, 404]);
  releases.closeAllConnections();
  await new Promise((resolve) => releases.close(resolve));
});
