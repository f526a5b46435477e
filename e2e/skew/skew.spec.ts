/**
 * Host and remotes of different releases on one page: this clone's beside those of the previous release, which `pnpm skew` built. Every
 * page of the sidebar opens, fills, and the browser has nothing to complain about.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bell, memoryCards, sidebarLink, title } from '../support/frame';
import { startOwnStack } from '../support/ownStack';
import { people, signIn } from '../support/people';
import { createReleases } from '../support/releases';
import { expect, test as base } from '../support/test';

const here = fileURLToPath(new URL('../../', import.meta.url));
const previous = process.env.SKEW_ROOT ?? '';

const MATRIX = [
  { name: 'the previous host with the remotes of today', host: previous, remotes: here },
  { name: 'the host of today with the previous remotes', host: here, remotes: previous },
];

for (const { name, host, remotes } of MATRIX) {
  const test = base.extend<{ stack: Awaited<ReturnType<typeof startOwnStack>> }>({
    // eslint-disable-next-line no-empty-pattern -- the first parameter of a fixture must be a pattern
    stack: async ({}, use) => {
      const releases = await createReleases(remotes);
      const stack = await startOwnStack({ HOST_DIST: path.join(host, 'host/dist') }, releases.dir);
      await use(stack);
      await stack.stop();
      releases.remove();
    },
  });

  test(name, async ({ page }) => {
    await signIn(page, people.owner);
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
  });
}
