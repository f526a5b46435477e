/** The sidebar: order, its two widths, and the overlay on small screens. */
import type { Page } from '@playwright/test';
import { expectBothLooks } from '../support/axe';
import { programRuns, sidebar, sidebarLink, title } from '../support/frame';
import { people, signIn } from '../support/people';
import { expect, test } from '../support/test';

const PAGES = [
  'Dashboard',
  'Memory Blocks',
  'Playground',
  'Keywords',
  'Agents',
  'Analytics',
  'Review',
  'Consolidation',
  'Archived',
  'AI Optimization',
  'Pruning',
];

const width = async (page: Page) => (await sidebar(page).boundingBox())?.width;

test('lists the pages in product order, is 256 px wide or 64 px when collapsed, and remembers the choice', async ({
  page,
}) => {
  await signIn(page, people.owner);
  await programRuns(page);
  await expect(sidebar(page).getByRole('listitem')).toHaveText(
    // The label includes the number of pending items.
    PAGES.map((label) => (label === 'Review' ? /^Review\d*$/ : label)),
  );
  await expect.poll(() => width(page)).toBe(256);
  await page.getByRole('button', { name: 'Collapse sidebar' }).click();
  await expect.poll(() => width(page)).toBe(64);
  await page.reload();
  await expect(title(page)).toHaveText('Dashboard');
  await expect.poll(() => width(page)).toBe(64);
  await programRuns(page);
  await sidebarLink(page, 'Memory Blocks').click();
  await expect(page).toHaveURL('/memory-blocks');
  await page.getByRole('button', { name: 'Expand sidebar' }).click();
  await expect.poll(() => width(page)).toBe(256);
});

test('opens each page with its heading and content, without accessibility violations', async ({ page }) => {
  await signIn(page, people.owner);
  await programRuns(page);
  // Sign-in opens the first page.
  for (const [index, label] of [...PAGES.entries()].slice(1)) {
    await sidebar(page).getByRole('listitem').nth(index).getByRole('link').click();
    await expect(title(page)).toBeFocused();
    const main = page.getByRole('main');
    await expect(main.getByText('This page didn’t load')).toHaveCount(0);
    // Loading content is marked as busy until it arrives.
    await expect(main.locator('[aria-busy="true"]')).toHaveCount(0);
    await expectBothLooks(page, label);
  }
});

test('becomes an overlay below 1024 px that closes on backdrop, Escape and navigation', async ({ page }) => {
  await page.setViewportSize({ width: 1023, height: 800 });
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await signIn(page, people.owner);
  const open = page.getByRole('button', { name: 'Open navigation' });
  const link = sidebarLink(page, 'Memory Blocks');
  await programRuns(page);
  await expect(link).toBeHidden();

  await open.click();
  await expect(link).toBeVisible();
  await page.mouse.click(1000, 400);
  await expect(link).toBeHidden();

  await open.click();
  await expect(link).toBeVisible();
  await expect(sidebar(page).locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(link).toBeHidden();
  await expect(open).toBeFocused();

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open.click();
  await expect(sidebar(page).locator(':focus')).toHaveCount(1);
  await link.click();
  await expect(page).toHaveURL('/memory-blocks');
  await expect(link).toBeHidden();

  await page.setViewportSize({ width: 1024, height: 800 });
  await expect(link).toBeVisible();
  await expect(open).toBeHidden();
});
