/** Pruning, the optimization center and the review of suggestions, as far as they change nothing. */
import type { OptimizationSuggestion } from '@hindsight/shared-contracts/api';
import { expectAccessible, expectNoSidewaysScroll, SIZES, THEMES } from '../support/axe';
import { suggestionCards } from '../support/frame';
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
  await page.getByLabel('Target Count').fill('5');
  await page.getByRole('button', { name: 'Generate Suggestions' }).click();
  await expect(page.getByRole('row')).toHaveCount(6);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('button', { name: 'Archive Selected (5)' }).first().click();
  await expect(
    page.getByText(
      'Are you sure you want to archive 5 memory blocks for pruning? This action can be undone by unarchiving the blocks.',
    ),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('row')).toHaveCount(6);
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
  await page.reload();
  await expect(dialog.getByText('Merged memory')).toBeVisible();
});

for (const size of SIZES) {
  test(`nothing is wrong for a checker at ${size.width} pixels`, async ({ page }) => {
    await page.setViewportSize(size);
    await signIn(page, people.owner, '/pruning-suggestions');
    await page.getByLabel('Target Count').fill('3');
    await page.getByRole('button', { name: 'Generate Suggestions' }).click();
    await expect(page.getByRole('row')).toHaveCount(4);
    await expectNoSidewaysScroll(page, 'pruning');
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page, `pruning, ${colorScheme}`);
    }
    await page.getByRole('button', { name: 'Review one by one' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page, 'pruning review, dark');
  });
}
