/** The public service behind the pages: what its wire supports works, and what it lacks is said instead of tried. */
import type { Page } from '@playwright/test';
import { chooseWorkspace, memoryCards } from '../support/frame';
import { people, signIn } from '../support/people';
import { publicTest as test } from '../support/publicStack';
import { expect } from '../support/test';
import { exportList } from '../support/transfer';

test.describe.configure({ mode: 'serial' });

const dialog = (page: Page) => page.getByRole('dialog');
const says = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible();

test('memories are searched, opened and edited; what the service drops is named and kept in the form', async ({
  page,
}) => {
  await signIn(page, people.owner, '/memory-blocks?mode=text&page=3');
  await expect(memoryCards(page)).toHaveCount(6);
  await page.getByRole('searchbox').fill('incident 7');
  await expect(memoryCards(page)).toHaveCount(1);
  await memoryCards(page).getByRole('link').first().click();
  await dialog(page).getByRole('button', { name: 'Edit' }).click();
  await dialog(page).getByRole('textbox', { name: 'Errors' }).fill('Broken pipe');
  const link = dialog(page).getByRole('textbox', { name: 'External history link' });
  await link.fill('https://example.org/run');
  await dialog(page).getByRole('button', { name: 'Save Changes' }).click();
  await says(page, 'Failed to save changes: external history link could not be saved');
  await expect(link).toHaveValue('https://example.org/run');
  await link.fill('');
  await dialog(page).getByRole('button', { name: 'Save Changes' }).click();
  await says(page, 'Memory block updated successfully');
  await expect(dialog(page)).toContainText('Broken pipe');
});

test('an export names the agents, which the service leaves out of memories', async ({ page }) => {
  await signIn(page, people.owner, '/memory-blocks');
  await expect(memoryCards(page)).toHaveCount(12);
  const { items } = JSON.parse(await exportList(page)) as { items: { agent_name: string }[] };
  expect(items.map(({ agent_name }) => agent_name).sort()).toEqual(
    ['Builder', 'Reviewer'].flatMap((name) => Array<string>(15).fill(name)),
  );
});

test('archiving and deleting work; restoring reports that it does not', async ({ page }) => {
  await signIn(page, people.owner, '/memory-blocks');
  await page.getByRole('button', { name: 'Actions for Incident 0 of the queue' }).click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await says(page, 'Memory block archived successfully');
  await page.goto('/archived-memory-blocks');
  await page.getByRole('button', { name: 'Restore' }).click();
  await says(page, 'Failed to restore memory: The service kept it archived.');
  await page.getByRole('button', { name: 'Delete' }).click();
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await says(page, 'Memory permanently deleted');
});

test('keywords, agents, figures and the organization are there without counts of many', async ({ page }) => {
  await signIn(page, people.owner, '/keywords');
  await says(page, 'Used in 15 memories');
  await page.getByRole('button', { name: 'Add Keyword' }).click();
  await dialog(page).getByRole('textbox').fill('lease');
  await page.keyboard.press('Enter');
  await says(page, 'Keyword added successfully');
  await page.goto('/agents');
  await page.getByRole('link', { name: 'Reviewer' }).click();
  await expect(page.getByRole('region', { name: 'Statistics' })).toContainText('Memory blocks15');
  await page.goto('/analytics');
  await expect(page.getByRole('region', { name: 'Memory Distribution' })).toContainText('Total Memories');
  await chooseWorkspace(page, 'Public Works');
  await page.goto('/memory-blocks');
  await expect(memoryCards(page)).toContainText(['Only of the organization']);
});
