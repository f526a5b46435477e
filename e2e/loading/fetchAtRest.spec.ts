/** Files of the pages in the sidebar are prefetched while the current page is idle. */
import { fetchedAtRest, sidebarLink } from '../support/frame';
import { people, signIn } from '../support/people';
import { expect, test } from '../support/test';

test('opens other pages without script requests after the current page was idle', async ({ page }) => {
  await signIn(page, people.owner);
  await fetchedAtRest(page);
  const asked: string[] = [];
  const browser = await page.context().newCDPSession(page);
  await browser.send('Network.enable');
  browser.on('Network.responseReceived', ({ type, response }) => {
    const isKept = response.fromDiskCache === true || response.fromPrefetchCache === true;
    if (type === 'Script' && !isKept) asked.push(response.url);
  });
  for (const [name, part] of [
    ['Pruning', page.getByRole('button', { name: 'Generate Suggestions' })],
    ['Keywords', page.getByRole('button', { name: 'Add Keyword' })],
    ['Agents', page.getByRole('button', { name: 'Create Agent' })],
  ] as const) {
    await sidebarLink(page, name).click();
    await expect(part.first()).toBeVisible();
  }
  expect(asked).toEqual([]);
});
