/** All tabs of a browser share one stream of changes: with one per tab, the seventh would have no connection left. */
import type { Page, Request } from '@playwright/test';
import { memoryCards } from '../support/frame';
import { followChanges } from '../support/live';
import { signInAs } from '../support/people';
import { expect, test } from '../support/test';

test('shares one stream among tabs, and hands it over when its tab closes', async ({
  page,
  context,
  member,
}) => {
  // Seven pages load.
  test.slow();
  await member.write('Written before.');
  const streams = new Set<Request>();
  // A closing tab reports no end of its requests.
  const open = () => [...streams].filter((request) => !request.frame().page().isClosed()).length;
  const isStream = (request: Request) => new URL(request.url()).pathname === '/api/events';
  context.on('request', (request) => isStream(request) && streams.add(request));
  context.on('requestfailed', (request) => streams.delete(request));
  context.on('requestfinished', (request) => streams.delete(request));
  const first = await followChanges(page);
  await signInAs(page, member.email, '/memory-blocks');
  await first.begun;
  const others: Page[] = [];
  for (let n = 0; n < 6; n += 1) {
    const tab = await context.newPage();
    const joined = await followChanges(tab);
    await tab.goto('/memory-blocks');
    await expect(memoryCards(tab).first()).toBeVisible();
    await joined.begun;
    others.push(tab);
  }
  await expect.poll(open).toBe(1);
  await member.write('Written while seven tabs are open.');
  const news = (tab: Page, count: RegExp) => tab.getByRole('button', { name: count });
  for (const tab of [page, ...others]) await expect(news(tab, /^1 new memory/)).toBeVisible();
  await page.close();
  await member.write('Written after the first of them was closed.');
  for (const tab of others) await expect(news(tab, /^2 new memories/)).toBeVisible();
  await expect.poll(open).toBe(1);
});
