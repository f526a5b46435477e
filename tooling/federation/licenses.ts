/** Accepted licenses of dependencies, and the license documents of a release. */
/** Files in the build folder. */
export const LICENSES_FILE = 'licences.json';
/** Software bill of materials, CycloneDX 1.6. */
export const BILL_FILE = 'sbom.cdx.json';

/** SPDX identifiers. All permit use in a closed-source product; MPL-2.0 as long as its own files are unchanged. */
const ACCEPTED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  // Not an SPDX id: the number of clauses is missing, but any variant is accepted.
  'BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-3.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  // Fonts: embedding is permitted, selling them separately is not.
  'OFL-1.1',
  'Python-2.0',
  'Zlib',
]);

/** Whether every license in an SPDX expression is accepted. Alternatives (OR) must all be accepted too. */
export const isAccepted = (expression: string): boolean =>
  expression
    .replace(/[()]/g, ' ')
    .trim()
    .split(/\s(?:AND|OR)\s/)
    .every((identifier) => ACCEPTED.has(identifier.trim()));

interface Package {
  name: string;
  version: string;
  license: string | null;
}

/** @returns the bill of materials of a build; deterministic for the same packages. */
export function billOfMaterials(packages: readonly Package[]): string {
  const components = packages.map(({ name, version, license }) => ({
    type: 'library',
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(license ? { licenses: [{ expression: license }] } : {}),
  }));
  return JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components });
}
