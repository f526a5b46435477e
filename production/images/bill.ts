/**
 * `tsx production/images/bill.ts <folder> <package> …`: software bills of materials (CycloneDX) of the runtime dependencies of our
 * packages; each image contains its own.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { billOfMaterials } from '../../tooling/federation/licenses';

/** Output of `pnpm licenses list --json`: packages by license. */
type Listed = Readonly<Record<string, readonly { name: string; versions: readonly string[] }[]>>;

type Manifest = Record<'name', string> &
  Record<'dependencies' | 'devDependencies', Record<string, string> | undefined>;

/** A package and the workspace packages bundled into it, whose dependencies are in the image, too. */
export const listBundled = ({ name, dependencies, devDependencies }: Manifest): string[] => [
  name,
  ...Object.keys({ ...dependencies, ...devDependencies }).filter((one) =>
    /^@hindsight\/(?!tooling)/.test(one),
  ),
];

/** @param text output of `pnpm licenses list --json`, which is a plain sentence for a package without dependencies. */
export const parseListed = (text: string): Listed =>
  text.startsWith('No licenses in packages found') ? {} : (JSON.parse(text) as Listed);

/** Deterministic: the same packages produce the same text. */
export function listPackages(listed: Listed): string {
  const packages = Object.entries(listed).flatMap(([license, list]) =>
    list.flatMap(({ name, versions }) => versions.map((version) => ({ name, version, license }))),
  );
  const toKey = ({ name, version }: { name: string; version: string }) => `${name}@${version}`;
  return billOfMaterials(packages.sort((a, b) => (toKey(a) < toKey(b) ? -1 : 1)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , folder = '', ...packages] = process.argv;
  mkdirSync(folder, { recursive: true });
  for (const name of packages) {
    const manifest = JSON.parse(readFileSync(path.join(name, 'package.json'), 'utf8')) as Manifest;
    const listed = execFileSync(
      'pnpm',
      [...listBundled(manifest).flatMap((one) => ['--filter', one]), 'licenses', 'list', '--prod', '--json'],
      { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
    );
    writeFileSync(path.join(folder, `${name}.cdx.json`), listPackages(parseListed(listed)));
  }
}
