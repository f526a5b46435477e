/** One memory block: opened by URL over the list, edited, its history, archived with Undo, created and deleted again. */
import type { Page } from '@playwright/test';
import { expectBothLooks } from '../support/axe';
import { signInAs } from '../support/people';
import { memoryIds } from '../support/rows';
import { choose } from '../support/select';
import { expect, test } from '../support/test';

const message = (page: Page, text: string) => page.getByRole('region', { name: 'Messages' }).getByText(text);
const opened = (page: Page) => page.getByRole('dialog').first();
const query = (page: Page) => new URL(page.url()).searchParams;

test('writes, edits, rolls back, archives, restores and deletes a memory', async ({
  page,
  member: { email, service, agent },
}) => {
  await signInAs(page, email, '/memory-blocks');

  await page.getByRole('button', { name: 'Create Memory' }).click();
  const form = page.getByRole('dialog', { name: 'Create Memory' });
  await form.getByLabel('Content').fill('Journey block. Written to be deleted again.');
  await form.getByLabel('Lessons learned').fill('First wording.');
  await choose(page, 'Agent', agent.agent_name);
  await form.getByRole('button', { name: 'Create Memory' }).click();
  await expect(message(page, 'Memory block created successfully')).toBeVisible();
  await expect.poll(() => query(page).get('block')).not.toBeNull();
  const id = query(page).get('block')!;

  // A reload opens the same memory over the same page.
  await page.reload();
  await expect(opened(page).getByText('First wording.')).toBeVisible();
  await opened(page).getByRole('button', { name: 'Edit' }).click();
  await opened(page).getByRole('textbox', { name: 'Lessons learned' }).fill('Second wording.');
  await opened(page).getByRole('button', { name: 'Save Changes' }).click();
  await expect(message(page, 'Memory block updated successfully')).toBeVisible();
  await opened(page).getByRole('tab', { name: 'History' }).click();
  await expect(opened(page).locator('del').first()).toContainText('First');
  await opened(page).getByRole('button', { name: 'Restore version 1' }).click();
  await expect(
    message(page, 'Text of version 1 restored. Keywords and feedback are unchanged.'),
  ).toBeVisible();
  const stored = () => service.get<{ lessons_learned: string; archived: boolean }>(`/memory-blocks/${id}`);
  expect((await stored()).lessons_learned).toBe('First wording.');
  await expectBothLooks(page, 'history of a memory');

  await opened(page).getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(query(page).get('block')).toBeNull();
  await expect.poll(() => memoryIds(page)).toContain(id);
  await page.getByRole('button', { name: 'Actions for Journey block' }).click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await expect.poll(() => memoryIds(page)).not.toContain(id);
  await expect.poll(async () => (await stored()).archived).toBe(true);
  // The row disappears before the service responds; until then, the only Undo is that of the restored version.
  await expect(message(page, 'Memory block archived successfully')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.poll(() => memoryIds(page)).toContain(id);

  await page.goto(`/memory-blocks/${id}`);
  await expect(page.getByRole('tab', { name: 'Details' })).toBeVisible();
  await expectBothLooks(page, 'the page of a memory');
  await page.getByRole('main').getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete memory block' });
  await expect(question).toContainText('Are you sure you want to delete this memory block?');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(/\/memory-blocks$/);
  await expect(service.get(`/memory-blocks/${id}`)).rejects.toThrow('404');
});
