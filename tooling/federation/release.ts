/** Describes a finished build of a remote as its registry entry. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { RELEASE_FILE, type RemoteDescriptor, type Release } from '@hindsight/shared-contracts/registry';
import type { StatsCompilation } from 'webpack';
import { computeIntegrity as hashOf } from '../releases/hash';
import { containerName } from './containerName';
import { BILL_FILE, LICENSES_FILE } from './licenses';
import { partChunk } from './partChunk';
import { readDescriptor } from './readDescriptor';
import { listSharedFiles } from './sharedFiles';
import { STATISTICS_FILE } from './statistics';

export interface BuiltRemote {
  remote: string;
  version: string;
  packageDir: string;
  outputDir: string;
  stats: StatsCompilation;
}

/** The record of a build: a `Release` without its address, which is known only after publishing. */
export type UnpublishedRelease = Omit<Release, 'baseUrl'>;

/** Release documents for people and checks; pages never load them. */
const PAPERS = [LICENSES_FILE, BILL_FILE, STATISTICS_FILE];

function hashesIn(dir: string, names: string[]): Record<string, string> {
  return Object.fromEntries(names.sort().map((name) => [name, hashOf(readFileSync(path.join(dir, name)))]));
}

/** Hashes of the release documents and of all files that browsers load. */
export const computeIntegrity = (dir: string) =>
  hashesIn(
    dir,
    readdirSync(dir, { recursive: true })
      .map((name) => String(name).split(path.sep).join('/'))
      .filter((name) => /\.(js|css)$/.test(name) || PAPERS.includes(name)),
  );

function listFiles(stats: StatsCompilation, chunk: string): string[] | null {
  const group = stats.namedChunkGroups?.[chunk];
  if (!group) return null;
  return (group.assets ?? []).map((asset) => asset.name).filter((name) => /\.(js|css)$/.test(name));
}

const partNames = ({ routes, slots }: RemoteDescriptor) => [
  ...routes.map(({ path: route }) => route),
  ...slots,
];

/** Files of every page and slot in the descriptor. */
function splitParts({ remote, stats }: BuiltRemote, descriptor: RemoteDescriptor): Record<string, string[]> {
  return Object.fromEntries(
    partNames(descriptor).map((part) => {
      const chunk = partChunk(part);
      const files = listFiles(stats, chunk);
      if (!files) {
        throw new Error(
          `remote-${remote} declares ${part} in its descriptor, but has no chunk for it. ` +
            `Load it with () => import(/* webpackChunkName: "${chunk}" */ '…').`,
        );
      }
      return [part, files];
    }),
  );
}

/**
 * Describes a build without hashes, e.g. one that a running compiler keeps changing.
 * @throws Error when the descriptor violates the schema, or declares a part that was not built.
 */
export function describeRemote(
  built: BuiltRemote,
  { descriptor } = readDescriptor(built.packageDir),
): Omit<UnpublishedRelease, 'integrity'> {
  return {
    version: built.version,
    entry: 'remoteEntry.js',
    container: containerName(built.remote, built.version),
    parts: splitParts(built, descriptor),
    shared: Object.fromEntries(
      partNames(descriptor).map((part) => [part, listSharedFiles(built.stats, partChunk(part))]),
    ),
    builtAt: new Date().toISOString(),
    descriptor,
  };
}

/**
 * Describes a build and writes the description next to its files.
 * @throws like `describeRemote`: the build fails before anything is published.
 */
export function describeRelease(built: BuiltRemote): UnpublishedRelease {
  const release: UnpublishedRelease = {
    ...describeRemote(built),
    integrity: computeIntegrity(built.outputDir),
  };
  writeFileSync(path.join(built.outputDir, RELEASE_FILE), JSON.stringify(release, null, 2));
  return release;
}
