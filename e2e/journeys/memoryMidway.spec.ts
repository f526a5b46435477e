/** Switching the workspace in the middle of things: nothing of one workspace is shown or lost in another. */
import type { Page } from '@playwright/test';
import { chooseWorkspace, memoryCards, switcher } from '../support/frame';
import { makeBlock } from '../support/ownBlock';
import { withoutLiveChanges } from '../support/live';
import { people, signIn } from '../support/people';
import { memoryIds } from '../support/rows';
import { serviceFor } from '../support/service';
import { expect, test } from '../support/test';

const TIDEWATER = 'Tidewater Commerce';

const mark = (what: string) => `${what} ${process.pid} ${Date.now()}`;
const leaving = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' });
const errors = (page: Page) => page.getByRole('textbox', { name: 'Errors' });

test('rows that come late for the former workspace are never shown', async ({ page }) => {
  await withoutLiveChanges(page);
  const late: (() => Promise<void>)[] = [];
  await page.route(
    '**/api/memory-blocks/?*scope=personal*',
    (route) => void late.push(() => route.continue()),
  );
  await signIn(page, people.editor, '/memory-blocks');
  await expect.poll(() => late.length).toBeGreaterThan(0);
  await chooseWorkspace(page, TIDEWATER);
  await expect(memoryCards(page)).toHaveCount(12);
  const shown = await memoryIds(page);
  for (const answer of late) await answer().catch(() => undefined);
  await page.waitForLoadState('networkidle');
  expect(await memoryIds(page)).toEqual(shown);
});

test('a switch in the middle of an edit asks, and of a save leaves the answer to the former workspace', async ({
  page,
  stack,
}) => {
  const id = await makeBlock(stack, mark('midway edit'));
  await signIn(page, people.editor, `/memory-blocks/${id}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await errors(page).fill('A draft.');
  await chooseWorkspace(page, TIDEWATER);
  await leaving(page).getByRole('button', { name: 'Keep editing' }).click();
  await expect(errors(page)).toHaveValue('A draft.');
  await expect(switcher(page)).toContainText('Personal');

  let answer: (() => Promise<void>) | undefined;
  await page.route(`**/api/memory-blocks/${id}?*`, (route) =>
    route.request().method() === 'PUT' ? void (answer = () => route.continue()) : route.continue(),
  );
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect.poll(() => answer !== undefined).toBe(true);
  await chooseWorkspace(page, TIDEWATER);
  await leaving(page).getByRole('button', { name: 'Discard' }).click();
  await expect(switcher(page)).toContainText(TIDEWATER);
  await answer?.();
  const saved = () => serviceFor(stack, people.editor.email).get<{ errors: string }>(`/memory-blocks/${id}`);
  await expect.poll(async () => (await saved()).errors).toBe('A draft.');
  await expect(errors(page)).toHaveCount(0);
});
