/**
 * Host and remotes of different releases in one page: those of this clone with those of the previous release, which `pnpm skew` built.
 * Within a major version of the contracts every page opens without a complaint of the browser. A major apart, host and remotes refuse
 * each other with a sentence.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { bell, memoryCards, sidebar, sidebarLink, title } from '../support/frame';
import { type OwnStack, startOwnStack } from '../support/ownStack';
import { people, signIn } from '../support/people';
import { contractsOf, createReleases } from '../support/releases';
import { expect, test as base } from '../support/test';

const current = fileURLToPath(new URL('../../', import.meta.url));
const previous = process.env.SKEW_ROOT ?? '';

const MATRIX = [
  { name: 'the previous host with the current remotes', host: previous, remotes: current },
  { name: 'the current host with the previous remotes', host: current, remotes: previous },
];

const majorOf = (version: string) => version.split('.')[0];

async function openEveryPage(page: Page): Promise<void> {
  await expect(memoryCards(page).first()).toBeVisible();
  await expect(bell(page)).toHaveAccessibleName(/unread/);
  const links = page.getByRole('complementary', { name: 'Navigation' }).getByRole('link');
  const labels = (await links.allInnerTexts()).map((label) => label.trim()).filter(Boolean);
  expect(labels).toContain('Memory Blocks');
  for (const label of labels) {
    await sidebarLink(page, label).click();
    await expect(title(page), label).not.toHaveText('');
    await expect(page.locator('main [aria-busy=true]'), label).toHaveCount(0);
    await expect(page.getByRole('alert'), label).toHaveCount(0);
  }
  await page.goto('/memory-blocks');
  await memoryCards(page).first().getByRole('link').first().click();
  await expect(page.getByRole('dialog').or(page.getByRole('main')).first()).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
}

/** The frame works, and each page shows why the remote was refused. */
async function seeRefusals(page: Page, versions: { host: string; remotes: string }): Promise<void> {
  const sentence = `contracts ^${versions.remotes}, and this dashboard has ${versions.host}.`;
  await expect(sidebar(page)).toBeVisible();
  for (const label of ['Dashboard', 'Memory Blocks', 'Consolidation']) {
    await sidebarLink(page, label).click();
    await expect(page.getByRole('main').getByRole('alert'), label).toContainText(sentence);
  }
}

for (const { name, host, remotes } of MATRIX) {
  const test = base.extend<object, { stack: OwnStack }>({
    stack: [
      // eslint-disable-next-line no-empty-pattern -- the first parameter of a fixture must be a pattern
      async ({}, use) => {
        const releases = await createReleases(remotes);
        const env = { HOST_DIST: path.join(host, 'host/dist') };
        const stack = await startOwnStack(env, { releasesDir: releases.dir });
        await use(stack);
        await stack.stop();
        releases.remove();
      },
      { scope: 'worker', timeout: 60_000 },
    ],
  });

  test(name, async ({ page, expectConsole }) => {
    const versions = { host: contractsOf(host), remotes: contractsOf(remotes) };
    const majorApart = majorOf(versions.host) !== majorOf(versions.remotes);
    if (majorApart) expectConsole(/dashboard failure/);
    // A host is deployed with its gateway. Those of contracts 1 wrote style elements, which the policy of this gateway stops.
    if (majorOf(versions.host) === '1') expectConsole(/inline style|style-src-elem stopped inline/);
    await signIn(page, people.owner);
    await (majorApart ? seeRefusals(page, versions) : openEveryPage(page));
  });
}
