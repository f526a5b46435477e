/** The memory list: search, agent, order, conversation and pages, all kept in the URL. */
import type { Page } from '@playwright/test';
import { expectBothLooks } from '../support/axe';
import { chooseWorkspace, memoryCards, sidebarLink } from '../support/frame';
import { people, signIn } from '../support/people';
import { toIds, memoryIds } from '../support/rows';
import { tick } from '../support/select';
import { toScope, serviceFor } from '../support/service';
import { expect, test } from '../support/test';

const LARKSPUR = 'Larkspur Labs';

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search memory blocks' });
const sortBy = (page: Page) => page.getByRole('combobox', { name: 'Sort by' });
const chips = (page: Page) => page.getByRole('list', { name: 'Active filters' }).getByRole('listitem');
const conversation = (page: Page) => page.getByRole('textbox', { name: 'Conversation ID' });
const query = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

/** Opens the list in the main organization. @returns a function that asks the service for the same rows. */
async function openList(page: Page, stack: Parameters<typeof serviceFor>[0], address = '/memory-blocks') {
  const service = serviceFor(stack, people.owner.email);
  const scope = await toScope(service, LARKSPUR);
  await signIn(page, people.owner);
  await chooseWorkspace(page, LARKSPUR);
  await page.goto(address);
  await expect(memoryCards(page).first()).toBeVisible();
  return (more: string) => service.blocks(scope, more);
}

test('finds a memory by a natural question and explains the match; without a hit, it offers a way back', async ({
  page,
  stack,
}) => {
  const ask = await openList(page, stack);
  const wanted = (await ask('limit=1')).items[0]!;
  const words = wanted.content.split(/\s+/).slice(0, 8).join(' ');
  await page.keyboard.press('/');
  await expect(search(page)).toBeFocused();
  await page.keyboard.type(`what was it about ${words}`);
  await expect.poll(() => memoryIds(page)).toContain(wanted.id);
  await expect(page.getByRole('main').locator('mark').first()).toBeVisible();
  await page
    .getByRole('button', { name: /^Why was/ })
    .first()
    .click();
  await expect(page.getByRole('dialog', { name: 'Why this memory was found' })).toContainText('%');
  await page.keyboard.press('Escape');
  await expectBothLooks(page, 'the answer to a long question');

  await search(page).fill('xqzvw kjqpx');
  await expect(page.getByRole('heading', { name: 'No memory blocks match your filters' })).toBeVisible();
  await expect(
    page.getByText(`Searched ${LARKSPUR} for “xqzvw kjqpx” (Best match), excluding archived memories.`),
  ).toBeVisible();
  expect(query(page)).toEqual({ search: 'xqzvw kjqpx' });
  await page.getByRole('main').getByRole('button', { name: 'Clear all' }).last().click();
  await expect(memoryCards(page)).toHaveCount(12);
  expect(query(page)).toEqual({});
});

test('narrows the list by agent, order and conversation, and widens it again with the chips', async ({
  page,
  stack,
}) => {
  const ask = await openList(page, stack);
  const first = (await ask('limit=1')).items[0]!;
  await page.getByRole('button', { name: /^Filters/ }).click();
  await tick(page, 'Agents', first.agent_name!);
  await expect.poll(() => query(page)).toEqual({ agent: first.agent_id });
  await expect.poll(() => memoryIds(page)).toEqual(toIds(await ask(`limit=12&agent_id=${first.agent_id}`)));

  await sortBy(page).selectOption('Highest feedback');
  const best = `limit=12&agent_id=${first.agent_id}&sort_by=feedback_score&sort_order=desc`;
  await expect.poll(() => query(page)).toEqual({ agent: first.agent_id, sort: 'feedback' });
  await expect.poll(() => memoryIds(page)).toEqual(toIds(await ask(best)));

  await conversation(page).fill(`  ${first.conversation_id.toUpperCase()} `);
  await expect
    .poll(() => query(page))
    .toEqual({ agent: first.agent_id, sort: 'feedback', conversation: first.conversation_id });
  await expect
    .poll(() => memoryIds(page))
    .toEqual(toIds(await ask(`${best}&conversation_id=${first.conversation_id}`)));

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

test('restores rows and controls across pages, reload, back and forward', async ({ page, stack }) => {
  const ask = await openList(page, stack, '/memory-blocks?page=3');
  const third = await ask('limit=12&skip=24');
  await expect.poll(() => memoryIds(page)).toEqual(toIds(third));
  const pages = page.getByRole('navigation', { name: 'Pages of memory blocks' });
  await expect(pages).toContainText(`25-36 of ${third.total_items} memory blocks`);
  await pages.getByRole('button', { name: 'Previous page' }).click();
  await expect.poll(() => query(page)).toEqual({ page: '2' });
  const second = toIds(await ask('limit=12&skip=12'));
  await expect.poll(() => memoryIds(page)).toEqual(second);
  await page.reload();
  await expect.poll(() => memoryIds(page)).toEqual(second);

  await page.goto('/memory-blocks?mode=text');
  await search(page).fill('retry');
  await expect.poll(() => query(page)).toEqual({ mode: 'text', search: 'retry' });
  const found = toIds(await ask('limit=12&search_query=retry'));
  await expect.poll(() => memoryIds(page)).toEqual(found);
  // The sidebar entry opens the list without filters; Back returns to the filtered list, including its controls.
  await sidebarLink(page, 'Memory Blocks').click();
  await expect(search(page)).toHaveValue('');
  await expect.poll(() => memoryIds(page)).toEqual(toIds(await ask('limit=12')));
  await page.goBack();
  await expect(search(page)).toHaveValue('retry');
  await expect.poll(() => memoryIds(page)).toEqual(found);
  await page.goForward();
  await expect(search(page)).toHaveValue('');
});
