/** A release has one version, and everything that names it agrees. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { satisfies } from '@hindsight/shared-contracts/registry';
import { REMOTE_PACKAGES } from '../build/packages';
import { repoRoot } from '../local-stack/paths';

const read = (file: string) => readFileSync(path.join(repoRoot, file), 'utf8');
const manifest = (folder: string) =>
  JSON.parse(read(`${folder}/package.json`)) as { version: string; dependencies: Record<string, string> };

const PROGRAMS = ['.', ...REMOTE_PACKAGES, 'memory-service', 'mcp-server', 'tooling', 'e2e', 'production'];
const { version } = manifest('host');
const [latest = ''] = /^## \[\d[^]*?(?=^## \[|(?![^]))/m.exec(read('CHANGELOG.md')) ?? [];

it.each(PROGRAMS)('%s has the version of the release', (folder) => {
  expect(manifest(folder).version).toBe(version);
});

it('the changelog starts with the release and names the versions of the libraries', () => {
  expect(latest).toMatch(new RegExp(`^## \\[${version}\\] - \\d{4}-\\d\\d-\\d\\d\n`));
  const [contracts, components] = [manifest('shared-contracts'), manifest('shared-ui')];
  const [, released = '', withIt = ''] = /With contracts (\S+) and components (\S+)\./.exec(latest) ?? [];
  // After a release the libraries may grow, and their versions with them.
  expect(satisfies(contracts.version, `^${released}`)).toBe(true);
  expect(satisfies(components.version, `^${withIt}`)).toBe(true);
});

it('the compose file starts the images of the release', () => {
  const defaults = [...read('docker-compose.yml').matchAll(/\$\{VERSION:-([^}]*)\}/g)].map(
    ([, value]) => value,
  );
  expect(new Set(defaults)).toEqual(new Set([version]));
});

it.each(['remote-roster', 'remote-pulse'])(
  'the example %s is built with the packages of the release',
  (name) => {
    const example = JSON.parse(read(`examples/${name}/package.json`)) as Record<string, object>;
    expect(example['dependencies']).toMatchObject({
      '@hindsight/shared-contracts': manifest('shared-contracts').version,
      '@hindsight/shared-ui': manifest('shared-ui').version,
    });
    expect(example['devDependencies']).toMatchObject({ '@hindsight/remote-preset': version });
  },
);
