/** Builds the packages whose inputs changed, compresses the output and publishes the remotes. */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Release } from '@hindsight/shared-contracts/registry';
import { PARTS, type RemoteName } from '../local-stack/parts';
import { repoRoot, varDir } from '../local-stack/paths';
import { buildVersion } from './buildVersion';
import { compilePackages } from './compiler';
import { createInputHasher } from './inputHash';
import { precompress } from './precompress';
import { publish, readRegistry } from './publish';
import { listInputs, isRemotePackage, isService, REMOTE_PACKAGES } from './packages';

const KEPT_VERSIONS = 3;

/** The build record in a package's dist folder. */
interface BuildRecord {
  hash: string;
  version: string;
}

/** Versions to build, by package. */
type Versions = Readonly<Record<string, string>>;

export interface BuildOptions {
  report?: (text: string) => void;
  root?: string;
  registryFile?: string;
  /** Builds several packages in one process. Tests replace it. */
  compile?: (versions: Versions) => Promise<void>;
}

const recordFile = (root: string, pkg: string) => path.join(root, pkg, 'dist/.build.json');

function readRecord(root: string, pkg: string): BuildRecord | null {
  const file = recordFile(root, pkg);
  if (!existsSync(file)) return null;
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as BuildRecord;
  } catch {
    return null; // Partially written by a build that was killed: rebuild.
  }
}

/** Whether the recorded build exists. It may have been deleted, or a manual build may have overwritten the host's page. */
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

/** Keeps some older version folders for pages that are still open. */
function pruneVersions(dist: string, current: string): void {
  const versions = readdirSync(dist, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== current)
    .map(({ name }) => ({ name, age: statSync(path.join(dist, name)).mtimeMs }))
    .sort((left, right) => right.age - left.age);
  for (const { name } of versions.slice(KEPT_VERSIONS - 1))
    rmSync(path.join(dist, name), { recursive: true });
}

/** The process that builds a package; the host takes as long as all remotes together. */
const buildProcess = (pkg: string) => (isRemotePackage(pkg) ? 'remotes' : pkg);

interface Stale {
  pkg: string;
  hash: string;
  version: string;
}

/** Builds packages in one process; they all succeed or fail together. */
async function buildTogether(
  root: string,
  packages: readonly Stale[],
  compile: NonNullable<BuildOptions['compile']>,
): Promise<void> {
  const outputFolder = ({ pkg, version }: Stale) => path.join(root, pkg, 'dist', version);
  const added = packages.map(outputFolder).filter((folder) => !existsSync(folder));
  try {
    await compile(Object.fromEntries(packages.map(({ pkg, version }) => [pkg, version])));
  } catch (error) {
    // A failed build must not push a good one out of the kept versions.
    for (const folder of added) rmSync(folder, { recursive: true, force: true });
    const names = packages.map(({ pkg }) => pkg).join(', ');
    throw new Error(`Not built: ${names}\n${(error as Error).message}`, { cause: error });
  }
  for (const one of packages) {
    const { pkg, hash, version } = one;
    if (!isService(pkg)) {
      await precompress(outputFolder(one));
      pruneVersions(path.join(root, pkg, 'dist'), version);
    }
    const record: BuildRecord = { hash, version };
    writeFileSync(`${recordFile(root, pkg)}.tmp`, JSON.stringify(record));
    renameSync(`${recordFile(root, pkg)}.tmp`, recordFile(root, pkg));
  }
}

/** The built release with its default local stack address; the gateway substitutes the real port. */
function readRelease(root: string, pkg: string): Release {
  const name = pkg.slice('remote-'.length) as RemoteName;
  const dist = path.join(root, pkg, 'dist');
  // The version folder holds the matching file; the one above it belongs to the most recent build.
  const own = path.join(dist, readRecord(root, pkg)?.version ?? '', 'release.json');
  const file = existsSync(own) ? own : path.join(dist, 'release.json');
  const built = JSON.parse(readFileSync(file, 'utf8')) as Omit<Release, 'baseUrl'>;
  return { ...built, baseUrl: `http://localhost:${PARTS[name].port}/${built.version}/` };
}

const isBuilt = (root: string, pkg: string) => existsSync(path.join(root, pkg, 'dist/release.json'));

/** Adds remotes to the registry whose built version is not there yet. */
async function publishRemotes(root: string, packages: string[], registryFile: string): Promise<void> {
  const live = readRegistry(registryFile).remotes;
  const releases: Record<string, Release> = {};
  // An empty registry (new, or of an older schema) gets every built remote, requested or not.
  const candidates =
    Object.keys(live).length === 0 ? REMOTE_PACKAGES.filter((pkg) => isBuilt(root, pkg)) : packages;
  for (const pkg of candidates.filter(isRemotePackage)) {
    const release = readRelease(root, pkg);
    const name = pkg.slice('remote-'.length);
    if (live[name]?.version !== release.version || live[name].builtAt !== release.builtAt)
      releases[name] = release;
  }
  if (Object.keys(releases).length > 0) await publish(registryFile, releases);
}

/**
 * @returns names of the packages that were built; the others were up to date.
 * @throws Error with the compiler output; the registry stays unchanged.
 */
export async function buildPackages(packages: string[], options: BuildOptions = {}): Promise<string[]> {
  const { root = repoRoot, report = () => undefined, compile = compilePackages } = options;
  const registryFile = options.registryFile ?? path.join(varDir, 'registry.json');
  const hashInputs = createInputHasher(root);
  const stale = packages
    .map((pkg) => ({ pkg, hash: hashInputs(listInputs(pkg)) }))
    .filter(({ pkg, hash }) => !isCurrent(root, pkg, hash))
    .map((one) => ({ ...one, version: buildVersion(root, one.pkg, one.hash) }));

  const busy = new Set(stale.map(({ pkg }) => pkg));
  const showBusy = () => busy.size > 0 && report([...busy].join(', '));
  showBusy();
  const outcomes = await Promise.allSettled(
    [...new Set([...busy].map(buildProcess))].map(async (name) => {
      const together = stale.filter(({ pkg }) => buildProcess(pkg) === name);
      await buildTogether(root, together, compile);
      for (const { pkg } of together) busy.delete(pkg);
      showBusy();
    }),
  );
  const failures = outcomes.flatMap((one) =>
    one.status === 'rejected' ? [(one.reason as Error).message] : [],
  );
  if (failures.length > 0) throw new Error(failures.join('\n\n'));
  await publishRemotes(root, packages, registryFile);
  return stale.map(({ pkg }) => pkg);
}
