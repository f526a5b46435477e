/**
 * Host and remotes of different releases in one page: this clone's with those of the previous release, built by `pnpm skew`. Within a major
 * version of the contracts, every page opens without browser errors. Across majors, host and remotes refuse each other: the page says that
 * it did not load, with the reason under Details. A host is deployed with its gateway, so that gateway serves it.
 */
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { bell, memoryCards, sidebar, sidebarLink, title } from '../support/frame';
import { type OwnStack, startOwnStack } from '../support/ownStack';
import { people, signIn } from '../support/people';
import { readContractsVersion, createReleases } from '../support/releases';
import { expect, test as base } from '../support/test';

const current = fileURLToPath(new URL('../../', import.meta.url));
const previous = process.env.SKEW_ROOT ?? '';

const MATRIX = [
  { name: 'the previous host with the current remotes', host: previous, remotes: current },
  { name: 'the current host with the previous remotes', host: current, remotes: previous },
];

const majorVersion = (version: string) => version.split('.')[0];

async function openEveryPage(page: Page): Promise<void> {
  await expect(memoryCards(page).first()).toBeVisible();
  await expect(bell(page)).toHaveAccessibleName(/unread/);
  const links = page.getByRole('complementary', { name: 'Navigation' }).getByRole('link');
  // By URL: a link name may contain a count that loads later.
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(addresses).toContain('/memory-blocks');
  for (const address of addresses) {
    // The product name also links to the dashboard.
    await links
      .and(page.locator(`[href="${address}"]`))
      .last()
      .click();
    await expect(title(page), address!).not.toHaveText('');
    await expect(page.locator('main [aria-busy=true]'), address!).toHaveCount(0);
    await expect(page.getByRole('alert'), address!).toHaveCount(0);
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
      // oxlint-disable-next-line no-empty-pattern -- the first parameter of a fixture must be a pattern
      async ({}, use) => {
        const releases = await createReleases(remotes);
        const stack = await startOwnStack({}, { releasesDir: releases.dir, hostRoot: host });
        await use(stack);
        await stack.stop();
        releases.remove();
      },
      { scope: 'worker', timeout: 300_000 },
    ],
  });

  test(name, async ({ page, expectConsole }) => {
    const versions = { host: readContractsVersion(host), remotes: readContractsVersion(remotes) };
    const majorApart = majorVersion(versions.host) !== majorVersion(versions.remotes);
    if (majorApart) expectConsole(/dashboard failure/);
    await signIn(page, people.owner);
    await (majorApart ? seeRefusals(page, versions) : openEveryPage(page));
  });
}
