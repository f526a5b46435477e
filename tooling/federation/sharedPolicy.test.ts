import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ranges, sharedPolicy, sharedRequests } from './sharedPolicy';

const root = path.resolve(__dirname, '../..');
const manifest = (room: string) =>
  JSON.parse(readFileSync(path.join(root, room, 'package.json'), 'utf8')) as {
    version: string;
    exports?: Record<string, string>;
  };

const versions = {
  react: '19.3.1',
  'react-dom': '19.3.1',
  '@hindsight/shared-contracts': '1.0.0',
  '@hindsight/shared-ui': '1.0.0',
};

/** Doors that only servers, builds, tests or the host itself open, or of which each remote brings a copy; types vanish from a bundle. */
const notShared = [
  './api',
  './api/lost',
  './api/rows',
  './config',
  './link-question',
  './registry',
  './testing',
  './testing/people',
  './testing/routes',
  './tokens.css',
];

it.each(['shared-contracts', 'shared-ui'])('lists every door of %s that a page can open', (room) => {
  const doors = Object.keys(manifest(room).exports ?? {}).filter((door) => !notShared.includes(door));
  const listed = Object.keys(sharedRequests).filter((request) => request.startsWith(`@hindsight/${room}/`));
  expect(listed.sort()).toEqual(doors.map((door) => `@hindsight/${room}/${door.slice(2)}`).sort());
});

/** A class of one's own copy is another class: `instanceof` would not know the host's errors again. */
it.each([
  ['shared-contracts', './api/lost'],
  ['shared-contracts', './api/rows'],
  ['shared-ui', './link-question'],
])('lets the copy of %s %s import code by shared doors alone', (room, door) => {
  const file = manifest(room).exports?.[door] ?? '';
  const imports = readFileSync(path.join(root, room, file), 'utf8').matchAll(/ from '([^']+)'/g);
  const code = [...imports]
    .map(([, from = '']) => from)
    .filter((from) => !/^react$|\.css$|\/rowsIn$/.test(from));
  expect(code.filter((from) => !(from in sharedRequests))).toEqual([]);
});

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
