/** Remotes from other repositories: built, tested and released with the packed packages only, they appear in a running host. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPacks } from '../../tooling/packs/testing';
import { sidebarLink, title } from '../support/frame';
import type { Page } from '@playwright/test';
import { installPackages } from '../support/npm';
import { type OwnStack, startOwnStack } from '../support/ownStack';
import { people, personButton } from '../support/people';
import { refocusUntil } from '../support/releases';
import { expect, test } from '../support/test';

const clone = fileURLToPath(new URL('../../', import.meta.url));

// One after another, because they share a stack and a store.
test.describe.configure({ mode: 'default' });

let folder: string;
let stack: OwnStack;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  folder = mkdtempSync(path.join(os.tmpdir(), 'hindsight-other-'));
  const vite = await installPackages('vite', { '@module-federation/vite': '1.23.8', vite: '8.4.0' });
  for (const name of ['remote-roster', 'remote-pulse']) {
    cpSync(path.join(clone, 'examples', name), path.join(folder, name), { recursive: true });
    await installPacks(path.join(folder, name), clone, [vite]);
  }
  stack = await startOwnStack({}, { releasesDir: path.join(folder, 'releases') });
});
test.afterAll(async () => {
  await stack.stop();
  rmSync(folder, { recursive: true });
});

/** Runs the preset's command in the other repository. */
const commandIn =
  (name: string) =>
  (...words: string[]): string =>
    execFileSync(process.execPath, ['node_modules/@hindsight/remote-preset/dist/cli.js', ...words], {
      cwd: path.join(folder, name),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });

const store = () => ['--to', path.join(folder, 'releases')];
/** Where to try a version, and where browsers find it. */
const place = () => ['--host', stack.urls.gateway, '--public-url', `${stack.urls.gateway}/releases/`];

async function signIn(page: Page): Promise<void> {
  await page.goto(`${stack.urls.gateway}/oauth2/sign_in?rd=/agents`);
  await personButton(page, people.owner).click();
  await expect(title(page)).toHaveText('Agents');
}

test('tests and releases a remote from another repository, and opens it from the sidebar', async ({
  page,
}) => {
  test.setTimeout(300_000);
  const remote = commandIn('remote-roster');
  await signIn(page);
  await expect(sidebarLink(page, 'Roster')).toBeHidden();

  expect(remote('release', '--version', '1.0.0', ...store())).toContain('roster 1.0.0: ');
  remote('promote', '1.0.0', ...store(), ...place());

  await page.reload();
  await sidebarLink(page, 'Roster').click();
  await expect(title(page)).toHaveText('Roster');
  const agents = page.getByRole('list', { name: 'Agents' }).getByRole('listitem');
  await expect(agents.first()).toContainText('added');

  remote('release', '--version', '1.1.0', ...store());
  remote('promote', '1.1.0', ...store(), ...place());
  expect(remote('rollback', '--reason', 'only tried', ...store())).toContain(
    'rollback: roster 1.1.0 → 1.0.0',
  );
  expect(() => remote('promote', '1.1.0', ...store())).toThrow(/1\.1\.0 was rolled back by .*only tried/);
});

test('does not publish code that fails to compile, and does not promote code that fails to start', () => {
  test.setTimeout(300_000);
  const remote = commandIn('remote-roster');
  const page = path.join(folder, 'remote-roster/src/features/roster/RosterPage.tsx');
  const source = readFileSync(page, 'utf8');
  const skip = ['--skip-tests', ...store()];
  writeFileSync(page, source.replace('{ Card,', '{ Buton, Card,'));
  expect(() => remote('release', '--version', '2.0.0', ...skip)).toThrow(/types of roster fail/);
  writeFileSync(page, `throw new Error('boom');\n${source}`);
  remote('release', '--version', '2.0.0', ...skip);
  writeFileSync(page, source);
  expect(() => remote('promote', '2.0.0', ...store(), ...place())).toThrow(/was released without its tests/);
  const forced = ['--force', '--reason', 'urgent', ...store(), ...place()];
  expect(() => remote('promote', '2.0.0', ...forced)).toThrow(
    /does not work in the host's page.*\/roster: boom/,
  );
});

test('tries a Vite-built remote in the host, opens it, and disables it with its styles', async ({
  page,
  expectConsole,
}) => {
  test.setTimeout(300_000);
  expectConsole(/"remote":"pulse".*Wrong numbers/);
  const remote = commandIn('remote-pulse');
  expect(remote('release', '--version', '1.0.0', ...store())).toContain('pulse 1.0.0: ');
  remote('promote', '1.0.0', ...store(), ...place());
  await signIn(page);
  await sidebarLink(page, 'Pulse').click();
  const count = page.getByRole('status', { name: 'Memories of this workspace' });
  await expect(count).toHaveText(/^\d+$/);
  await expect(count).toHaveCSS('font-size', '32px');
  // The page uses its own React: with a second copy, state would throw.
  await page.getByRole('button', { name: 'Hide the number' }).click();
  await expect(count).toBeHidden();

  const sheets = page.locator('link[rel="stylesheet"][href*="/pulse/"]');
  await expect(sheets).toHaveCount(1);
  remote('disable', '--reason', 'Wrong numbers.', ...store());
  await refocusUntil(page, () => expect(page.getByText('Wrong numbers.')).toBeVisible({ timeout: 500 }));
  await expect(sheets).toHaveCount(0);
});
