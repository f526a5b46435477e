/** Installs archives without a package registry, for tests: a package can resolve only its declared dependencies. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import type { Manifest } from './manifests';
import { makePacks } from './makePacks';

/** Packages of this clone in which to look for dependencies, by folder. */
const OWNERS = ['tooling', 'shared-contracts', 'shared-ui', ''];

function installedIn(folders: readonly string[], name: string): string {
  const found = folders.map((folder) => path.join(folder, 'node_modules', name)).find(existsSync);
  if (!found) throw new Error(`${name} is not installed in this clone.`);
  return realpathSync(found);
}

function link(nodeModules: string, name: string, target: string): void {
  const file = path.join(nodeModules, name);
  mkdirSync(path.dirname(file), { recursive: true });
  if (!existsSync(file)) symlinkSync(target, file, 'junction');
}

/** Links a package's commands, so that scripts find them. */
function linkPrograms(nodeModules: string, name: string): void {
  const folder = path.join(nodeModules, name);
  const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    bin?: Record<string, string>;
  };
  for (const [command, file] of typeof bin === 'object' ? Object.entries(bin) : [])
    link(path.join(nodeModules, '.bin'), command, path.join(folder, file));
}

/**
 * Fills `node_modules` of a repository like a strict installer.
 * @param clone to pack, whose installed packages are linked in the versions that the archives require.
 * @param others folders with further packages.
 */
export async function installPacks(
  repository: string,
  clone: string,
  others: readonly string[] = [],
): Promise<void> {
  const installed = [...OWNERS.map((owner) => path.join(clone, owner)), ...others];
  const packs = await makePacks(clone, path.join(clone, 'var/packs'));
  // Same name as pnpm's, which Jest's settings recognize.
  const store = path.join(repository, 'node_modules/.pnpm');
  const unpacked = (name: string) => path.join(store, name, 'node_modules', name);
  const packageFolder = (name: string) => (packs[name] ? unpacked(name) : installedIn(installed, name));
  for (const [name, archive] of Object.entries(packs)) {
    mkdirSync(unpacked(name), { recursive: true });
    execFileSync('tar', ['-xzf', archive, '-C', unpacked(name), '--strip-components', '1']);
  }
  const linkAll = (folder: string, nodeModules: string) => {
    const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest;
    const wanted = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.peerDependencies };
    for (const name of Object.keys(wanted)) {
      link(nodeModules, name, packageFolder(name));
      linkPrograms(nodeModules, name);
    }
  };
  for (const name of Object.keys(packs)) linkAll(unpacked(name), path.join(store, name, 'node_modules'));
  linkAll(repository, path.join(repository, 'node_modules'));
}
