/** What agents and other people do appears in open pages. */
import { bell, memoryCards, tile } from '../support/frame';
import { liveChanges } from '../support/live';
import { makeBlock } from '../support/ownBlock';
import { people, signIn } from '../support/people';
import { memoryIds } from '../support/rows';
import { expect, test } from '../support/test';

test('a list says that there is a new memory, and shows it on request', async ({ page, stack }) => {
  const open = liveChanges(page);
  await signIn(page, people.editor, '/memory-blocks');
  await expect(memoryCards(page).first()).toBeVisible();
  expect((await open).status()).toBe(200);
  const before = await memoryIds(page);
  const id = await makeBlock(stack, 'Written while a list is open.');
  const news = page.getByRole('button', { name: /new memor/ });
  await expect(news).toBeVisible();
  expect(await memoryIds(page)).toEqual(before);
  await news.click();
  await expect.poll(() => memoryIds(page)).toContain(id);
  await expect(news).toHaveCount(0);
});

test('the dashboard follows, and what was polled is not polled any more', async ({ page, stack }) => {
  const open = liveChanges(page);
  await signIn(page, people.editor);
  await expect(bell(page)).toBeVisible();
  await open;
  const polls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/notifications/')) polls.push(request.url());
  });
  const number = async () => Number((await tile(page, 'Memory Blocks').innerText()).replace(/\D/g, ''));
  const before = await number();
  await makeBlock(stack, 'Written while the dashboard is open.');
  await expect.poll(number).toBeGreaterThan(before);
  expect(polls).toEqual([]);
});
