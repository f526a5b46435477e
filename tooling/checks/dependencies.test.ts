import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { billOfMaterials, isAccepted } from '../federation/licences';
import { refusedPackages } from './steps';

const root = path.resolve(__dirname, '../..');

test('every dependency has an exact version', () => {
  const manifests = execFileSync('git', ['ls-files', '*package.json'], { cwd: root, encoding: 'utf8' });
  const loose = manifests
    .trim()
    .split('\n')
    .flatMap((file) => {
      const { dependencies, devDependencies } = JSON.parse(
        readFileSync(path.join(root, file), 'utf8'),
      ) as Record<string, Record<string, string> | undefined>;
      return Object.entries({ ...dependencies, ...devDependencies })
        .filter(([, version]) => !/^(\d+\.\d+\.\d[\w.-]*|workspace:\*)$/.test(version))
        .map(([name, version]) => `${file}: ${name} ${version}`);
    });
  expect(loose).toEqual([]);
});

test('a licence is accepted when all that it names are', () => {
  for (const licence of ['MIT', '(MIT OR CC0-1.0)', 'Apache-2.0 AND MIT'])
    expect(isAccepted(licence)).toBe(true);
  for (const licence of ['GPL-3.0-only', 'MIT AND AGPL-3.0-only', 'Unknown', ''])
    expect(isAccepted(licence)).toBe(false);
  expect(refusedPackages({ MIT: [], 'GPL-3.0-only': [{ name: 'x', versions: ['1.0.0'] }] })).toEqual([
    'x 1.0.0: GPL-3.0-only',
  ]);
});

test('the bill of materials names each package by its address', () => {
  expect(JSON.parse(billOfMaterials([{ name: '@a/b', version: '1.2.3', license: 'MIT' }]))).toEqual({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    components: [
      {
        type: 'library',
        name: '@a/b',
        version: '1.2.3',
        purl: 'pkg:npm/%40a/b@1.2.3',
        licenses: [{ expression: 'MIT' }],
      },
    ],
  });
});
