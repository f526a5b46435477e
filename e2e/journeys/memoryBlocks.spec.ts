/** The memory list: search, agent, order, conversation and pages, all of them in the address. */
import type { Page } from '@playwright/test';
import { expectNoSidewaysScroll } from '../support/axe';
import { chooseWorkspace, memoryCards, sidebarLink, suggestionCards } from '../support/frame';
import { people, signIn } from '../support/people';
import { idsOf, memoryIds } from '../support/rows';
import { scopeOf, serviceFor } from '../support/service';
import { tick } from '../support/select';
import { expect, test } from '../support/test';

const LARKSPUR = 'Larkspur Labs';
const CONVERSATION_PROBLEM = 'Enter a valid conversation ID (UUID).';
/** What the page waits for after the last change of a filter. */
const DEBOUNCE_MS = 500;

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search memory blocks' });
const sortBy = (page: Page) => page.getByRole('combobox', { name: 'Sort by' });
const chips = (page: Page) => page.getByRole('list', { name: 'Active filters' }).getByRole('listitem');
const conversation = (page: Page) => page.getByRole('textbox', { name: 'Conversation ID' });
const query = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

/** Memories on one page of the list; the dashboard, whose first queries are asked at rest, shows fewer. */
const PAGE_SIZE = '12';

/** Queries of the list that the page asks for from now on. */
function watchLists(page: Page): URLSearchParams[] {
  const asked: URLSearchParams[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    const isOfList = pathname === '/api/memory-blocks/' && searchParams.get('limit') === PAGE_SIZE;
    if (isOfList) asked.push(searchParams);
  });
  return asked;
}

/** Opens the list in the main organization; answers how to ask the service for the same. */
async function openList(page: Page, stack: Parameters<typeof serviceFor>[0], address = '/memory-blocks') {
  const service = serviceFor(stack, people.owner.email);
  const scope = await scopeOf(service, LARKSPUR);
  await signIn(page, people.owner);
  await chooseWorkspace(page, LARKSPUR);
  await page.goto(address);
  await expect(memoryCards(page).first()).toBeVisible();
  return (more: string) => service.blocks(scope, more);
}

test('searching waits for a pause, asks once, marks the words and is in the address', async ({
  page,
  stack,
}) => {
  const ask = await openList(page, stack, '/memory-blocks?mode=text');
  const asked = watchLists(page);
  const word = 'timeout';
  await search(page).focus();
  // Without the checks of a locator, which on a busy machine take longer than the pause.
  await page.keyboard.type(word.slice(0, -1), { delay: 40 });
  const lastKeyAt = Date.now();
  await page.keyboard.press(word.slice(-1));
  await expect.poll(() => query(page)).toEqual({ mode: 'text', search: word });
  expect(Date.now() - lastKeyAt).toBeGreaterThanOrEqual(DEBOUNCE_MS);
  const expected = await ask(`limit=12&search_query=${word}`);
  expect(expected.total_items).toBeGreaterThan(0);
  await expect.poll(() => memoryIds(page)).toEqual(idsOf(expected));
  expect(asked.map((params) => params.get('search_query'))).toEqual([word]);
  await expect(page.getByRole('main').locator('mark').first()).toHaveText(new RegExp(word, 'i'));
  await expect(page.getByText(new RegExp(`^${expected.total_items} memory blocks?$`))).toBeVisible();
});

test('the keys of the search box: slash jumps in, Escape empties', async ({ page, stack }) => {
  const ask = await openList(page, stack);
  await page.keyboard.press('/');
  await expect(search(page)).toBeFocused();
  await page.keyboard.type('retry');
  await expect.poll(() => query(page)).toEqual({ search: 'retry' });
  await page.keyboard.press('Escape');
  await expect(search(page)).toHaveValue('');
  await expect.poll(() => query(page)).toEqual({});
  await expect.poll(() => memoryIds(page)).toEqual(idsOf(await ask('limit=12')));
});

test('a question in natural words finds its memory, shows why, and has pages', async ({ page, stack }) => {
  const ask = await openList(page, stack);
  const wanted = (await ask('limit=1')).items[0]!;
  const words = wanted.content.split(/\s+/).slice(0, 8).join(' ');
  await search(page).fill(`what was it about ${words}`);
  await expect.poll(() => memoryIds(page)).toContain(wanted.id);
  await expect(page.getByRole('main').locator('mark').first()).toBeVisible();
  await page
    .getByRole('button', { name: /^Why was/ })
    .first()
    .click();
  await expect(page.getByRole('dialog', { name: 'Why this memory was found' })).toContainText('%');
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page, 'a long question');
});

test('a search without a hit shows that and offers the way back', async ({ page, stack }) => {
  await openList(page, stack, '/memory-blocks?page=2');
  await search(page).fill('xqzvw kjqpx');
  await expect(page.getByRole('heading', { name: 'No memory blocks match your filters' })).toBeVisible();
  await expect(
    page.getByText(
      `Searched the memories of ${LARKSPUR} for “xqzvw kjqpx” (Best match), without archived ones.`,
    ),
  ).toBeVisible();
  expect(query(page)).toEqual({ search: 'xqzvw kjqpx' });
  await page.getByRole('main').getByRole('button', { name: 'Clear all' }).last().click();
  await expect(memoryCards(page)).toHaveCount(12);
  expect(query(page)).toEqual({});
});

test('agent, order and conversation narrow the list; chips take them off again', async ({ page, stack }) => {
  const ask = await openList(page, stack);
  const first = (await ask('limit=1')).items[0]!;
  await tick(page, 'Agents', first.agent_name!);
  await expect.poll(() => query(page)).toEqual({ agent: first.agent_id });
  await expect.poll(() => memoryIds(page)).toEqual(idsOf(await ask(`limit=12&agent_id=${first.agent_id}`)));

  await sortBy(page).selectOption('Highest feedback');
  const best = `limit=12&agent_id=${first.agent_id}&sort_by=feedback_score&sort_order=desc`;
  await expect.poll(() => query(page)).toEqual({ agent: first.agent_id, sort: 'feedback' });
  await expect.poll(() => memoryIds(page)).toEqual(idsOf(await ask(best)));

  await conversation(page).fill(`  ${first.conversation_id.toUpperCase()} `);
  await expect
    .poll(() => query(page))
    .toEqual({ agent: first.agent_id, sort: 'feedback', conversation: first.conversation_id });
  await expect
    .poll(() => memoryIds(page))
    .toEqual(idsOf(await ask(`${best}&conversation_id=${first.conversation_id}`)));

  await expect(chips(page)).toHaveText([
    `Agent: ${first.agent_name!}`,
    `Conversation: ${first.conversation_id}`,
  ]);
  await page.getByRole('button', { name: `Remove filter Agent: ${first.agent_name!}` }).click();
  await expect(chips(page)).toHaveText([`Conversation: ${first.conversation_id}`]);
  await expect.poll(() => query(page)).toEqual({ sort: 'feedback', conversation: first.conversation_id });
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(chips(page)).toHaveCount(0);
  await expect.poll(() => query(page)).toEqual({ sort: 'feedback' });
  await expect(conversation(page)).toHaveValue('');
});

test('a conversation that is no id shows the sentence, asks nothing and stays out of the address', async ({
  page,
  stack,
}) => {
  await openList(page, stack);
  const asked = watchLists(page);
  await conversation(page).fill('not-an-id');
  const problem = page.getByRole('search').getByText(CONVERSATION_PROBLEM);
  await expect(problem).toBeVisible();
  await expect(conversation(page)).toHaveAccessibleDescription(CONVERSATION_PROBLEM);
  // Something that is asked for later proves that the wrong id was not asked for before.
  await sortBy(page).selectOption('Oldest first');
  await expect.poll(() => query(page)).toEqual({ sort: 'oldest' });
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  expect(asked.every((params) => !params.has('conversation_id'))).toBe(true);
  await conversation(page).fill('');
  await expect(problem).toHaveCount(0);
});

test('pages: steps, reload, an address with a page, and a page that does not exist', async ({
  page,
  stack,
}) => {
  const ask = await openList(page, stack, '/memory-blocks?page=3');
  const third = await ask('limit=12&skip=24');
  await expect.poll(() => memoryIds(page)).toEqual(idsOf(third));
  expect(query(page)).toEqual({ page: '3' });
  const pages = page.getByRole('navigation', { name: 'Pages of memory blocks' });
  await expect(pages).toContainText(`25-36 of ${third.total_items} memory blocks`);

  await pages.getByRole('button', { name: 'Previous page' }).click();
  await expect.poll(() => query(page)).toEqual({ page: '2' });
  const second = idsOf(await ask('limit=12&skip=12'));
  await expect.poll(() => memoryIds(page)).toEqual(second);
  await page.reload();
  await expect.poll(() => memoryIds(page)).toEqual(second);
  await pages.getByRole('button', { name: 'Page 1', exact: true }).click();
  await expect.poll(() => query(page)).toEqual({});

  const last = Math.ceil(third.total_items / 12);
  await page.goto('/memory-blocks?page=9999');
  await expect.poll(() => query(page)).toEqual({ page: String(last) });
  await expect.poll(() => memoryIds(page)).toEqual(idsOf(await ask(`limit=12&skip=${(last - 1) * 12}`)));
});

test('a filter starts on page 1 again', async ({ page, stack }) => {
  await openList(page, stack, '/memory-blocks?page=3');
  await sortBy(page).selectOption('Oldest first');
  await expect.poll(() => query(page)).toEqual({ sort: 'oldest' });
});

test('reload, back and forward bring the same rows and the same controls', async ({ page, stack }) => {
  const ask = await openList(page, stack, '/memory-blocks?mode=text');
  await search(page).fill('retry');
  await expect.poll(() => query(page)).toEqual({ mode: 'text', search: 'retry' });
  const expected = idsOf(await ask('limit=12&search_query=retry'));
  await expect.poll(() => memoryIds(page)).toEqual(expected);
  await page.reload();
  await expect(search(page)).toHaveValue('retry');
  await expect.poll(() => memoryIds(page)).toEqual(expected);

  await sidebarLink(page, 'Consolidation').click();
  await expect(suggestionCards(page).first()).toBeVisible();
  await page.goBack();
  await expect(search(page)).toHaveValue('retry');
  await expect.poll(() => memoryIds(page)).toEqual(expected);
  // The entry in the sidebar is the list without filters; Back returns to the filtered one, controls included.
  await sidebarLink(page, 'Memory Blocks').click();
  await expect(search(page)).toHaveValue('');
  await expect.poll(() => memoryIds(page)).toEqual(idsOf(await ask('limit=12')));
  await page.goBack();
  await expect(search(page)).toHaveValue('retry');
  await expect.poll(() => memoryIds(page)).toEqual(expected);
  await page.goForward();
  await expect(search(page)).toHaveValue('');
});

test('refreshing requests again and confirms it', async ({ page, stack }) => {
  await openList(page, stack);
  const asked = watchLists(page);
  await page.getByRole('button', { name: 'Refresh', exact: true }).click();
  await expect(page.getByText('Data refreshed successfully').first()).toBeVisible();
  expect(asked.length).toBe(1);
});
