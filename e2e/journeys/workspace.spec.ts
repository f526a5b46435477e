/** Switching the workspace: every mounted part follows, and nothing of the old one comes back. */
import type { Page } from '@playwright/test';
import { chooseWorkspace, memoryCards, shown, sidebarLink, switcher, tile } from '../support/frame';
import { people, signIn } from '../support/people';
import { idsOf, memoryIds, suggestionIds } from '../support/rows';
import { PERSONAL, scopeOf, serviceFor } from '../support/service';
import { expect, test } from '../support/test';

interface Recorded {
  events: unknown[];
  ids: string[];
}
type Recording = typeof globalThis & { recorded: Recorded };

/** Keeps every scope event, and from a given moment every id that is on the page even for a moment. */
async function record(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const recorded: Recorded = { events: [], ids: [] };
    (globalThis as Recording).recorded = recorded;
    window.addEventListener('orgScopeChanged', (event) =>
      recorded.events.push((event as CustomEvent).detail),
    );
    const note = () => {
      for (const code of document.querySelectorAll('code[title]'))
        recorded.ids.push(code.getAttribute('title')!);
    };
    new MutationObserver(note).observe(document, { subtree: true, childList: true, attributes: true });
  });
}
const recorded = (page: Page) => page.evaluate(() => (globalThis as Recording).recorded);

test('the window event names the new and the previous workspace', async ({ page, stack }) => {
  const scope = await scopeOf(serviceFor(stack, people.owner.email), 'Larkspur Labs');
  const organizationId = new URLSearchParams(scope).get('organization_id');
  await record(page);
  await signIn(page, people.owner);
  await expect(switcher(page)).toHaveAccessibleName('Workspace: Personal');
  const personal = { scope: 'personal', organizationId: null };
  const larkspur = { scope: 'organization', organizationId };
  await chooseWorkspace(page, 'Larkspur Labs');
  await chooseWorkspace(page, 'Public');
  await chooseWorkspace(page, 'Public');
  await expect(switcher(page)).toHaveAccessibleName('Workspace: Public');
  expect((await recorded(page)).events).toEqual([
    { current: personal, previous: null },
    { current: larkspur, previous: personal },
    { current: { scope: 'public', organizationId: null }, previous: larkspur },
  ]);
});

test('the rows of every mounted remote follow, from page 1', async ({ page, stack }) => {
  const service = serviceFor(stack, people.owner.email);
  const larkspur = await scopeOf(service, 'Larkspur Labs');
  const tidewater = await scopeOf(service, 'Tidewater Commerce');
  await signIn(page, people.owner);
  await chooseWorkspace(page, 'Larkspur Labs');
  const { total_items } = await service.blocks(larkspur, 'limit=6');
  await expect(tile(page, 'Memory Blocks')).toHaveText(shown(total_items));

  await page.goto('/memory-blocks?page=2');
  await expect.poll(() => memoryIds(page)).toEqual(idsOf(await service.blocks(larkspur, 'limit=12&skip=12')));
  await chooseWorkspace(page, 'Tidewater Commerce');
  await expect.poll(() => memoryIds(page)).toEqual(idsOf(await service.blocks(tidewater)));
  await expect(page).toHaveURL('/memory-blocks');

  await sidebarLink(page, 'Consolidation').click();
  const ids = async (scope: string) =>
    (await service.suggestions(scope)).items.map(({ suggestion_id }) => suggestion_id);
  await expect.poll(() => suggestionIds(page)).toEqual(await ids(tidewater));
  await chooseWorkspace(page, 'Personal');
  await expect.poll(() => suggestionIds(page)).toEqual(await ids(PERSONAL));
});

test('the choice is kept over a reload, with the id of the organization to copy', async ({ page, stack }) => {
  const scope = await scopeOf(serviceFor(stack, people.owner.email), 'Tidewater Commerce');
  const id = new URLSearchParams(scope).get('organization_id')!;
  await signIn(page, people.owner);
  await chooseWorkspace(page, 'Tidewater Commerce');
  await expect(page.getByRole('banner').getByTitle(id)).toBeVisible();
  await page.reload();
  await expect(switcher(page)).toHaveAccessibleName('Workspace: Tidewater Commerce');
});

test('the next person on the same browser starts in the personal workspace', async ({ page }) => {
  await signIn(page, people.owner);
  await chooseWorkspace(page, 'Larkspur Labs');
  await signIn(page, people.admin);
  await expect(switcher(page)).toHaveAccessibleName('Workspace: Personal');
});

test('an answer for the old workspace that comes late is never shown', async ({ page, stack }) => {
  const service = serviceFor(stack, people.owner.email);
  const old = idsOf(await service.blocks(PERSONAL));
  const next = idsOf(await service.blocks(await scopeOf(service, 'Larkspur Labs')));
  expect(next.some((id) => old.includes(id))).toBe(false);
  await record(page);
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  let asked = () => {};
  const askedForOld = new Promise<void>((resolve) => (asked = resolve));
  let settled = () => {};
  const oldSettled = new Promise<void>((resolve) => (settled = resolve));
  // The real answer of the real service, only later.
  await page.route(
    (url) => url.pathname === '/api/memory-blocks/' && url.searchParams.get('scope') === 'personal',
    async (route) => {
      asked();
      await released;
      // The page may have given the request up by then; both ends are fine.
      await route.continue().catch(() => undefined);
    },
  );
  const isOld = (url: string) => url.includes('/api/memory-blocks/') && url.includes('scope=personal');
  page.on('requestfinished', (request) => isOld(request.url()) && settled());
  page.on('requestfailed', (request) => isOld(request.url()) && settled());

  await signIn(page, people.owner, '/memory-blocks');
  await askedForOld;
  await expect(memoryCards(page)).toHaveCount(0);
  await chooseWorkspace(page, 'Larkspur Labs');
  await expect.poll(() => memoryIds(page)).toEqual(next);
  release();
  await oldSettled;
  // A full turn through another page and back, after which anything that waited would have been shown.
  await sidebarLink(page, 'Dashboard').click();
  await expect(tile(page, 'Memory Blocks')).toHaveText(/\d/);
  await page.goBack();
  await expect.poll(() => memoryIds(page)).toEqual(next);
  const seen = new Set((await recorded(page)).ids);
  expect(old.filter((id) => seen.has(id))).toEqual([]);
  expect(next.every((id) => seen.has(id))).toBe(true);
});
