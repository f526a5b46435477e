import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CONTRACTS_VERSION } from '.';

it('is the version of the package', () => {
  const file = path.resolve(__dirname, '../../package.json');
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  expect(CONTRACTS_VERSION).toBe(version);
});
