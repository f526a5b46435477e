/** The first page: figures and newest memories, equal to the database. */
import { expectBothLooks } from '../support/axe';
import { chooseWorkspace, memoryCards, formatCount, tile, title } from '../support/frame';
import { people, signIn, signInAs } from '../support/people';
import { toIds, memoryIds } from '../support/rows';
import { PERSONAL, toScope, serviceFor } from '../support/service';
import { expect, test } from '../support/test';

test('shows tiles and recent memories that equal the database, and links to the list', async ({
  page,
  stack,
}) => {
  const service = serviceFor(stack, people.owner.email);
  await signIn(page, people.owner);
  for (const [workspace, scope] of [
    ['Personal', PERSONAL],
    ['Larkspur Labs', await toScope(service, 'Larkspur Labs')],
  ] as const) {
    if (workspace !== 'Personal') await chooseWorkspace(page, workspace);
    const blocks = await service.blocks(scope, 'limit=15');
    expect(blocks.total_items).toBeGreaterThan(6);
    await expect(tile(page, 'Total agents')).toHaveText(
      formatCount((await service.agents(scope)).total_items),
    );
    await expect(tile(page, 'Memory Blocks')).toHaveText(formatCount(blocks.total_items));
    await expect(tile(page, 'Conversations')).toHaveText(formatCount(await service.conversations(scope)));
    // Grouped by day and agent, so only the newest one is certain to be first.
    await expect.poll(async () => (await memoryIds(page)).sort()).toEqual(toIds(blocks).sort());
    expect((await memoryIds(page))[0]).toBe(toIds(blocks)[0]);
    const agent = page.getByRole('heading', { level: 4, name: blocks.items[0]!.agent_name! });
    await expect(agent.first()).toBeVisible();
  }
  await expectBothLooks(page, 'dashboard');
  await page
    .getByRole('region', { name: 'Totals' })
    .getByRole('link', { name: /Memory Blocks/ })
    .click();
  await expect(page).toHaveURL('/memory-blocks');
  await expect(title(page)).toHaveText('Memory Blocks');
  await expect(page).toHaveTitle('Memory Blocks · Hindsight');
});

test('rates new lessons in their rows, narrows them by period, and marks them as seen', async ({
  page,
  member,
}) => {
  await member.write('Written before the first visit.');
  await signInAs(page, member.email);
  const row = memoryCards(page).first();
  await expect(row).toContainText('Written before the first visit.');
  await expect(page.getByRole('button', { name: 'Mark all as seen' })).toHaveCount(0);
  await row.getByRole('link').first().focus();
  await page.keyboard.press('w');
  await expect(row.getByRole('button', { name: 'Wrong' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('link', { name: '1 memory marked wrong or outdated' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row.getByRole('button', { name: 'Wrong' })).toHaveAttribute('aria-pressed', 'false');

  const period = page.getByRole('navigation', { name: 'Period' });
  await period.getByRole('link', { name: 'Today' }).click();
  await expect(page).toHaveURL('/dashboard?since=today');
  await expect(memoryCards(page)).toHaveCount(1);
  await page.goto('/dashboard?since=2020-01-01..2020-01-02');
  await expect(page.getByRole('heading', { name: 'No memories in this period' })).toBeVisible();
});
