/** Pruning, the optimization center and AI operations on a memory card, as far as they change nothing. */
import type { OptimizationSuggestion } from '@hindsight/shared-contracts/api';
import { expectBothLooks } from '../support/axe';
import { memoryCards, title } from '../support/frame';
import { people, signIn } from '../support/people';
import { PERSONAL, serviceFor } from '../support/service';
import { expect, test } from '../support/test';

test('shows suggestions of the optimization center, their details, and the effect of running them', async ({
  page,
  stack,
}) => {
  const { suggestions } = await serviceFor(stack, people.owner.email).get<{
    suggestions: OptimizationSuggestion[];
  }>(`/memory-optimization/suggestions?${PERSONAL}`);
  const [first] = suggestions;
  await signIn(page, people.owner, '/memory-optimization-center');
  await expect(title(page)).toHaveText('Memory Optimization Center');
  const counters = page.getByRole('region', { name: 'Counters' });
  await expect(counters).toContainText(`Total Suggestions${suggestions.length}`);
  const list = page.getByRole('list', { name: 'Optimization suggestions' });
  await expect(list).toBeVisible();
  await expectBothLooks(page, 'optimization center');
  await page.getByRole('button', { name: first!.title, exact: true }).click();
  const details = page.getByRole('dialog', { name: first!.title });
  await expect(details).toContainText(first!.description);
  await expect(details).toContainText(`Affected memory blocks (${first!.all_affected_blocks.length})`);
  await expectBothLooks(page, 'optimization details');
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();

  await list
    .getByRole('article')
    .filter({ hasText: 'Compact ' })
    .getByRole('button', { name: 'Execute', exact: true })
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Space saved')).toBeVisible();
  await expectBothLooks(page, 'compaction outcome');
  await dialog.getByRole('button', { name: 'Execute Optimization' }).click();
  await expect(dialog.getByRole('heading', { name: 'Compaction Settings' })).toBeVisible();
  await expectBothLooks(page, 'compaction settings');
});

test('generates pruning suggestions, selects all, and asks before archiving', async ({ page }) => {
  await signIn(page, people.owner, '/pruning-suggestions');
  await page.getByText('Advanced', { exact: true }).click();
  await page.getByLabel('Target Count').fill('3');
  await page.getByRole('button', { name: 'Generate Suggestions' }).click();
  await expect(page.getByRole('row')).toHaveCount(4);
  await expectBothLooks(page, 'pruning');
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

test('opens compaction and keyword suggestions from a memory card without storing anything', async ({
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
  await compaction.getByRole('button', { name: 'Generate preview' }).click();
  await expect(compaction.getByRole('button', { name: 'Apply compaction' })).toBeEnabled();
  await expect(compaction.getByText('Space saved')).toBeVisible();
  await expectBothLooks(page, 'compaction');
  await compaction.getByRole('button', { name: 'Start Over' }).click();
  await page.keyboard.press('Escape');
  await expect(compaction).toHaveCount(0);
  await menu.click();
  await page.getByRole('menuitem', { name: 'Suggest keywords' }).click();
  const keywords = page.getByRole('dialog', { name: 'Keyword Suggestions' });
  await expect(keywords.getByRole('button', { name: /^Apply \d+ keyword/ })).toBeVisible();
  await expectBothLooks(page, 'keyword suggestions');
  await page.keyboard.press('Escape');
  await expect(keywords).toHaveCount(0);
  expect(await service.get(`/memory-blocks/${longest!.id}`)).toMatchObject({ content: longest!.content });
});
