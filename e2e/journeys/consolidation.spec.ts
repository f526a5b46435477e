/** The consolidation suggestions: by status, and one opened by keyboard. */
import { expectBothLooks } from '../support/axe';
import { chooseWorkspace, suggestionCards } from '../support/frame';
import { people, signIn } from '../support/people';
import { suggestionIds } from '../support/rows';
import { PERSONAL, toScope, serviceFor } from '../support/service';
import { expect, test } from '../support/test';

test('lists suggestions by status, opens one beside its originals, and keeps both in the URL', async ({
  page,
  stack,
}) => {
  const service = serviceFor(stack, people.owner.email);
  const scope = await toScope(service, 'Larkspur Labs');
  const idsWith = async (status: string) => {
    const { items } = await service.suggestions(scope, `limit=12${status && `&status=${status}`}`);
    return items.map(({ suggestion_id }) => suggestion_id);
  };
  await signIn(page, people.owner, '/consolidation-suggestions');

  // A card shows what would be merged.
  const [own] = (await service.suggestions(PERSONAL)).items;
  const card = suggestionCards(page).first();
  await expect(card).toContainText(`${own!.original_memory_ids.length} original memories`);
  for (const keyword of own!.suggested_keywords.slice(0, 5)) await expect(card).toContainText(keyword);
  await expectBothLooks(page, 'consolidation suggestions');

  await chooseWorkspace(page, 'Larkspur Labs');
  const all = await idsWith('');
  expect(all.length).toBeGreaterThan(0);
  await expect.poll(() => suggestionIds(page)).toEqual(all);

  const filter = page.getByRole('radiogroup', { name: 'Status' });
  for (const [label, status] of [
    ['Validated', 'validated'],
    ['Rejected', 'rejected'],
    ['Pending', 'pending'],
  ] as const) {
    await filter.getByText(label, { exact: true }).click();
    const wanted = await idsWith(status);
    await expect.poll(() => suggestionIds(page)).toEqual(wanted);
    await expect(page).toHaveURL(`/consolidation-suggestions?status=${status}`);
    for (const one of await suggestionCards(page).all()) await expect(one).toContainText(label);
  }

  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  const originals = dialog.getByRole('region', { name: 'Original memories' });
  await expect(originals.getByText('Original 2', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/status=pending&suggestion=[0-9a-f-]{36}/);
  await expectBothLooks(page, 'a consolidation suggestion');
  // Focus returns to its origin, although loading the suggestion rendered the dialog again.
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(suggestionCards(page).first().locator('[data-opens]')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.reload();
  await expect(dialog.getByText('Merged memory')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(filter.getByRole('radio', { name: 'Pending' })).toBeChecked();
});
