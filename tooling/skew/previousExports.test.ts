/** A remote must run in the previous host, which has the page's only copy of each shared entry point. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type RemoteDescriptor, satisfies } from '@hindsight/shared-contracts/registry';
import { REMOTE_PACKAGES } from '../build/packages';
import { repoRoot } from '../local-stack/paths';
import previous from './previousExports.json';

const root = path.resolve(__dirname, '../..');
const known: Record<string, readonly string[]> = previous.exports;
const { version } = JSON.parse(readFileSync(path.join(repoRoot, 'host/package.json'), 'utf8')) as {
  version: string;
};

const IMPORT = /import \{([^}]*)\} from '(@hindsight\/[^']+)';/g;

/** Source files of a remote's build. */
const buildSources = (remote: string) =>
  readdirSync(path.join(root, remote, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !/\/(testing|standalone)\//.test(file));

/** Values that a file imports from shared entry points but the previous host does not export. */
function missingIn(text: string): string[] {
  return [...text.matchAll(IMPORT)].flatMap(([, names = '', request = '']) => {
    const offered = known[request];
    if (!offered) return [];
    const imported = names.split(',').map((name) => name.trim().replace(/ as .*/, ''));
    return imported
      .filter((name) => name && !name.startsWith('type ') && !offered.includes(name))
      .map((name) => `${name} of ${request}`);
  });
}

it('finds missing values and ignores types', () => {
  const line = "import { useShell, type Shell, useTomorrow } from '@hindsight/shared-contracts/shell';";
  expect(missingIn(line)).toEqual(['useTomorrow of @hindsight/shared-contracts/shell']);
});

it('compares with the release of the current versions; record a new one with: npx tsx tooling/skew/record.ts', () => {
  expect(previous.release).toBe(version);
});

// Remotes can use a new export one release later. Until then they bundle a copy, or require contracts that have it
// (docs/adr/0003-shared-entry-points.md): a host with older contracts rejects them by their descriptor.
it.each(REMOTE_PACKAGES)(
  '%s uses only exports of the previous host, unless that host rejects it',
  async (remote) => {
    const { descriptor } = (await import(path.join(root, remote, 'src/remote/descriptor.ts'))) as {
      descriptor: RemoteDescriptor;
    };
    const missing = buildSources(remote).flatMap((file) =>
      missingIn(readFileSync(file, 'utf8')).map((name) => `${path.relative(root, file)}: ${name}`),
    );
    const isRefused = !satisfies(previous.contracts, descriptor.contracts);
    expect(isRefused ? [] : missing).toEqual([]);
  },
);
