/** A wrong keyword of many memories is repaired in one go, after a look at what changes, and taken back. */
import type { Keyword } from '@hindsight/shared-contracts/api';
import { expectAccessible } from '../support/axe';
import { editorsAgent } from '../support/ownBlock';
import { people, signIn } from '../support/people';
import { chooseAlso } from '../support/select';
import { PERSONAL, serviceFor, writeHeaders } from '../support/service';
import { expect, test } from '../support/test';

const COUNT = 60;
const WRONG = 'releese notes';

test('a wrong keyword is removed from all that match, after a preview, and comes back with one undo', async ({
  page,
  stack,
}) => {
  const { agent_id } = await editorsAgent(stack);
  const rows = Array.from({ length: COUNT }, (_, n) => ({
    agent_id,
    content: `Entry ${n} of the release notes.`,
    keywords: [WRONG],
  }));
  const imported = await fetch(`${stack.urls.service}/memory-blocks/bulk-import?${PERSONAL}`, {
    method: 'POST',
    headers: {
      ...writeHeaders(stack, people.editor.email),
      'Content-Type': 'application/json',
      Origin: stack.urls.gateway,
    },
    body: JSON.stringify({ rows, create_missing: true }),
  });
  expect(imported.ok).toBe(true);
  const service = serviceFor(stack, people.editor.email);
  const keywords = await service.get<Keyword[]>(`/keywords/?${PERSONAL}&limit=1000`);
  const { keyword_id: wrong } = keywords.find(({ keyword_text }) => keyword_text === WRONG)!;
  const withKeyword = async () => (await service.blocks(PERSONAL, `keyword_id=${wrong}&limit=1`)).total_items;

  await signIn(page, people.editor);
  await page.goto(`/memory-blocks?keyword=${wrong}`);
  await page
    .getByRole('checkbox', { name: /^Select Entry/ })
    .first()
    .check();
  await page.getByRole('button', { name: `Select all ${COUNT} matching` }).click();
  await page.getByRole('button', { name: 'Edit…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit memories' });
  await dialog.getByRole('combobox', { name: 'Remove keywords' }).fill(WRONG);
  await chooseAlso(page, 'Remove keywords', WRONG);
  await expectAccessible(page, 'the form of a bulk edit');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByText(`${COUNT} of ${COUNT} memories will change.`)).toBeVisible();
  expect(await withKeyword()).toBe(COUNT);
  await expectAccessible(page, 'the preview of a bulk edit');

  await dialog.getByRole('button', { name: `Change ${COUNT} memories` }).click();
  await expect(page.getByText(`Keywords of ${COUNT} memories changed.`)).toBeVisible();
  expect(await withKeyword()).toBe(0);

  await page.reload();
  await expect(page.getByText(`Keywords of ${COUNT} memories changed.`)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(`Undone for ${COUNT} memories`, { exact: true })).toBeVisible();
  expect(await withKeyword()).toBe(COUNT);
});
