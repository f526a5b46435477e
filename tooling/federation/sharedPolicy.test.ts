import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ranges, sharedPolicy, sharedRequests } from './sharedPolicy';

const root = path.resolve(__dirname, '../..');
const manifest = (pkg: string) =>
  JSON.parse(readFileSync(path.join(root, pkg, 'package.json'), 'utf8')) as {
    version: string;
    exports?: Record<string, string>;
  };

const versions = {
  react: '19.3.1',
  'react-dom': '19.3.1',
  '@hindsight/shared-contracts': '2.0.0',
  '@hindsight/shared-ui': '2.0.0',
};

/** Entry points used by servers, builds, tests or the host alone, or copied into each remote. Types vanish from a bundle. */
const notShared = [
  './antd-sheet',
  './api',
  './clients',
  './config',
  './icon-shapes',
  './link-question',
  './loading',
  './registry',
  './reports',
  './rules',
  './testing',
  './testing/people',
  './testing/routes',
  './tokens.css',
];

it.each(['shared-contracts', 'shared-ui'])('lists every entry point of %s that a page can load', (pkg) => {
  const entries = Object.keys(manifest(pkg).exports ?? {}).filter((entry) => !notShared.includes(entry));
  const listed = Object.keys(sharedRequests).filter((request) => request.startsWith(`@hindsight/${pkg}/`));
  expect(listed.sort()).toEqual(entries.map((entry) => `@hindsight/${pkg}/${entry.slice(2)}`).sort());
});

/** A copied class is a different class: `instanceof` would not recognize the host's errors. */
it.each([['shared-ui', './link-question']])(
  'lets the copy of %s %s import code through shared entry points only',
  (pkg, entry) => {
    const file = manifest(pkg).exports?.[entry] ?? '';
    const imports = readFileSync(path.join(root, pkg, file), 'utf8').matchAll(/ from '([^']+)'/g);
    const code = [...imports]
      .map(([, from = '']) => from)
      .filter((from) => !/^react$|\.css$|\/rowsIn$/.test(from));
    expect(code.filter((from) => !(from in sharedRequests))).toEqual([]);
  },
);

it('shares one React, and accepts no other', () => {
  expect(sharedPolicy('host', versions).react).toEqual({
    singleton: true,
    strictVersion: true,
    requiredVersion: ranges.react,
    version: '19.3.1',
  });
});

it('lets a remote bring no copy of anything', () => {
  const policy = Object.values(sharedPolicy('remote', versions));
  expect(policy.every((item) => item.import === false && item.singleton && item.strictVersion)).toBe(true);
});

it('shares no library whole', () => {
  const libraries = ['antd', 'react-router', 'react-router-dom', 'rxjs', '@tanstack/react-query'];
  expect(Object.keys(sharedRequests).filter((request) => libraries.includes(request))).toEqual([]);
});
