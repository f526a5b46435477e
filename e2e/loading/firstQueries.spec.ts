/** First queries of a page are sent before its code arrives, and their answers reach only the person they were sent for. */
import type { Locator, Page } from '@playwright/test';
import { sidebarLink } from '../support/frame';
import { withoutLiveChanges } from '../support/live';
import { people, signIn } from '../support/people';
import { expect, test } from '../support/test';

const ROWS = /\/api\/memory-blocks\/\?.*limit=12/;
const list = (page: Page) => page.getByRole('list', { name: 'Memory blocks' });

/** URLs of the row requests as they are sent, without reloads caused by other people's changes. */
async function watchRows(page: Page, rows = ROWS): Promise<string[]> {
  await withoutLiveChanges(page);
  const sent: string[] = [];
  page.on('request', (request) => void (rows.test(request.url()) && sent.push(request.url())));
  return sent;
}

/** Pages, their first queries, and the element that shows the answer. */
const PAGES: [address: string, rows: RegExp, shown: (page: Page) => Locator][] = [
  ['/memory-blocks', ROWS, list],
  [
    '/archived-memory-blocks',
    /\/api\/memory-blocks\/archived\/\?.*limit=12/,
    (page) =>
      page
        .getByRole('list', { name: 'Archived memories' })
        .or(page.getByRole('heading', { name: 'No archived memories yet' })),
  ],
  ['/analytics', /\/api\/analytics\/summary/, (page) => page.getByText('Total Memories')],
  ['/review', /\/api\/review-items\/\?.*limit=200/, (page) => page.getByText(/^Pending \(/)],
  [
    '/consolidation-suggestions',
    /\/api\/consolidation-suggestions\/\?/,
    (page) => page.getByRole('list', { name: 'Consolidation suggestions' }),
  ],
  [
    '/memory-optimization-center',
    /\/api\/memory-optimization\/suggestions\?/,
    (page) => page.getByRole('list', { name: 'Optimization suggestions' }),
  ],
  [
    '/pruning-suggestions',
    /\/api\/jobs\/\?/,
    (page) => page.getByRole('button', { name: 'Generate Suggestions' }),
  ],
  ['/playground', /\/api\/pinned-questions\//, (page) => page.getByRole('search', { name: 'Playground' })],
  [
    '/conversations/00000000-0000-4000-8000-00000000000c',
    /\/api\/memory-blocks\/\?.*conversation_id=/,
    (page) => page.getByRole('heading', { name: 'No memories from this conversation' }),
  ],
  ['/settings/secrets', /\/api\/secret-findings\//, (page) => page.getByLabel('State', { exact: true })],
  ['/notifications', /\/api\/notifications\/\?limit=20/, (page) => page.getByLabel('Notifications shown')],
];

for (const [address, rows, shown] of PAGES) {
  test(`requests the rows of ${address} once, while the program loads`, async ({ page }) => {
    await signIn(page, people.owner, '/profile');
    const sent = await watchRows(page, rows);
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/assets\/.*\/main\.\w+\.js$/, async (route) => {
      await held;
      await route.continue();
    });
    const answer = page.waitForResponse(rows);
    await page.goto(address, { waitUntil: 'commit' });
    expect((await answer).status()).toBe(200);
    await expect(shown(page)).toBeHidden();
    release();
    await expect(shown(page)).toBeVisible();
    expect(sent).toHaveLength(1);
  });
}

test("discards answers from another person's workspace", async ({ page }) => {
  await signIn(page, people.owner, '/profile');
  await page.evaluate(() => {
    sessionStorage.setItem('hindsight.scope-owner', 'another-person');
    sessionStorage.setItem('ACTIVE_SCOPE', 'public');
  });
  const sent = await watchRows(page);
  await page.goto('/memory-blocks');
  await expect(list(page)).toBeVisible();
  expect(sent.map((url) => new URL(url).searchParams.get('scope'))).toEqual(['public', 'personal']);
});

test('sends no first queries without a session', async ({ page, expectConsole }) => {
  expectConsole(/401 .*\/api\/user-info/);
  const asked: string[] = [];
  page.on('request', (request) => void (request.url().includes('/api/') && asked.push(request.url())));
  await page.goto('/memory-blocks');
  await expect(page).toHaveURL(/\/login/);
  expect(asked.filter((url) => !url.endsWith('/api/user-info'))).toEqual([]);
});

test('prefetches a page on hover, and requests its rows only once', async ({ page }) => {
  const sent = await watchRows(page);
  await signIn(page, people.owner, '/profile');
  // Hover only once the program runs: the frame appears earlier and does not detect it.
  await expect(page.getByRole('textbox', { name: 'Display name' })).toBeVisible();
  const answer = page.waitForResponse(ROWS);
  await sidebarLink(page, 'Memory Blocks').hover();
  expect((await answer).status()).toBe(200);
  await expect(list(page)).toHaveCount(0);
  await sidebarLink(page, 'Memory Blocks').click();
  await expect(list(page)).toBeVisible();
  expect(sent).toHaveLength(1);
});

test('prefetches a previously opened page when idle', async ({ page }) => {
  await signIn(page, people.owner, '/profile');
  await page.evaluate(() => localStorage.setItem('hindsight.page-uses', '{"/memory-blocks":1}'));
  const sent = await watchRows(page);
  const answer = page.waitForResponse(ROWS);
  await page.reload();
  expect((await answer).status()).toBe(200);
  await sidebarLink(page, 'Memory Blocks').click();
  await expect(list(page)).toBeVisible();
  expect(sent).toHaveLength(1);
});
