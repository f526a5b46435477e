/** Default version of a build. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createInputHasher } from './inputHash';
import { listInputs } from './packages';

/**
 * The package's version plus a hash of all build inputs: the same inputs produce the same version.
 * @param hash of the inputs, if already known.
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
