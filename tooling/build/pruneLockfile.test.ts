import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repoRoot } from '../local-stack/paths';
import { pruneLockfile } from './inputHash';

const lock = readFileSync(path.join(repoRoot, 'pnpm-lock.yaml'), 'utf8');
const withReports = lock.replace(
  '\n  remote-memory:\n',
  "\n  remote-reports:\n    dependencies:\n      '@hindsight/shared-ui':\n        version: link:../shared-ui\n\n  remote-memory:\n",
);
const packages = ['remote-memory', 'shared-ui', 'shared-contracts', 'tooling'];

it('does not see a new remote, and keeps what was resolved', () => {
  expect(withReports).not.toBe(lock);
  expect(pruneLockfile(withReports, packages)).toBe(pruneLockfile(lock, packages));
  const [, resolved] = lock.split('\npackages:\n');
  expect(pruneLockfile(lock, packages).split('\npackages:\n')[1]).toBe(resolved);
});

it('sees what the packages themselves ask for', () => {
  expect(pruneLockfile(withReports, ['remote-reports'])).not.toBe(pruneLockfile(lock, ['remote-reports']));
  for (const pkg of packages) expect(pruneLockfile(lock, packages)).toContain(`\n  ${pkg}:\n`);
});
