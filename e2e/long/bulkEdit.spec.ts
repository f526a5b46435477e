/** Fixing a wrong keyword in many memories at once, after a preview, and undoing it. */
import type { Keyword } from '@hindsight/shared-contracts/api';
import { expectBothLooks } from '../support/axe';
import { signInAs } from '../support/people';
import { chooseAlso } from '../support/select';
import { PERSONAL } from '../support/service';
import { expect, test } from '../support/test';

/** More than one page of the list and one batch of the edit. */
const COUNT = 60;
const WRONG = 'releese notes';

test('removes a wrong keyword from all matches after a preview, and restores it with one undo', async ({
  page,
  member: { agent, email, service },
}) => {
  const rows = Array.from({ length: COUNT }, (_, n) => ({
    agent_id: agent.agent_id,
    content: `Entry ${n} of the release notes.`,
    keywords: [WRONG],
  }));
  await service.send('POST', `/memory-blocks/bulk-import?${PERSONAL}`, { rows, create_missing: true });
  const [keyword] = await service.get<Keyword[]>(`/keywords/?${PERSONAL}&limit=1000`);
  const { keyword_id: wrong } = keyword!;
  const withKeyword = async () => (await service.blocks(PERSONAL, `keyword_id=${wrong}&limit=1`)).total_items;

  await signInAs(page, email, `/memory-blocks?keyword=${wrong}`);
  await page
    .getByRole('checkbox', { name: /^Select Entry/ })
    .first()
    .check();
  await page.getByRole('button', { name: `Select all ${COUNT} matching` }).click();
  await page.getByRole('button', { name: 'Edit…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit memories' });
  await dialog.getByRole('combobox', { name: 'Remove keywords' }).fill(WRONG);
  await chooseAlso(page, 'Remove keywords', WRONG);
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByText(`${COUNT} of ${COUNT} memories will change.`)).toBeVisible();
  expect(await withKeyword()).toBe(COUNT);
  await expectBothLooks(page, 'the preview of a bulk edit');

  await dialog.getByRole('button', { name: `Change ${COUNT} memories` }).click();
  await expect(page.getByText(`Keywords of ${COUNT} memories changed.`)).toBeVisible();
  expect(await withKeyword()).toBe(0);

  await page.reload();
  await expect(page.getByText(`Keywords of ${COUNT} memories changed.`)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(`Undone for ${COUNT} memories`, { exact: true })).toBeVisible();
  expect(await withKeyword()).toBe(COUNT);
});
