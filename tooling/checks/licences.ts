/** Does every installed package have a licence that is accepted? */
import { isAccepted } from '../federation/licences';
import { runProgram } from './programs';

/** Packages whose licence is not an SPDX expression in their manifest, read by hand. */
const READ_BY_HAND: ReadonlySet<string> = new Set(['spawndamnit']); // MIT, in its LICENSE file.

interface Listed {
  name: string;
  versions: string[];
}

/** @param listed answer of `pnpm licenses list --json`: packages by licence. */
export function refusedPackages(listed: Readonly<Record<string, readonly Listed[]>>): string[] {
  return Object.entries(listed).flatMap(([licence, packages]) =>
    isAccepted(licence)
      ? []
      : packages
          .filter(({ name }) => !READ_BY_HAND.has(name))
          .map(({ name, versions }) => `${name} ${versions.join(', ')}: ${licence}`),
  );
}

/** @returns a line for each package that is refused. */
export async function checkLicences(): Promise<string[]> {
  const { code, output } = await runProgram(['npx', '--yes', 'pnpm@10', 'licenses', 'list', '--json']);
  const json = output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1);
  if (code !== 0 || !json) return [`Listing the licenses failed: ${output}`];
  return refusedPackages(JSON.parse(json) as Record<string, Listed[]>);
}
