/** One memory block: opened by its address over the list, edited, its history, archived with Undo, created and deleted again. */
import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, SIZES } from '../support/axe';
import { chooseWorkspace, memoryCards } from '../support/frame';
import { editorsAgent } from '../support/ownBlock';
import { people, signIn } from '../support/people';
import { memoryIds } from '../support/rows';
import { choose } from '../support/select';
import { scopeOf, serviceFor } from '../support/service';
import type { Address } from '../support/ownStack';
import { expect, test } from '../support/test';

const TIDEWATER = 'Tidewater Commerce';
const message = (page: Page, text: string) => page.getByRole('region', { name: 'Messages' }).getByText(text);
const opened = (page: Page) => page.getByRole('dialog').first();
const query = (page: Page) => new URL(page.url()).searchParams;

/** The owner of an organization whose memories are only read, the oldest of them here. */
async function openOldest(page: Page, stack: Address) {
  const service = serviceFor(stack, people.editor.email);
  const oldest = 'limit=1&sort_by=created_at&sort_order=asc';
  const [block] = (await service.blocks(await scopeOf(service, TIDEWATER), oldest)).items;
  await signIn(page, people.editor);
  await chooseWorkspace(page, TIDEWATER);
  await page.goto(`/memory-blocks?block=${block!.id}`);
  await expect(memoryCards(page).first()).toBeVisible();
  return block!.id;
}

test('a memory is written, edited, brought back to an earlier version, archived, restored and deleted', async ({
  page,
  stack,
}) => {
  const service = serviceFor(stack, people.editor.email);
  const agent = await editorsAgent(stack);
  await signIn(page, people.editor, '/memory-blocks');

  await page.getByRole('button', { name: 'Create Memory' }).click();
  const form = page.getByRole('dialog', { name: 'Create Memory' });
  await form.getByLabel('Content').fill('Journey block. Written by a test that takes it away again.');
  await form.getByLabel('Lessons learned').fill('First wording.');
  await choose(page, 'Agent', agent.agent_name);
  await form.getByRole('button', { name: 'Create Memory' }).click();
  await expect(message(page, 'Memory block created successfully')).toBeVisible();
  await expect.poll(() => query(page).get('block')).not.toBeNull();
  const id = query(page).get('block')!;

  // A reload opens the same block over the same page.
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
    message(page, 'Texts of version 1 restored. Keywords and feedback stay as they are.'),
  ).toBeVisible();
  const stored = () => service.get<{ lessons_learned: string; archived: boolean }>(`/memory-blocks/${id}`);
  expect((await stored()).lessons_learned).toBe('First wording.');
  await expectAccessible(page, 'history of a memory');

  await opened(page).getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(query(page).get('block')).toBeNull();
  await expect.poll(() => memoryIds(page)).toContain(id);
  await page.getByRole('button', { name: 'Actions for Journey block' }).click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await expect.poll(() => memoryIds(page)).not.toContain(id);
  await expect.poll(async () => (await stored()).archived).toBe(true);
  // The row goes before the service has answered; until then, the only Undo is that of the restored version.
  await expect(message(page, 'Memory block archived successfully')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.poll(() => memoryIds(page)).toContain(id);

  await page.goto(`/memory-blocks/${id}`);
  await page.getByRole('main').getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete memory block' });
  await expect(question).toContainText('Are you sure you want to delete this memory block?');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(/\/memory-blocks$/);
  await expect(service.get(`/memory-blocks/${id}`)).rejects.toThrow('404');
});

test('the page of a memory: accessible and narrow, and alone on paper', async ({ page, stack }) => {
  const id = await openOldest(page, stack);
  await expect(opened(page)).toBeVisible();
  await page.goto(`/memory-blocks/${id}`);
  await expect(page.getByRole('tab', { name: 'Details' })).toBeVisible();
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expectAccessible(page, `memory, ${size.width} px`);
    await expectNoSidewaysScroll(page, `memory, ${size.width} px`);
  }
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const gone of [
    page.getByRole('complementary', { name: 'Navigation' }),
    page.getByText('Back to List'),
    page.getByRole('main').getByRole('button', { name: /^Copy/ }).first(),
  ]) {
    await expect(gone).toBeHidden();
  }
});

test('leaving an edit with unsaved changes asks first', async ({ page, stack }) => {
  await openOldest(page, stack);
  await opened(page).getByRole('button', { name: 'Edit' }).click();
  await opened(page).getByRole('textbox', { name: 'Errors' }).fill('Never to be saved.');
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(opened(page).getByRole('textbox', { name: 'Errors' })).toHaveValue('Never to be saved.');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
