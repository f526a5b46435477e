/** What a page asks first is on its way before the code of the page, and reaches nobody but the person it was asked for. */
import type { Page } from '@playwright/test';
import { people, signIn } from '../support/people';
import { expect, test } from '../support/test';

const ROWS = /\/api\/memory-blocks\/\?.*limit=12/;
const list = (page: Page) => page.getByRole('list', { name: 'Memory blocks' });

/** Addresses of the requests for rows, as they are sent. */
function watchRows(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => void (ROWS.test(request.url()) && sent.push(request.url())));
  return sent;
}

test('rows are asked for while the program is on its way, and once', async ({ page }) => {
  await signIn(page, people.owner, '/profile');
  const sent = watchRows(page);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/assets\/.*\/main\.\w+\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  const rows = page.waitForResponse(ROWS);
  await page.goto('/memory-blocks', { waitUntil: 'commit' });
  expect((await rows).status()).toBe(200);
  await expect(list(page)).toBeHidden();
  release();
  await expect(list(page)).toBeVisible();
  expect(sent).toHaveLength(1);
});

test("what was asked in another person's workspace is thrown away", async ({ page }) => {
  await signIn(page, people.owner, '/profile');
  await page.evaluate(() => {
    sessionStorage.setItem('hindsight.scope-owner', 'another-person');
    sessionStorage.setItem('ACTIVE_SCOPE', 'public');
  });
  const sent = watchRows(page);
  await page.goto('/memory-blocks');
  await expect(list(page)).toBeVisible();
  expect(sent.map((url) => new URL(url).searchParams.get('scope'))).toEqual(['public', 'personal']);
});

test('a visitor without a session asks for nothing ahead', async ({ page, expectConsole }) => {
  expectConsole(/401 .*\/api\/user-info/);
  const asked: string[] = [];
  page.on('request', (request) => void (request.url().includes('/api/') && asked.push(request.url())));
  await page.goto('/memory-blocks');
  await expect(page).toHaveURL(/\/login/);
  expect(asked.filter((url) => !url.endsWith('/api/user-info'))).toEqual([]);
});
