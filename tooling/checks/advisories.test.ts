/** @jest-environment node */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { askRegistry, lockedVersions, vulnerable } from './advisories';

const lockfile = readFileSync(path.resolve(__dirname, '../../pnpm-lock.yaml'), 'utf8');
const advisory = (vulnerable_versions: string) => ({
  url: 'https://advisories.example.org/1',
  title: 'Reads too much',
  severity: 'high' as const,
  vulnerable_versions,
});

test('reads every version of the lockfile, of packages with and without a scope', () => {
  const locked = lockedVersions(lockfile);
  const manifest = JSON.parse(readFileSync(path.resolve(__dirname, '../package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  for (const [name, version] of Object.entries(manifest.dependencies))
    if (!version.startsWith('workspace:')) expect(locked[name]).toContain(version);
  expect(locked['semver']?.length).toBeGreaterThan(1);
});

test('names the versions that are concerned, and no others', () => {
  const locked = { a: ['1.0.0', '1.2.0', '2.0.0-rc.1'], '@s/b': ['3.0.0'] };
  const known = {
    a: [advisory('<1.1.0 || >=2.0.0-rc.0 <2.0.1')],
    '@s/b': [advisory('<3')],
    c: [advisory('*')],
  };
  expect(vulnerable(locked, known)).toEqual([
    'a 1.0.0: high, Reads too much (https://advisories.example.org/1)',
    'a 2.0.0-rc.1: high, Reads too much (https://advisories.example.org/1)',
  ]);
});

test('asks the registry for all at once, and says when that has no answer', async () => {
  let asked: unknown;
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString()));
    request.on('end', () => {
      asked = [request.method, request.url, JSON.parse(text)];
      const isRight = request.url?.startsWith('/npm/');
      response.writeHead(isRight ? 200 : 405).end(JSON.stringify({ a: [{ id: 1, ...advisory('<2') }] }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const locked = { a: ['1.0.0'] };
  expect(vulnerable(locked, await askRegistry(`${origin}/npm`, locked))).toHaveLength(1);
  expect(asked).toEqual(['POST', '/npm/-/npm/v1/security/advisories/bulk', locked]);
  await expect(askRegistry(origin, locked)).rejects.toThrow(
    'The registry didn’t return vulnerability data (405).',
  );
  await new Promise((resolve) => server.close(resolve));
});
