import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { createRemoteServer } from './remoteServer';

const TEXT = 'export const value = 1;';
let folder: string;
let server: FastifyInstance;
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
  server = await createRemoteServer({ root: path.join(folder, 'dist'), prefix: '/' });
  origin = await server.listen({ port: 0, host: '127.0.0.1' });
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

describe('remote server', () => {
  test.each([
    ['br, gzip', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', null],
  ])('negotiates Accept-Encoding "%s" to %s', async (accept, encoding) => {
    const response = await fetch(`${origin}/1.0.0-abc/remoteEntry.js`, {
      headers: { 'Accept-Encoding': accept },
    });
    expect(await response.text()).toBe(TEXT);
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
  });

  it('serves files with CORS, long-term caching and the right type', async () => {
    const response = await fetch(`${origin}/1.0.0-abc/style.css`);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/css; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
    const again = await server.inject({
      url: '/1.0.0-abc/style.css',
      headers: { 'If-None-Match': response.headers.get('etag')! },
    });
    expect(again.statusCode).toBe(304);
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
  ])('answers 404 without caching for %s', async (url) => {
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

it('serves releases by their path in the release folder, next to local builds', async () => {
  mkdirSync(path.join(folder, 'store/memory/2.0.0'), { recursive: true });
  writeFileSync(path.join(folder, 'store/memory/2.0.0/style.css'), 'b{}');
  const releases = await createRemoteServer(
    { root: path.join(folder, 'store/memory'), prefix: '/memory/' },
    { root: path.join(folder, 'dist'), prefix: '/' },
  );
  const at = await releases.listen({ port: 0, host: '127.0.0.1' });
  const paths = [
    '/memory/2.0.0/style.css',
    '/1.0.0-abc/style.css',
    '/2.0.0/style.css',
    '/memory/1.0.0-abc/style.css',
    '/memory/../secret.txt',
    '/memoryx/style.css',
  ];
  const statuses = await Promise.all(paths.map(async (one) => (await fetch(at + one)).status));
  expect(statuses).toEqual([200, 200, 404, 404, 404, 404]);
  await releases.close();
});
