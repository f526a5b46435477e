/** Browsing without an account. */
import { expectBothLooks } from '../support/axe';
import { bell, guestBadge, formatCount, suggestionCards, switcher, tile, title } from '../support/frame';
import { people, personButton } from '../support/people';
import { toIds, memoryIds, suggestionIds } from '../support/rows';
import { PUBLIC, serviceFor } from '../support/service';
import { expect, NOT_SIGNED_IN, test } from '../support/test';

test.beforeEach(async ({ page, expectConsole }) => {
  expectConsole(NOT_SIGNED_IN);
  await page.goto('/');
  await expect(page).toHaveURL('/login');
  await page.getByRole('button', { name: 'Explore as Guest' }).click();
  await expect(page).toHaveURL('/dashboard');
  await expect(guestBadge(page)).toBeVisible();
});

test('shows a guest public rows without bell, workspaces or members page', async ({ page, stack }) => {
  const service = serviceFor(stack, null);
  const called: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(api|guest-api)\//.test(pathname)) called.push(pathname);
  });
  const blocks = await service.blocks(PUBLIC);
  expect(blocks.items.every(({ visibility_scope }) => visibility_scope === 'public')).toBe(true);
  await expect(tile(page, 'Memory Blocks')).toHaveText(formatCount(blocks.total_items));
  await expect(tile(page, 'Total agents')).toHaveText(
    formatCount((await service.agents(PUBLIC)).total_items),
  );
  await expect(tile(page, 'Conversations')).toHaveText(formatCount(await service.conversations(PUBLIC)));
  const newest = toIds(await service.blocks(PUBLIC, 'limit=15'));
  await expect.poll(async () => (await memoryIds(page)).sort()).toEqual(newest.sort());
  await expectBothLooks(page, 'the dashboard of a guest');

  await page.goto('/memory-blocks');
  await expect(guestBadge(page)).toBeVisible();
  await expect.poll(() => memoryIds(page)).toEqual(toIds(blocks));

  await page.goto('/consolidation-suggestions');
  const suggestions = await service.suggestions(PUBLIC);
  await expect(suggestionCards(page)).toHaveCount(suggestions.items.length);
  await expect
    .poll(() => suggestionIds(page))
    .toEqual(suggestions.items.map(({ suggestion_id }) => suggestion_id));
  // Only the check for a session elsewhere may carry credentials.
  expect(called.filter((path) => path.startsWith('/api/') && path !== '/api/user-info')).toEqual([]);

  await expect(page.getByRole('banner').getByText('Public', { exact: true })).toBeVisible();
  await expect(switcher(page)).toHaveCount(0);
  await expect(bell(page)).toHaveCount(0);
  await page.goto('/beta-access/pending');
  await expect(page.getByRole('heading', { name: 'This page is for members' })).toBeVisible();
  await expectBothLooks(page, 'no access');
});

test('leaves guest mode on sign-in', async ({ page }) => {
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
  await personButton(page, people.owner).click();
  await expect(page).toHaveURL('/dashboard');
  await expect(title(page)).toHaveText('Dashboard');
  await expect(bell(page)).toBeVisible();
  await expect(guestBadge(page)).toHaveCount(0);
  await expect(switcher(page)).toHaveAccessibleName('Workspace: Personal');
});
