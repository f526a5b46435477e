/** A dialog whose files cannot be fetched, its own or the shared ones: it shows that in its place, and Retry requests them again each time. */
import { memoryCards } from '../support/frame';
import { expectSameDocument, markDocument } from '../support/mark';
import { people, signIn } from '../support/people';
import { expect, test } from '../support/test';

test('a dialog whose files are missing comes by Retry, however often they were', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/net::ERR_FAILED|could not be loaded|Loading (CSS )?chunk|dashboard failure/);
  await signIn(page, people.owner, '/memory-blocks');
  await expect(memoryCards(page).first()).toBeVisible();
  await markDocument(page);

  await page.getByRole('button', { name: 'Export and import' }).click();
  const item = page.getByRole('menuitem', { name: 'Export…' });
  await expect(item).toBeVisible();
  await page.route(/\.(js|css)(\?|$)/, (route) => route.abort());
  await item.click();
  const retry = page.getByRole('dialog').getByRole('button', { name: 'Retry' });
  await expect(retry).toBeVisible({ timeout: 20_000 });
  await retry.click();
  await expect(retry).toBeEnabled({ timeout: 20_000 });

  await page.unrouteAll();
  await retry.click();
  await expect(page.getByRole('dialog', { name: /Export/ })).toBeVisible();
  await expect(retry).toBeHidden();
  await expectSameDocument(page);
});
