/** Verifies a published release against its description, file by file, before it goes live. */
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import {
  readRelease,
  RELEASE_FILE,
  type Release,
  type ReleasePointer,
} from '@hindsight/shared-contracts/registry';
import { readAudit } from './audit';
import { commandName } from './commandName';
import { computeIntegrity } from './hash';
import type { Store } from './store';

export interface CheckedRelease {
  release: Release;
  pointer: ReleasePointer;
}

const TWINS = [
  { extension: '.br', unpack: promisify(brotliDecompress) },
  { extension: '.gz', unpack: promisify(gunzip) },
];

async function listVersions(store: Store, remote: string): Promise<string[]> {
  const files = await store.list(remote);
  return files.filter((file) => file.endsWith(`/${RELEASE_FILE}`)).map((file) => file.split('/')[0] ?? '');
}

async function unknownVersion(store: Store, remote: string, version: string): Promise<Error> {
  const known = await listVersions(store, remote);
  return new Error(
    known.length > 0
      ? `${store.name} has no version ${version} of ${remote}. It has ${known.sort().join(', ')}.`
      : `${store.name} has no release of ${remote}. Make one with: ${commandName('release', remote)}`,
  );
}

/** Content and hash of a release description, verified against the audit log. */
export async function publishedDescription(
  store: Store,
  remote: string,
  version: string,
): Promise<{ bytes: Buffer; integrity: string }> {
  const folder = `${remote}/${version}`;
  const file = await store.read(`${folder}/${RELEASE_FILE}`);
  if (!file) throw await unknownVersion(store, remote, version);
  const integrity = computeIntegrity(file.bytes);
  const published = (await readAudit(store)).findLast(
    (line) => line.what === 'release' && line.remote === remote && line.to === version,
  );
  if (published?.integrity && published.integrity !== integrity) {
    throw new Error(`${folder}/${RELEASE_FILE} has changed since it was published. Release a new version.`);
  }
  return { bytes: file.bytes, integrity };
}

/** Reads a release description and verifies that it is the published one. */
export async function describeRelease(
  store: Store,
  remote: string,
  version: string,
  publicUrl: string,
): Promise<CheckedRelease> {
  const folder = `${remote}/${version}`;
  const { bytes, integrity } = await publishedDescription(store, remote, version);
  const pointer = { version, url: new URL(`${folder}/${RELEASE_FILE}`, publicUrl).href, integrity };
  try {
    const release = readRelease(pointer, JSON.parse(bytes.toString('utf8')));
    if (release.descriptor.name !== remote)
      throw new Error(`it describes the remote ${release.descriptor.name}`);
    return { release, pointer };
  } catch (error) {
    throw new Error(`${folder}/${RELEASE_FILE} is not a valid release: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/**
 * Verifies every file of a release against its hash; compressed twins must decompress to the same content.
 * @throws Error that names the first files which are missing or differ from what was published.
 */
export async function checkFiles(
  store: Store,
  remote: string,
  { release, pointer }: CheckedRelease,
): Promise<void> {
  const folder = `${remote}/${release.version}`;
  const listed = new Set(await store.list(folder));
  const { integrity } = release;
  for (const file of [release.entry, ...Object.values(release.parts).flat()]) {
    if (!integrity[file]) throw new Error(`${folder}: ${file} has no hash in ${RELEASE_FILE}.`);
  }
  const problems: string[] = [];
  for (const [file, hash] of Object.entries({ ...integrity, [RELEASE_FILE]: pointer.integrity })) {
    const stored = await store.read(`${folder}/${file}`);
    if (!stored) problems.push(`${file} is missing`);
    else if (computeIntegrity(stored.bytes) !== hash)
      problems.push(`${file} has changed since it was published`);
    for (const { extension, unpack } of TWINS) {
      if (!listed.has(file + extension)) continue;
      const twin = await store.read(`${folder}/${file}${extension}`);
      const plain = twin && (await unpack(twin.bytes).catch(() => null));
      if (!plain || computeIntegrity(plain) !== hash)
        problems.push(`${file}${extension} has changed since it was published`);
    }
  }
  if (problems.length > 0) throw new Error(`${folder} cannot go live: ${problems.join('; ')}.`);
}
