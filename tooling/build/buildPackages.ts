/** Builds the packages whose inputs changed, compresses the output and publishes the remotes. */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Release } from '@hindsight/shared-contracts/registry';
import { PARTS, type RemoteName } from '../local-stack/parts';
import { repoRoot, varDir } from '../local-stack/paths';
import { buildVersion } from './buildVersion';
import { compilePackage } from './compiler';
import { createInputHasher } from './inputHash';
import { precompress } from './precompress';
import { publish, readRegistry } from './publish';
import { inputsOf, isRemotePackage, isService, REMOTE_PACKAGES } from './packages';

/** Each compiler keeps one core busy and takes several hundred megabytes. */
const AT_ONCE = 2;
const KEPT_VERSIONS = 3;
/** Seconds a package takes until its own time is known: the longest first finishes soonest. */
const USUAL_SECONDS: Record<string, number> = { host: 40, 'remote-memory': 20, 'memory-service': 2 };

/** The record in a package's dist folder. */
interface BuildRecord {
  hash: string;
  version: string;
  seconds: number;
}

export interface BuildOptions {
  /** Receives progress messages. */
  report?: (text: string) => void;
  root?: string;
  registryFile?: string;
  /** Replaced in tests. */
  compile?: (pkg: string, version: string) => Promise<void>;
}

const recordFile = (root: string, pkg: string) => path.join(root, pkg, 'dist/.build.json');

function readRecord(root: string, pkg: string): BuildRecord | null {
  const file = recordFile(root, pkg);
  if (!existsSync(file)) return null;
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as BuildRecord;
  } catch {
    return null; // Half-written by a build that was killed: build again.
  }
}

/** Is the recorded build there? Someone may have deleted it, or built another version by hand over the host's page. */
function isThere(root: string, pkg: string, version: string): boolean {
  const dist = path.join(root, pkg, 'dist');
  if (isService(pkg)) return existsSync(path.join(dist, 'server.js'));
  if (pkg !== 'host') return existsSync(path.join(dist, version, 'remoteEntry.js'));
  const page = path.join(dist, 'index.html');
  return (
    existsSync(path.join(dist, version)) && existsSync(page) && readFileSync(page, 'utf8').includes(version)
  );
}

function isCurrent(root: string, pkg: string, hash: string): boolean {
  const record = readRecord(root, pkg);
  return record?.hash === hash && isThere(root, pkg, record.version);
}

/** Older version folders stay a while for pages that are still open. */
function forgetOldVersions(dist: string, current: string): void {
  const versions = readdirSync(dist, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== current)
    .map(({ name }) => ({ name, age: statSync(path.join(dist, name)).mtimeMs }))
    .sort((left, right) => right.age - left.age);
  for (const { name } of versions.slice(KEPT_VERSIONS - 1))
    rmSync(path.join(dist, name), { recursive: true });
}

async function buildPackage(
  root: string,
  pkg: string,
  hash: string,
  compile: NonNullable<BuildOptions['compile']>,
) {
  const began = Date.now();
  const version = buildVersion(root, pkg, hash);
  const dist = path.join(root, pkg, 'dist');
  const folder = path.join(dist, version);
  const isNew = !existsSync(folder);
  try {
    await compile(pkg, version);
  } catch (error) {
    // Half a build must not push a whole one out of the kept versions.
    if (isNew) rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  if (!isService(pkg)) {
    await precompress(folder);
    forgetOldVersions(dist, version);
  }
  const record: BuildRecord = { hash, version, seconds: (Date.now() - began) / 1000 };
  writeFileSync(`${recordFile(root, pkg)}.tmp`, JSON.stringify(record));
  renameSync(`${recordFile(root, pkg)}.tmp`, recordFile(root, pkg));
}

/** The built release with the address at which the local stack serves it by default; the gateway puts the real port. */
function releaseOf(root: string, pkg: string): Release {
  const name = pkg.slice('remote-'.length) as RemoteName;
  const dist = path.join(root, pkg, 'dist');
  // The version's own folder holds what was built with it; the file beside the folders is of the last build of all.
  const own = path.join(dist, readRecord(root, pkg)?.version ?? '', 'release.json');
  const file = existsSync(own) ? own : path.join(dist, 'release.json');
  const built = JSON.parse(readFileSync(file, 'utf8')) as Omit<Release, 'baseUrl'>;
  return { ...built, baseUrl: `http://localhost:${PARTS[name].port}/${built.version}/` };
}

const isBuilt = (root: string, pkg: string) => existsSync(path.join(root, pkg, 'dist/release.json'));

/** Enters the remotes of which the registry does not have the built version yet. */
async function publishRemotes(root: string, packages: string[], registryFile: string): Promise<void> {
  const live = readRegistry(registryFile).remotes;
  const releases: Record<string, Release> = {};
  // A registry that knows nobody, the first or one of an older form, gets every remote that is built, asked for or not.
  const candidates =
    Object.keys(live).length === 0 ? REMOTE_PACKAGES.filter((pkg) => isBuilt(root, pkg)) : packages;
  for (const pkg of candidates.filter(isRemotePackage)) {
    const release = releaseOf(root, pkg);
    const name = pkg.slice('remote-'.length);
    if (live[name]?.version !== release.version || live[name].builtAt !== release.builtAt)
      releases[name] = release;
  }
  if (Object.keys(releases).length > 0) await publish(registryFile, releases);
}

/**
 * @returns names of the packages that were built; the others were current.
 * @throws Error with the compilers' messages; the registry then stays as it was.
 */
export async function buildPackages(packages: string[], options: BuildOptions = {}): Promise<string[]> {
  const { root = repoRoot, report = () => undefined, compile = compilePackage } = options;
  const registryFile = options.registryFile ?? path.join(varDir, 'registry.json');
  const hashOf = createInputHasher(root);
  const stale = packages
    .map((pkg) => ({ pkg, hash: hashOf(inputsOf(pkg)) }))
    .filter(({ pkg, hash }) => !isCurrent(root, pkg, hash))
    .map((one) => ({ ...one, usual: readRecord(root, one.pkg)?.seconds ?? USUAL_SECONDS[one.pkg] ?? 15 }))
    .sort((left, right) => right.usual - left.usual);

  const queue = [...stale];
  const busy = new Set<string>();
  const failures: string[] = [];
  let done = 0;
  const showBusy = () => busy.size > 0 && report(`${[...busy].join(', ')} (${done} of ${stale.length} done)`);
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      busy.add(next.pkg);
      showBusy();
      await buildPackage(root, next.pkg, next.hash, compile).catch((error: Error) => {
        failures.push(`${next!.pkg} was not built:\n${error.message}`);
        queue.length = 0;
      });
      busy.delete(next.pkg);
      done++;
      showBusy();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  if (failures.length > 0) throw new Error(failures.join('\n\n'));
  await publishRemotes(root, packages, registryFile);
  return stale.map(({ pkg }) => pkg);
}
