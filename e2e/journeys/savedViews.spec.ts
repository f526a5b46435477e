/** Saved views: kept under a name, opened again, pinned to the sidebar, deleted and brought back. */
import type { Page } from '@playwright/test';
import { sidebar } from '../support/frame';
import { makeBlock } from '../support/ownBlock';
import { people, signIn } from '../support/people';
import { expect, test } from '../support/test';

const views = (page: Page) => page.getByRole('navigation', { name: 'Saved views' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Save view' });

async function choose(page: Page, name: string, action: string) {
  await page.getByRole('button', { name: `Actions for the view ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** Saves the list that is shown. */
async function save(page: Page, name: string) {
  await page.getByRole('button', { name: 'Save view' }).click();
  await dialog(page).getByLabel(/^Name/).fill(name);
  await dialog(page).getByRole('button', { name: 'Save view' }).click();
  const link = views(page).getByRole('link', { name });
  await expect(link).toHaveAttribute('aria-current', 'page');
  return link;
}

test('a view is saved, opened, deleted and brought back', async ({ page }) => {
  const name = `High ones ${process.pid} ${Date.now()}`;
  const address = '/memory-blocks?feedback=high&sort=oldest';
  await signIn(page, people.editor, address);
  const link = await save(page, name);

  await page.goto('/memory-blocks');
  await link.click();
  await expect(page).toHaveURL(address);
  // Other tests write into this workspace: both numbers follow, not in the same moment.
  await expect(async () => {
    const shown = await page.getByText(/^[\d,]+ memory blocks?$/).innerText();
    await expect(link).toContainText(shown.replace(/ .*/, ''), { timeout: 100 });
  }).toPass();

  await choose(page, name, 'Delete');
  await expect(link).toBeHidden();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(link).toBeVisible();
  await choose(page, name, 'Delete');
  await expect(link).toBeHidden();
});

test('a pinned view is in the sidebar of every page, with a count that follows', async ({ page, stack }) => {
  const word = `pinned${process.pid}x${Date.now()}`;
  await signIn(page, people.editor, `/memory-blocks?search=${word}&mode=text`);
  const link = await save(page, word);
  await choose(page, word, 'Pin to the sidebar');
  const entry = sidebar(page).getByRole('link', { name: word });
  await expect(entry).toHaveText(`${word}0`);

  await page.goto('/keywords');
  await expect(entry).toHaveText(`${word}0`);
  await makeBlock(stack, `What ${word} is about.`);
  await expect(entry).toHaveText(`${word}1`);
  await page.getByRole('button', { name: 'Collapse sidebar' }).click();
  // The icon says which entry it is: the count leaves at least its lower half.
  await expect(async () => {
    const count = (await entry.getByText('1', { exact: true }).boundingBox())!;
    const icon = (await entry.locator('svg').boundingBox())!;
    expect(count.y + count.height).toBeLessThanOrEqual(icon.y + icon.height / 2);
  }).toPass();
  await page.getByRole('button', { name: 'Expand sidebar' }).click();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Open navigation' }).click();
  await entry.click();
  await expect(page).toHaveURL((url) => url.searchParams.get('search') === word);
  await expect(link).toHaveAttribute('aria-current', 'page');

  await page.getByRole('button', { name: 'Open navigation' }).click();
  await sidebar(page)
    .getByRole('button', { name: `Unpin ${word}` })
    .click();
  await expect(entry).toHaveCount(0);
  await page.keyboard.press('Escape');
  await choose(page, word, 'Delete');
  await expect(link).toBeHidden();
});
