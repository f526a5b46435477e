/** `tsx production/images/bill.ts <package> <file>`: the bill of materials (CycloneDX) of what a package of ours needs when it runs; each image carries its own. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { billOfMaterials } from '../../tooling/federation/licences';

/** Answer of `pnpm licenses list --json`: packages by licence. */
type Listed = Readonly<Record<string, readonly { name: string; versions: readonly string[] }[]>>;

/** The same packages give the same text. */
export function billOf(listed: Listed): string {
  const packages = Object.entries(listed).flatMap(([license, list]) =>
    list.flatMap(({ name, versions }) => versions.map((version) => ({ name, version, license }))),
  );
  const keyOf = ({ name, version }: { name: string; version: string }) => `${name}@${version}`;
  return billOfMaterials(packages.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , name = '', file = ''] = process.argv;
  const listed = execFileSync(
    'pnpm',
    ['--filter', `@hindsight/${name}`, 'licenses', 'list', '--prod', '--json'],
    { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  writeFileSync(file, billOf(JSON.parse(listed) as Listed));
}
