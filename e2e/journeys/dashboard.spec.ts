/** The first page: three numbers, the newest rows and what is new, as the database has them. */
import { expectBothLooks } from '../support/axe';
import { chooseWorkspace, memoryCards, shown, tile, title } from '../support/frame';
import { people, signIn, signInAs } from '../support/people';
import { idsOf, memoryIds } from '../support/rows';
import { PERSONAL, scopeOf, serviceFor } from '../support/service';
import { expect, test } from '../support/test';

test('tiles and recent memory blocks equal the database, and lead to the list', async ({ page, stack }) => {
  const service = serviceFor(stack, people.owner.email);
  await signIn(page, people.owner);
  for (const [workspace, scope] of [
    ['Personal', PERSONAL],
    ['Larkspur Labs', await scopeOf(service, 'Larkspur Labs')],
  ] as const) {
    if (workspace !== 'Personal') await chooseWorkspace(page, workspace);
    const blocks = await service.blocks(scope, 'limit=6');
    expect(blocks.total_items).toBeGreaterThan(6);
    await expect(tile(page, 'Total Agents')).toHaveText(shown((await service.agents(scope)).total_items));
    await expect(tile(page, 'Memory Blocks')).toHaveText(shown(blocks.total_items));
    await expect(tile(page, 'Conversations')).toHaveText(shown(await service.conversations(scope)));
    await expect.poll(() => memoryIds(page)).toEqual(idsOf(blocks));
    const newest = blocks.items[0]!;
    await expect(memoryCards(page).first()).toContainText(newest.agent_name!);
    await expect(memoryCards(page).first()).toContainText(
      newest.feedback_score ? `${newest.feedback_score}/100` : 'Not rated',
    );
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

test('what is new leads to the memories that it counts', async ({ page, member }) => {
  await member.write('Written before the first visit.');
  await signInAs(page, member.email);
  const news = page.getByRole('region', { name: /^(?:The last 7 days|Since your last visit)$/ });
  await news.getByRole('link', { name: /^New memories 1/ }).click();
  await expect(page).toHaveURL(/\/memory-blocks\?created=/);
  await expect(page.getByText('1 memory block', { exact: true })).toBeVisible();
  await page.goto('/dashboard');
  await news.getByRole('button', { name: 'Mark all as seen' }).click();
  await expect(news.getByRole('link', { name: /^New memories 0/ })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Since your last visit' })).toBeVisible();
});
