/** Installed versions of the shared packages, as the package sees them. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ranges } from './sharedPolicy';

type Versions = Record<keyof typeof ranges, string>;

/**
 * @param packageDir folder of a package, whose node_modules are looked at.
 * @throws Error when one of the shared packages is not installed there.
 */
export function installedVersions(packageDir: string): Versions {
  const names = Object.keys(ranges) as (keyof Versions)[];
  return Object.fromEntries(
    names.map((name) => {
      const file = path.join(packageDir, 'node_modules', name, 'package.json');
      return [name, (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version];
    }),
  ) as Versions;
}
