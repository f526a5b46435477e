/** A remote from another repository: built, tested and released with the packed packages alone, it appears in a running host. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPacks } from '../../tooling/packs/testing';
import { sidebarLink, title } from '../support/frame';
import { type OwnStack, startOwnStack } from '../support/ownStack';
import { people, personButton } from '../support/people';
import { expect, test } from '../support/test';

const clone = fileURLToPath(new URL('../../', import.meta.url));

let folder: string;
let stack: OwnStack;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  folder = mkdtempSync(path.join(os.tmpdir(), 'hindsight-other-'));
  cpSync(path.join(clone, 'examples/remote-roster'), path.join(folder, 'remote-roster'), { recursive: true });
  await installPacks(path.join(folder, 'remote-roster'), clone);
  stack = await startOwnStack({}, { releasesDir: path.join(folder, 'releases') });
});
test.afterAll(async () => {
  await stack.stop();
  rmSync(folder, { recursive: true });
});

/** Runs the preset's command in the other repository. */
function remote(...words: string[]): string {
  return execFileSync(process.execPath, ['node_modules/@hindsight/remote-preset/dist/cli.js', ...words], {
    cwd: path.join(folder, 'remote-roster'),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

test('a remote that this repository does not know is tested, released, and opened from the sidebar', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await page.goto(`${stack.urls.gateway}/oauth2/sign_in?rd=/agents`);
  await personButton(page, people.owner).click();
  await expect(title(page)).toHaveText('Agents');
  await expect(sidebarLink(page, 'Roster')).toBeHidden();

  const store = ['--to', path.join(folder, 'releases')];
  expect(remote('release', '--version', '1.0.0', ...store)).toContain('roster 1.0.0: ');
  remote('promote', '1.0.0', ...store, '--public-url', `${stack.urls.gateway}/releases/`);

  await page.reload();
  await sidebarLink(page, 'Roster').click();
  await expect(title(page)).toHaveText('Roster');
  const agents = page.getByRole('list', { name: 'Agents' }).getByRole('listitem');
  await expect(agents.first()).toContainText('added');

  remote('release', '--version', '1.1.0', '--skip-checks', ...store);
  remote('promote', '1.1.0', ...store);
  expect(remote('rollback', '--reason', 'only tried', ...store)).toContain('rollback: roster 1.1.0 → 1.0.0');
  expect(() => remote('promote', '1.1.0', ...store)).toThrow(/1\.1\.0 was rolled back by .*only tried/);
});
