/** Pruning, the optimization center and the review of suggestions, as far as they change nothing. */
import type { Page } from '@playwright/test';
import type { OptimizationSuggestion } from '@hindsight/shared-contracts/api';
import { expectAccessible, expectNoSidewaysScroll, SIZES, THEMES } from '../support/axe';
import { memoryCards, sidebarLink, suggestionCards } from '../support/frame';
import { people, signIn } from '../support/people';
import { PERSONAL, serviceFor } from '../support/service';
import { expect, test } from '../support/test';

test('the center shows what the service found, and its details', async ({ page, stack }) => {
  const { suggestions } = await serviceFor(stack, people.owner.email).get<{
    suggestions: OptimizationSuggestion[];
  }>(`/memory-optimization/suggestions?${PERSONAL}`);
  const [first] = suggestions;
  await signIn(page, people.owner, '/memory-optimization-center');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Memory Optimization Center');
  const counters = page.getByRole('region', { name: 'Counters' });
  await expect(counters).toContainText(`Total Suggestions${suggestions.length}`);
  await page.getByRole('button', { name: first!.title, exact: true }).click();
  const details = page.getByRole('dialog', { name: first!.title });
  await expect(details).toContainText(first!.description);
  await expect(details).toContainText(`Affected memory blocks (${first!.all_affected_blocks.length})`);
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
});

test('pruning generates, selects all and asks before it archives', async ({ page }) => {
  await signIn(page, people.owner, '/pruning-suggestions');
  await page.getByLabel('Target Count').fill('3');
  await page.getByRole('button', { name: 'Generate Suggestions' }).click();
  await expect(page.getByRole('row')).toHaveCount(4);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('button', { name: 'Archive Selected (3)' }).first().click();
  await expect(
    page.getByText(
      'Are you sure you want to archive 3 memory blocks for pruning? This action can be undone by unarchiving the blocks.',
    ),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('row')).toHaveCount(4);
});

test('a suggestion is opened with the keyboard, beside its originals, and keeps its address', async ({
  page,
}) => {
  await signIn(page, people.owner, '/consolidation-suggestions?status=pending');
  await expect(suggestionCards(page).first()).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Original 2', { exact: true })).toBeVisible();
  await expect(dialog.getByText('Merged memory')).toBeVisible();
  await expect(page).toHaveURL(/suggestion=[0-9a-f-]{36}/);
  // The focus comes back to where it was, although the dialog was rendered again when the suggestion had been loaded.
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(suggestionCards(page).first().locator('[data-opens]')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.reload();
  await expect(dialog.getByText('Merged memory')).toBeVisible();
});

/** Light on a large screen, dark on a small one. */
async function checkBothLooks(page: Page, what: string): Promise<void> {
  for (const [index, colorScheme] of THEMES.entries()) {
    await page.setViewportSize(SIZES[index]!);
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page, `${what}, ${colorScheme}`);
    await expectNoSidewaysScroll(page, `${what}, ${colorScheme}`);
  }
  await page.setViewportSize(SIZES[0]);
  await page.emulateMedia({ colorScheme: 'light' });
}

test('the dialogs of pruning and of the center have nothing wrong for a checker', async ({ page }) => {
  await signIn(page, people.owner, '/pruning-suggestions');
  await page.getByLabel('Target Count').fill('3');
  await page.getByRole('button', { name: 'Generate Suggestions' }).click();
  await expect(page.getByRole('row')).toHaveCount(4);
  await checkBothLooks(page, 'pruning');
  await page.getByRole('button', { name: 'Review one by one' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await checkBothLooks(page, 'pruning review');
  await page.keyboard.press('Escape');

  await sidebarLink(page, 'AI Optimization').click();
  const list = page.getByRole('list', { name: 'Optimization suggestions' });
  await expect(list).toBeVisible();
  await checkBothLooks(page, 'optimization center');
  const dialog = page.getByRole('dialog');
  await list
    .getByRole('button', { name: /^Merge / })
    .first()
    .click();
  await expect(dialog.getByRole('button', { name: 'Execute Optimization' })).toBeVisible();
  await checkBothLooks(page, 'optimization details');
  await page.keyboard.press('Escape');
  await list
    .getByRole('article')
    .filter({ hasText: 'Compact ' })
    .getByRole('button', { name: 'Execute', exact: true })
    .click();
  await expect(dialog.getByText('Space saved')).toBeVisible();
  await checkBothLooks(page, 'compaction outcome');
  await dialog.getByRole('button', { name: 'Execute Optimization' }).click();
  await expect(dialog.getByRole('heading', { name: 'Compaction Settings' })).toBeVisible();
  await checkBothLooks(page, 'compaction settings');
});

test('a memory card opens compaction and keyword suggestions, which store nothing by themselves', async ({
  page,
  stack,
}) => {
  const service = serviceFor(stack, people.owner.email);
  const { items } = await service.blocks(PERSONAL, 'limit=200');
  const [longest] = items.sort((a, b) => b.content.length - a.content.length);
  await signIn(page, people.owner, `/memory-blocks?search=${longest!.id}`);
  const menu = memoryCards(page)
    .first()
    .getByRole('button', { name: /^Actions for/ });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Compact' }).click();
  const compaction = page.getByRole('dialog', { name: 'AI Memory Compaction' });
  await compaction.getByRole('button', { name: 'Generate Preview' }).click();
  await expect(compaction.getByRole('button', { name: 'Apply Compaction' })).toBeEnabled();
  await expect(compaction.getByText('Space saved')).toBeVisible();
  await checkBothLooks(page, 'compaction');
  await compaction.getByRole('button', { name: 'Start Over' }).click();
  await page.keyboard.press('Escape');
  await expect(compaction).toHaveCount(0);
  await menu.click();
  await page.getByRole('menuitem', { name: 'Suggest keywords' }).click();
  const keywords = page.getByRole('dialog', { name: 'Keyword Suggestions' });
  await expect(keywords.getByRole('button', { name: /^Apply \d+ keyword/ })).toBeVisible();
  await checkBothLooks(page, 'keyword suggestions');
  await page.keyboard.press('Escape');
  await expect(keywords).toHaveCount(0);
  expect(await service.get(`/memory-blocks/${longest!.id}`)).toMatchObject({ content: longest!.content });
});
