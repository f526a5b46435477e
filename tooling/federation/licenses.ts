/** Which licenses a dependency may have, and what a release says of the packages that it contains. */
/** Files in the folder of the build. */
export const LICENSES_FILE = 'licences.json';
/** Software bill of materials, CycloneDX 1.6. */
export const BILL_FILE = 'sbom.cdx.json';

/** SPDX identifiers. All of them allow to be part of a product whose source stays closed; MPL-2.0 as long as its own files are not changed. */
const ACCEPTED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  // A word list that does not name the number of clauses: both are accepted.
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
  // Typefaces: embedding them is allowed, selling them alone is not.
  'OFL-1.1',
  'Python-2.0',
  'Zlib',
]);

/** Whether each license that an SPDX expression names allows the use. A choice counts as if all of it applied. */
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

/** @returns the bill of materials of a build; the same packages give the same text. */
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
