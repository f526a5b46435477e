/** A remote must run in the previous host, whose copy of each shared entry point is the only one on the page. */
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

/** Sources of a remote that become part of its build. */
const buildSources = (remote: string) =>
  readdirSync(path.join(root, remote, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !/\/(testing|standalone)\//.test(file));

/** Values that a file imports from shared entry points and that the previous host does not have. */
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

it('compares with the release that the versions name; a new one is recorded with: npx tsx tooling/skew/record.ts', () => {
  expect(previous.release).toBe(version);
});

// A new export may be used one release later. Until then a remote ships its own copy, or asks for contracts that have it
// (docs/adr/0003-shared-entry-points.md): a host with older ones refuses it by its descriptor.
it.each(REMOTE_PACKAGES)(
  '%s uses only what the previous host exports, unless that host refuses it',
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
