/** A remote built again with one visible change: its live build copied under a new version, served beside the old one. */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Registry, Release } from '@hindsight/shared-contracts/registry';

const repoRoot = fileURLToPath(new URL('../../', import.meta.url));

const hashOf = (file: string) => `sha384-${createHash('sha384').update(readFileSync(file)).digest('base64')}`;

export const readRegistry = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Registry;

/** Copies the live build of a remote to `target/<version>`. */
export function copyLiveBuild(remote: string, { version }: Release, target: string): void {
  cpSync(path.join(repoRoot, `remote-${remote}/dist`, version), path.join(target, version), {
    recursive: true,
  });
}

/**
 * Makes another build of the release that says `after` where the live one says `before`.
 * @param folder holds the live version's folder; the new one is put beside it.
 * @throws Error when the text is not in the build.
 */
export function rebuildWith(folder: string, live: Release, before: string, after: string): Release {
  const version = `${live.version}-again`;
  const built = path.join(folder, version);
  cpSync(path.join(folder, live.version), built, { recursive: true });
  const integrity = { ...live.integrity };
  let changed = 0;
  for (const name of readdirSync(built).filter((one) => one.endsWith('.js'))) {
    const file = path.join(built, name);
    const text = readFileSync(file, 'utf8');
    if (!text.includes(before)) continue;
    changed += 1;
    writeFileSync(file, text.replaceAll(before, after));
    for (const twin of [`${file}.br`, `${file}.gz`]) if (existsSync(twin)) rmSync(twin);
    if (integrity[name]) integrity[name] = hashOf(file);
  }
  if (changed === 0) throw new Error(`No file of ${live.version} says "${before}".`);
  return {
    ...live,
    version,
    baseUrl: live.baseUrl.replace(live.version, version),
    integrity,
    builtAt: new Date().toISOString(),
  };
}

/** Makes a release the live one, by replacing the registry file in one step. */
export function publishTo(registryFile: string, remote: string, release: Release): void {
  const registry = readRegistry(registryFile);
  const next = {
    ...registry,
    updatedAt: release.builtAt,
    remotes: { ...registry.remotes, [remote]: release },
  };
  writeFileSync(`${registryFile}.next`, JSON.stringify(next));
  renameSync(`${registryFile}.next`, registryFile);
}
