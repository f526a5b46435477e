/** Builds a remote into a separate folder and publishes it. Browsers do not get it before it is promoted. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { RELEASE_FILE } from '@hindsight/shared-contracts/registry';
import { precompress } from '../build/precompress';
import { type BuildSources, sourceCommit } from '../federation/sourceCommit';
import { appendAudit } from './audit';
import { computeIntegrity } from './hash';
import { type Author, requireReason } from './registryChange';
import { checkMayRelease, readKeyList } from './signing/signChange';
import { type Files, type Store, TakenError } from './store';

/** Source maps contain source code, so they are stored apart from the public files. */
const MAP = /\.map$/;

/** Folder of a version's source maps; dot folders are never served. */
export const mapsFolder = (remote: string, version: string) => `.maps/${remote}/${version}`;

function filesIn(folder: string, isWanted: (name: string) => boolean): Files {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .filter((name) => !name.startsWith('.') && isWanted(name));
  return new Map(names.sort().map((name) => [name, readFileSync(path.join(folder, name))]));
}

/** Publishes a finished build folder, including builds made elsewhere, e.g. by a test. */
export async function publishFolder(
  store: Store,
  remote: string,
  version: string,
  folder: string,
  { who, reason, key }: Author,
  { untested = false } = {},
): Promise<Files> {
  const keys = await readKeyList(store);
  if (keys) checkMayRelease(keys, key, remote, store.name);
  const files = filesIn(folder, (name) => !MAP.test(name));
  const description = files.get(RELEASE_FILE);
  if (!description) throw new Error(`${folder} has no ${RELEASE_FILE}: it isn’t a build of a remote.`);
  await store.addFolder(`${remote}/${version}`, files, RELEASE_FILE);
  const maps = filesIn(folder, (name) => MAP.test(name));
  const lastMap = [...maps.keys()].at(-1);
  if (lastMap) await store.addFolder(mapsFolder(remote, version), maps, lastMap);
  const line = { when: new Date().toISOString(), who, reason, what: 'release' as const, remote };
  const signed = keys && key ? { key: key.id, signature: key.sign(description) } : {};
  await appendAudit(store, [
    {
      ...line,
      from: null,
      to: version,
      integrity: computeIntegrity(description),
      ...(untested && { untested }),
      ...signed,
    },
  ]);
  return files;
}

/** Adds commit and author to the description of a build. */
function stampBuild(folder: string, commit: string | null, builtBy: string): void {
  const file = path.join(folder, RELEASE_FILE);
  const release = JSON.parse(readFileSync(file, 'utf8')) as object;
  writeFileSync(file, JSON.stringify({ ...release, commit, builtBy }));
}

/**
 * @param commit that a remote is built from, with the suffix `+changes` for uncommitted changes; null outside a clone.
 * @throws Error for uncommitted changes, unless forced.
 */
export function checkCommit(remote: string, commit: string | null, author: Author): void {
  requireReason(author);
  if (commit?.endsWith('+changes') && !author.force)
    throw new Error(
      `remote-${remote}, or a package that is built into it, has uncommitted changes, so this release could not be rebuilt. ` +
        'Commit them, or release it marked as such: --force --reason "why".',
    );
}

/** A remote that can be built, in this workspace or in a separate repository. */
export interface Buildable {
  remote: string;
  sources: BuildSources;
  /** @throws Error with the compiler's output. */
  checkTypes(): Promise<void>;
  /** @throws Error with the output of the tests. */
  runTests(): Promise<void>;
  /** Writes a production build with its licenses to a folder. */
  compile(version: string, folder: string): Promise<void>;
}

/** @throws TakenError before compiling when the version is already published; Error with the compiler's output. */
export async function makeRelease(
  store: Store,
  { remote, sources, checkTypes, runTests, compile }: Buildable,
  version: string,
  author: Author,
  { untested = false } = {},
): Promise<Files> {
  if (await store.read(`${remote}/${version}/${RELEASE_FILE}`))
    throw new TakenError(`${remote}/${version}`, store.name);
  const keys = await readKeyList(store);
  if (keys) checkMayRelease(keys, author.key, remote, store.name);
  const commit = sourceCommit(sources.root, sources.inputs)?.sha ?? null;
  checkCommit(remote, commit, author);
  await checkTypes();
  if (!untested) await runTests();
  const folder = mkdtempSync(path.join(os.tmpdir(), `release-${remote}-`));
  try {
    await compile(version, folder);
    stampBuild(folder, commit, author.who);
    await precompress(folder);
    return await publishFolder(store, remote, version, folder, author, { untested });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
