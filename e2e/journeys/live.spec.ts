/** Changes by agents and other people appear in open pages. */
import { followChanges } from '../support/live';
import { signInAs } from '../support/people';
import { memoryIds } from '../support/rows';
import { expect, test } from '../support/test';

test('announces a new memory in an open list and shows it on request', async ({ page, member }) => {
  const first = await member.write('Written before the list is opened.');
  const { begun } = await followChanges(page);
  await signInAs(page, member.email, '/memory-blocks');
  await expect.poll(() => memoryIds(page)).toEqual([first]);
  await begun;
  // The stream starts with the write just before it, which reloads the list; refresh first, so that reload cannot include the next write.
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
