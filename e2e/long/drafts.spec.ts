/** What is typed and not saved survives a reload of its tab, and nothing of it stays when it was saved, discarded or let go. */
import type { Page } from '@playwright/test';
import { account, chooseWorkspace, sidebarLink } from '../support/frame';
import { people, signIn, signInAs } from '../support/people';
import { ASKED_WITHOUT_SESSION, expect, NOT_SIGNED_IN, test } from '../support/test';

const LARKSPUR = 'Larkspur Labs';
const RESTORED = 'Restored your unsaved changes.';

const kept = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('hindsight.draft.')));

/** The browser asks first, as for every page with unsaved changes. */
async function reload(page: Page): Promise<void> {
  page.once('dialog', (question) => void question.accept());
  await page.reload();
}

test('a new memory survives a reload, and Discard and Cancel forget it', async ({ page }) => {
  const dialog = page.getByRole('dialog', { name: 'Create Memory' });
  const content = dialog.getByLabel('Content');
  await signIn(page, people.editor);
  await chooseWorkspace(page, LARKSPUR);
  await sidebarLink(page, 'Memory Blocks').click();
  await page.getByRole('button', { name: 'Create Memory' }).click();
  await content.fill('Half of a thought');
  await reload(page);
  await expect(content).toHaveValue('Half of a thought');
  await expect(dialog).toContainText(RESTORED);
  await dialog.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(content).toHaveValue('');
  expect(await kept(page)).toEqual([]);

  await content.fill('Another thought');
  await reload(page);
  await expect(content).toHaveValue('Another thought');
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Discard' })
    .click();
  await expect(dialog).toHaveCount(0);
  expect(await kept(page)).toEqual([]);
});

test('an edit survives a reload in its place, and saving forgets it', async ({ page, member }) => {
  const id = await member.write('A memory to be edited');
  await signInAs(page, member.email, `/memory-blocks/${id}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const lesson = page.getByRole('textbox', { name: 'Lessons learned' });
  await lesson.fill('Mine');
  await reload(page);
  await expect(lesson).toHaveValue('Mine');
  await expect(page.getByText(RESTORED)).toBeVisible();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(lesson).toHaveCount(0);
  await expect(page.getByRole('main')).toContainText('Mine');
  expect(await kept(page)).toEqual([]);
});

test('leaving a page and signing out forget what was typed', async ({ page, expectConsole, watch }) => {
  expectConsole(NOT_SIGNED_IN);
  watch.tolerate(ASKED_WITHOUT_SESSION);
  const name = page.getByRole('textbox', { name: 'Name' });
  await signIn(page, people.editor, '/tokens');
  await name.fill('Laptop');
  await sidebarLink(page, 'Dashboard').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  expect(await kept(page)).toEqual([]);

  await page.goto('/tokens');
  await name.fill('Laptop');
  await reload(page);
  await expect(name).toHaveValue('Laptop');
  expect(await kept(page)).toHaveLength(1);
  await account(page).click();
  await page.getByRole('link', { name: 'Sign Out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await page.waitForURL((url) => url.pathname.startsWith('/oauth2') || url.pathname === '/login');
  expect(await kept(page)).toEqual([]);
});
