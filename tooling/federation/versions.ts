/** Installed versions of the shared packages, as resolved from a package. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ranges } from './sharedPolicy';

type Versions = Record<keyof typeof ranges, string>;

/**
 * @param packageDir package folder whose node_modules are searched.
 * @throws Error when a shared package is not installed there.
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
