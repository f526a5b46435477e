/** Builds a remote into a folder of its own and publishes it. Nobody gets it before it is promoted. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { RELEASE_FILE } from '@hindsight/shared-contracts/registry';
import { precompress } from '../build/precompress';
import { compilePackage } from '../build/compiler';
import { varDir } from '../local-stack/paths';
import { appendAudit } from './audit';
import { integrityOf } from './hash';
import type { Author } from './registryChange';
import { type Files, type Store, TakenError } from './store';

/** Source maps contain the source; they are not published. */
const PRIVATE = /\.map(\.br|\.gz)?$/;

/** Files of a folder by their relative path, without source maps. */
function filesIn(folder: string): Files {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .filter((name) => !PRIVATE.test(name) && !name.startsWith('.'));
  return new Map(names.sort().map((name) => [name, readFileSync(path.join(folder, name))]));
}

/** Publishes a finished folder. Also for builds that were made elsewhere, e.g. by a test. */
export async function publishFolder(
  store: Store,
  remote: string,
  version: string,
  folder: string,
  author: Author,
): Promise<Files> {
  const files = filesIn(folder);
  const description = files.get(RELEASE_FILE);
  if (!description) throw new Error(`${folder} has no ${RELEASE_FILE}: it is no build of a remote.`);
  await store.addFolder(`${remote}/${version}`, files, RELEASE_FILE);
  const line = { when: new Date().toISOString(), ...author, what: 'release' as const, remote };
  await appendAudit(store, [{ ...line, from: null, to: version, integrity: integrityOf(description) }]);
  return files;
}

/**
 * @throws TakenError when the version is published already, before anything is compiled; Error with the compiler's message.
 */
export async function makeRelease(
  store: Store,
  remote: string,
  version: string,
  author: Author,
): Promise<Files> {
  if (await store.read(`${remote}/${version}/${RELEASE_FILE}`))
    throw new TakenError(`${remote}/${version}`, store.name);
  mkdirSync(varDir, { recursive: true });
  const folder = mkdtempSync(path.join(varDir, `release-${remote}-`));
  try {
    await compilePackage(`remote-${remote}`, version, ['--env', `out=${folder}`, '--env', 'licences']);
    await precompress(folder);
    return await publishFolder(store, remote, version, folder, author);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
