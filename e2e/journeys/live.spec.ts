/** What agents and other people do appears in open pages. */
import type { Page, Request } from '@playwright/test';
import { bell, fetchedAtRest, memoryCards, tile } from '../support/frame';
import { liveChanges } from '../support/live';
import { makeBlock } from '../support/ownBlock';
import { people, signIn } from '../support/people';
import { memoryIds } from '../support/rows';
import { expect, test } from '../support/test';

test('a list says that there is a new memory, and shows it on request', async ({ page, stack }) => {
  const open = liveChanges(page);
  await signIn(page, people.editor, '/memory-blocks');
  await expect(memoryCards(page)).toHaveCount(12);
  expect((await open).status()).toBe(200);
  await fetchedAtRest(page);
  const before = await memoryIds(page);
  const id = await makeBlock(stack, 'Written while a list is open.');
  const news = page.getByRole('button', { name: /new memor/ });
  await expect(news).toBeVisible();
  expect(await memoryIds(page)).toEqual(before);
  await news.click();
  await expect.poll(() => memoryIds(page)).toContain(id);
  // Other tests write to this workspace too, which brings it back until it is pressed again.
  await expect(async () => {
    if (await news.isVisible()) await news.click();
    await expect(news).toHaveCount(0, { timeout: 1_000 });
  }).toPass({ timeout: 20_000 });
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

test('the tabs of a browser share one stream, and another takes it over when its tab closes', async ({
  page,
  context,
  stack,
  watch,
}) => {
  // What another test changes and deletes in the same moment is asked for once it is gone.
  watch.tolerate(/404 .*\/api\/memory-blocks\/[-0-9a-f]{36}\?/);
  // Seven pages are loaded.
  test.slow();
  const streams = new Set<Request>();
  // A tab that closes says nothing of what it had open.
  const open = () => [...streams].filter((request) => !request.frame().page().isClosed()).length;
  const isStream = (request: Request) => new URL(request.url()).pathname === '/api/events';
  context.on('request', (request) => isStream(request) && streams.add(request));
  context.on('requestfailed', (request) => streams.delete(request));
  context.on('requestfinished', (request) => streams.delete(request));
  const first = liveChanges(page);
  await signIn(page, people.editor, '/memory-blocks');
  await first;
  const others: Page[] = [];
  // With a stream of its own in each, the seventh would have no connection left.
  for (let n = 0; n < 6; n += 1) {
    const tab = await context.newPage();
    // It asks once for what it has missed, and may show at once what was written before that.
    const joined = liveChanges(tab);
    await tab.goto('/memory-blocks');
    await expect(memoryCards(tab).first()).toBeVisible();
    await joined;
    others.push(tab);
  }
  const newMemories = async (tab: Page) =>
    Number.parseInt(await tab.getByRole('button', { name: /new memor/ }).innerText(), 10);
  await expect.poll(open).toBe(1);
  await makeBlock(stack, 'Written while seven tabs are open.');
  for (const tab of [page, ...others]) await expect.poll(() => newMemories(tab)).toBeGreaterThan(0);
  await page.close();
  // Each tab counts from its own beginning, and other tests write into the workspace too.
  const before = await Promise.all(others.map(newMemories));
  await makeBlock(stack, 'Written after the first of them was closed.');
  for (const [n, tab] of others.entries())
    await expect.poll(() => newMemories(tab)).toBeGreaterThan(before[n]!);
  await expect.poll(open).toBe(1);
});
