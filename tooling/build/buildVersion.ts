/** The version that a build gets when nobody names one. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createInputHasher } from './inputHash';
import { listInputs } from './packages';

/**
 * The package's own version and a hash of everything that goes into the build: the same inputs give the same version.
 * @param hash of the inputs, when it is known already.
 */
export function buildVersion(
  root: string,
  pkg: string,
  hash = createInputHasher(root)(listInputs(pkg)),
): string {
  const manifest = readFileSync(path.join(root, pkg, 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  return `${version}-${hash.slice(0, 8)}`;
}
