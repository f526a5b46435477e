/** The list of consolidation suggestions with its status filter. */
import { chooseWorkspace, suggestionCards } from '../support/frame';
import { people, signIn } from '../support/people';
import { suggestionIds } from '../support/rows';
import { PERSONAL, scopeOf, serviceFor } from '../support/service';
import { expect, test } from '../support/test';

test('shows the suggestions of the workspace by status, and keeps the status in the address', async ({
  page,
  stack,
}) => {
  const service = serviceFor(stack, people.owner.email);
  const scope = await scopeOf(service, 'Larkspur Labs');
  const idsWith = async (status: string) => {
    const { items } = await service.suggestions(scope, `limit=12${status && `&status=${status}`}`);
    return items.map(({ suggestion_id }) => suggestion_id);
  };
  await signIn(page, people.owner, '/consolidation-suggestions');

  // A card says what would be merged.
  const [own] = (await service.suggestions(PERSONAL)).items;
  const card = suggestionCards(page).first();
  await expect(card).toContainText(`${own!.original_memory_ids.length} original memories`);
  for (const keyword of own!.suggested_keywords.slice(0, 5)) await expect(card).toContainText(keyword);

  await chooseWorkspace(page, 'Larkspur Labs');
  const all = await idsWith('');
  expect(all.length).toBeGreaterThan(0);
  await expect.poll(() => suggestionIds(page)).toEqual(all);

  const filter = page.getByRole('radiogroup', { name: 'Status' });
  for (const [label, status] of [
    ['Pending', 'pending'],
    ['Validated', 'validated'],
    ['Rejected', 'rejected'],
  ] as const) {
    await filter.getByText(label, { exact: true }).click();
    const wanted = await idsWith(status);
    await expect.poll(() => suggestionIds(page)).toEqual(wanted);
    await expect(page).toHaveURL(`/consolidation-suggestions?status=${status}`);
    for (const card of await suggestionCards(page).all()) await expect(card).toContainText(label);
  }
  await page.reload();
  await expect(filter.getByRole('radio', { name: 'Rejected' })).toBeChecked();
  await expect.poll(() => suggestionIds(page)).toEqual(await idsWith('rejected'));
  await filter.getByText('All', { exact: true }).click();
  await expect(page).toHaveURL('/consolidation-suggestions');
  await expect.poll(() => suggestionIds(page)).toEqual(all);
});

test('a workspace without suggestions shows that', async ({ page }) => {
  await signIn(page, people.admin, '/consolidation-suggestions');
  await expect(page.getByRole('heading', { name: 'No consolidation suggestions yet' })).toBeVisible();
});
