/** What agents and other people do appears in open pages. */
import { followChanges } from '../support/live';
import { signInAs } from '../support/people';
import { memoryIds } from '../support/rows';
import { expect, test } from '../support/test';

test('a list says that there is a new memory, and shows it on request', async ({ page, member }) => {
  const first = await member.write('Written before the list is opened.');
  const { begun } = await followChanges(page);
  await signInAs(page, member.email, '/memory-blocks');
  await expect.poll(() => memoryIds(page)).toEqual([first]);
  await begun;
  // The stream begins with what was written just before it, for which the list is loaded once more: what is written meanwhile is simply in it.
  await page.getByRole('button', { name: 'Refresh', exact: true }).click();
  await expect(page.getByText('Data refreshed successfully', { exact: true })).toBeVisible();
  const second = await member.write('Written while the list is open.');
  const news = page.getByRole('button', { name: /new memor/ });
  await expect(news).toBeVisible();
  expect(await memoryIds(page)).toEqual([first]);
  await news.click();
  await expect.poll(() => memoryIds(page)).toEqual([second, first]);
  await expect(news).toHaveCount(0);
});
