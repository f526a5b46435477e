/** Parts of a page whose own or shared files fail to load: they say so in their place, and Retry requests the files again. */
import { memoryCards } from '../support/frame';
import { expectSameDocument, markDocument } from '../support/mark';
import { people, signIn } from '../support/people';
import { expect, test } from '../support/test';

test('opens a dialog by Retry after its files failed to load, repeatedly', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/net::ERR_FAILED|could not be loaded|Loading (CSS )?chunk|dashboard failure/);
  await signIn(page, people.owner, '/memory-blocks');
  await expect(memoryCards(page).first()).toBeVisible();
  await markDocument(page);

  await page.getByRole('button', { name: 'Export and import' }).click();
  const item = page.getByRole('menuitem', { name: 'Export…' });
  const reports: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('"area":"part"')) reports.push(message.text());
  });
  await expect(item).toBeVisible();
  await page.route(/\.(js|css)(\?|$)/, (route) => route.abort());
  await item.click();
  const retry = page.getByRole('dialog').getByRole('button', { name: 'Retry' });
  await expect(retry).toBeVisible({ timeout: 20_000 });
  expect(reports).toHaveLength(1);
  expect(reports[0]).toMatch(/"remote":"memory","version":"[^"]+".*ChunkLoadError/);
  await retry.click();
  await expect(retry).toBeEnabled({ timeout: 20_000 });

  await page.unrouteAll();
  await retry.click();
  await expect(page.getByRole('dialog', { name: /Export/ })).toBeVisible();
  await expect(retry).toBeHidden();
  await expectSameDocument(page);
});
