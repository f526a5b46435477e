import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repoRoot } from '../local-stack/paths';
import { lockfileOf } from './lockfileOf';

const lock = readFileSync(path.join(repoRoot, 'pnpm-lock.yaml'), 'utf8');
const withReports = lock.replace(
  '\n  remote-memory:\n',
  "\n  remote-reports:\n    dependencies:\n      '@hindsight/shared-ui':\n        version: link:../shared-ui\n\n  remote-memory:\n",
);
const rooms = ['remote-memory', 'shared-ui', 'shared-contracts', 'tooling'];

it('does not see a new remote, and keeps what was resolved', () => {
  expect(withReports).not.toBe(lock);
  expect(lockfileOf(withReports, rooms)).toBe(lockfileOf(lock, rooms));
  const [, resolved] = lock.split('\npackages:\n');
  expect(lockfileOf(lock, rooms).split('\npackages:\n')[1]).toBe(resolved);
});

it('sees what the rooms themselves ask for', () => {
  expect(lockfileOf(withReports, ['remote-reports'])).not.toBe(lockfileOf(lock, ['remote-reports']));
  for (const room of rooms) expect(lockfileOf(lock, rooms)).toContain(`\n  ${room}:\n`);
});
