import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repoRoot } from '../local-stack/paths';
import { lockfileOf } from './lockfileOf';

const lock = readFileSync(path.join(repoRoot, 'pnpm-lock.yaml'), 'utf8');
const withReports = lock.replace(
  '\n  remote-memory:\n',
  "\n  remote-reports:\n    dependencies:\n      '@hindsight/shared-ui':\n        version: link:../shared-ui\n\n  remote-memory:\n",
);
const packages = ['remote-memory', 'shared-ui', 'shared-contracts', 'tooling'];

it('does not see a new remote, and keeps what was resolved', () => {
  expect(withReports).not.toBe(lock);
  expect(lockfileOf(withReports, packages)).toBe(lockfileOf(lock, packages));
  const [, resolved] = lock.split('\npackages:\n');
  expect(lockfileOf(lock, packages).split('\npackages:\n')[1]).toBe(resolved);
});

it('sees what the packages themselves ask for', () => {
  expect(lockfileOf(withReports, ['remote-reports'])).not.toBe(lockfileOf(lock, ['remote-reports']));
  for (const pkg of packages) expect(lockfileOf(lock, packages)).toContain(`\n  ${pkg}:\n`);
});
