/** Saved views: kept under a name, opened again, deleted and brought back. */
import type { Page } from '@playwright/test';
import { people, signIn } from '../support/people';
import { expect, test } from '../support/test';

const views = (page: Page) => page.getByRole('navigation', { name: 'Saved views' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Save view' });

async function choose(page: Page, name: string, action: string) {
  await page.getByRole('button', { name: `Actions for the view ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('a view is saved, opened, deleted and brought back', async ({ page }) => {
  const name = `High ones ${process.pid} ${Date.now()}`;
  const address = '/memory-blocks?feedback=high&sort=oldest';
  await signIn(page, people.editor, address);
  await page.getByRole('button', { name: 'Save view' }).click();
  await dialog(page).getByLabel(/^Name/).fill(name);
  await dialog(page).getByRole('button', { name: 'Save view' }).click();
  const link = views(page).getByRole('link', { name });
  await expect(link).toHaveAttribute('aria-current', 'page');

  await page.goto('/memory-blocks');
  await link.click();
  await expect(page).toHaveURL(address);
  const shown = (await page.getByText(/^[\d,]+ memory blocks?$/).textContent()) ?? '';
  await expect(link).toContainText(shown.replace(/ .*/, ''));

  await choose(page, name, 'Delete');
  await expect(link).toBeHidden();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(link).toBeVisible();
  await choose(page, name, 'Delete');
  await expect(link).toBeHidden();
});
