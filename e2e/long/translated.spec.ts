/** A page that the browser translates after each action shows the requested content, exactly once. */
import type { Page } from '@playwright/test';
import { chooseWorkspace, memoryCards, formatCount, sidebarLink, title } from '../support/frame';
import { people, signIn } from '../support/people';
import { toIds, memoryIds } from '../support/rows';
import { PERSONAL, toScope, serviceFor } from '../support/service';
import { expect, test } from '../support/test';
import { translate } from '../support/translator';

const LARKSPUR = 'Larkspur Labs';

const cards = (page: Page, list: string) =>
  page.getByRole('list', { name: list, exact: true }).locator('> li:not([aria-hidden])');

test('survives twenty actions on seven pages, each translated after each action', async ({ page, stack }) => {
  const service = serviceFor(stack, people.owner.email);
  const scope = await toScope(service, LARKSPUR);
  const all = await service.blocks(scope);
  const agents = (await service.agents(scope)).items;
  const first = agents[0]!.agent_name;
  const search = page.getByRole('searchbox', { name: 'Search memory blocks' });
  const pages = page.getByRole('navigation', { name: 'Pages of memory blocks' });
  const selection = page.getByRole('region', { name: 'Selection' });
  const totals = page.getByRole('region', { name: 'Totals' });
  const dialog = page.getByRole('dialog');

  /** Each performs an action and checks the result on the page. */
  const actions: (() => Promise<void>)[] = [
    async () => {
      await sidebarLink(page, 'Memory Blocks').click();
      await expect.poll(() => memoryIds(page)).toEqual(toIds(all));
      await expect(pages).toContainText(`1-12 of ${all.total_items} memory blocks`);
    },
    async () => {
      await search.fill('database');
      const found = await service.get<{ id: string }[]>(
        `/memory-blocks/search/hybrid?${scope}&query=database&limit=12&min_combined_score=0&least_match=likely&fold=true`,
      );
      await expect.poll(() => memoryIds(page)).toEqual(found.map(({ id }) => id));
    },
    async () => {
      await search.fill('zzzznothing');
      await expect(
        page.getByRole('heading', { name: 'No memory blocks match your filters', exact: true }),
      ).toBeVisible();
      await expect(memoryCards(page)).toHaveCount(0);
    },
    async () => {
      await page.getByRole('main').getByRole('button', { name: 'Clear all', exact: true }).last().click();
      await expect.poll(() => memoryIds(page)).toEqual(toIds(all));
      await expect(page.getByRole('heading', { name: 'No memory blocks match your filters' })).toHaveCount(0);
    },
    async () => {
      await pages.getByTitle('Next Page').click();
      await expect
        .poll(() => memoryIds(page))
        .toEqual(toIds(await service.blocks(scope, 'limit=12&skip=12')));
      await expect(pages).toContainText(`13-24 of ${all.total_items} memory blocks`);
      await expect(pages).not.toContainText('1-12 of');
    },
    async () => {
      await memoryCards(page).first().getByRole('checkbox').check();
      await expect(selection).toContainText('1 memory block selected');
    },
    async () => {
      await memoryCards(page).nth(1).getByRole('checkbox').check();
      await expect(selection).toContainText('2 memory blocks selected');
      await expect(selection).not.toContainText('1 memory block selected');
    },
    async () => {
      await memoryCards(page).first().getByRole('link').first().click();
      await expect(dialog).toBeVisible();
    },
    async () => {
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    },
    async () => {
      await sidebarLink(page, 'Agents').click();
      await expect(title(page)).toHaveText('Agents');
      await expect(cards(page, 'Agents')).toHaveCount(agents.length);
    },
    async () => {
      await page.getByRole('searchbox').fill(first);
      await expect(cards(page, 'Agents')).toHaveCount(
        agents.filter(({ agent_name: name }) => name.toLowerCase().includes(first.toLowerCase())).length,
      );
      await expect(cards(page, 'Agents').first()).toContainText(first);
    },
    async () => {
      await page.getByRole('button', { name: 'Create Agent', exact: true }).click();
      await expect(dialog).toBeVisible();
    },
    async () => {
      await dialog.getByRole('button', { name: 'Create Agent', exact: true }).click();
      await expect(dialog.getByRole('alert')).toHaveCount(1);
    },
    async () => {
      await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
      await expect(dialog).toHaveCount(0);
    },
    async () => {
      await sidebarLink(page, 'Dashboard').click();
      await expect(title(page)).toHaveText('Dashboard');
      await expect(totals).toContainText(`Memory Blocks${formatCount(all.total_items)}`);
    },
    async () => {
      await chooseWorkspace(page, 'Personal');
      const own = await service.blocks(PERSONAL);
      await expect(totals).toContainText(`Memory Blocks${formatCount(own.total_items)}`);
    },
    async () => {
      await sidebarLink(page, 'Keywords').click();
      await expect(title(page)).toHaveText('Keywords');
    },
    async () => {
      await chooseWorkspace(page, LARKSPUR);
      const words = await service.get<unknown[]>(`/keywords/?${scope}&limit=1000`);
      await expect(totals).toContainText(`Total${formatCount(words.length)}`);
    },
    async () => {
      await sidebarLink(page, 'Playground').click();
      await page.getByRole('searchbox', { name: 'Question' }).fill(all.items[0]!.content.slice(0, 60));
      await expect(
        page.getByRole('list', { name: 'Hits', exact: true }).getByRole('listitem').first(),
      ).toBeVisible();
    },
    async () => {
      await page.goto('/tokens');
      await page.getByRole('button', { name: 'Create token', exact: true }).click();
      await expect(page.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(/name/i);
    },
    async () => {
      await page.getByRole('textbox', { name: 'Name' }).fill('Laptop');
      await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
    },
    async () => {
      await page.getByRole('textbox', { name: 'Name' }).fill('');
      await sidebarLink(page, 'Analytics').click();
      await expect(title(page)).toHaveText('Analytics');
      await expect(page.getByRole('main').getByText('This page stopped working')).toHaveCount(0);
    },
  ];
  await signIn(page, people.owner);
  await chooseWorkspace(page, LARKSPUR);
  for (const act of actions) {
    await act();
    await translate(page);
  }
});
