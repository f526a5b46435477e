/** A saved view: named, pinned to the sidebar, opened from any page, deleted and restored. */
import type { Page } from '@playwright/test';
import { expectBothLooks, NARROW } from '../support/axe';
import { sidebar } from '../support/frame';
import { signInAs } from '../support/people';
import { expect, test } from '../support/test';

const views = (page: Page) => page.getByRole('navigation', { name: 'Saved views' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Save view' });

async function choose(page: Page, name: string, action: string) {
  await page.getByRole('button', { name: `Actions for the view ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** Saves the current list as a view. */
async function save(page: Page, name: string) {
  await page.getByRole('button', { name: 'Save view' }).click();
  await dialog(page).getByLabel(/^Name/).fill(name);
  await dialog(page).getByRole('button', { name: 'Save view' }).click();
  const link = views(page).getByRole('link', { name });
  await expect(link).toHaveAttribute('aria-current', 'page');
  return link;
}

test('saves a view, pins it with a live count, opens it from the sidebar, deletes and restores it', async ({
  page,
  member,
}) => {
  const name = 'About quokkas';
  await signInAs(page, member.email, '/memory-blocks?mode=text&search=quokka');
  const link = await save(page, name);
  await choose(page, name, 'Pin to the sidebar');
  const entry = sidebar(page).getByRole('link', { name });
  await expect(entry).toHaveText(`${name}0`);

  await page.goto('/keywords');
  await expect(entry).toHaveText(`${name}0`);
  await member.write('What a quokka eats.');
  await expect(entry).toHaveText(`${name}1`);
  await expectBothLooks(page, 'a pinned view');

  await page.setViewportSize(NARROW);
  await page.getByRole('button', { name: 'Open navigation' }).click();
  await entry.click();
  await expect(page).toHaveURL('/memory-blocks?mode=text&search=quokka');
  await expect(link).toHaveAttribute('aria-current', 'page');
  await expect(link).toContainText('1');

  await page.getByRole('button', { name: 'Open navigation' }).click();
  await sidebar(page)
    .getByRole('button', { name: `Unpin ${name}` })
    .click();
  await expect(entry).toHaveCount(0);
  await page.keyboard.press('Escape');
  await choose(page, name, 'Delete');
  await expect(link).toBeHidden();
  // The other Undo reverts the unpinning.
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await expect(link).toBeVisible();
});
