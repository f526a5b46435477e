import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { versionFrom } from './arguments';
import { setCommandName } from './commandName';
import { retire } from './lifecycle';
import { readStoredRegistry } from './registryChange';
import { author, releaseFolder } from './testing/releaseFolder';

let releases: ReturnType<typeof releaseFolder>;
beforeEach(() => (releases = releaseFolder()));
afterEach(() => {
  setCommandName(null);
  releases.remove();
});

it.each([
  ['hindsight-remote', (command: string) => `hindsight-remote ${command}`],
  [null, (command: string) => (command === 'release' ? 'pnpm release memory' : 'pnpm releases')],
])('recommends commands of %s', async (program, named) => {
  setCommandName(program);
  const promote = (version: string) => releases.promote([{ remote: 'memory', version }]);
  await expect(promote('1.0.0')).rejects.toThrow(`Make one with: ${named('release')}`);
  expect(() => versionFrom('latest')).toThrow(`\`${named('releases')}\` lists`);
  await releases.ship('memory', '1.0.0');
  await retire(releases.store, 'memory', author);
  await expect(promote('1.0.0')).rejects.toThrow(`Bring it back with: ${named('restore')}`);
  writeFileSync(path.join(releases.folder, 'registry.json'), '{');
  await expect(readStoredRegistry(releases.store)).rejects.toThrow(`Rebuild it with: ${named('repair')}`);
});
