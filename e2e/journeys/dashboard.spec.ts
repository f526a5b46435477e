/** The first page: three numbers and the newest rows, as the database has them. */
import { chooseWorkspace, memoryCards, shown, tile, title } from '../support/frame';
import { people, signIn } from '../support/people';
import { idsOf, memoryIds } from '../support/rows';
import { PERSONAL, PUBLIC, scopeOf, serviceFor } from '../support/service';
import { expect, test } from '../support/test';

for (const [workspace, email] of [
  ['Personal', people.owner.email],
  ['Larkspur Labs', people.owner.email],
  ['Tidewater Commerce', people.owner.email],
  ['Public', people.owner.email],
] as const) {
  test(`tiles and recent memory blocks of ${workspace} equal the database`, async ({ page, stack }) => {
    const service = serviceFor(stack, email);
    const scope =
      workspace === 'Personal'
        ? PERSONAL
        : workspace === 'Public'
          ? PUBLIC
          : await scopeOf(service, workspace);
    const blocks = await service.blocks(scope, 'limit=6');
    expect(blocks.total_items).toBeGreaterThan(6);
    await signIn(page, people.owner);
    if (workspace !== 'Personal') await chooseWorkspace(page, workspace);
    await expect(tile(page, 'Total Agents')).toHaveText(shown((await service.agents(scope)).total_items));
    await expect(tile(page, 'Memory Blocks')).toHaveText(shown(blocks.total_items));
    await expect(tile(page, 'Conversations')).toHaveText(shown(await service.conversations(scope)));
    await expect.poll(() => memoryIds(page)).toEqual(idsOf(blocks));
    const newest = blocks.items[0]!;
    await expect(memoryCards(page).first()).toContainText(newest.agent_name!);
    await expect(memoryCards(page).first()).toContainText(
      newest.feedback_score ? `${newest.feedback_score}/100` : 'Not rated',
    );
  });
}

test('a workspace without rows shows that instead of a failure', async ({ page }) => {
  await signIn(page, people.admin);
  await expect(page.getByRole('heading', { name: 'No memory blocks yet' })).toBeVisible();
  await expect(tile(page, 'Memory Blocks')).toHaveText('0');
});

test('the number of memory blocks leads to them', async ({ page }) => {
  await signIn(page, people.owner);
  await page
    .getByRole('region', { name: 'Totals' })
    .getByRole('link', { name: /Memory Blocks/ })
    .click();
  await expect(page).toHaveURL('/memory-blocks');
  await expect(title(page)).toHaveText('Memory Blocks');
  await expect(page).toHaveTitle('Memory Blocks · Hindsight');
});

test('what is new leads to the memories that it counts', async ({ page }) => {
  await signIn(page, people.owner);
  await chooseWorkspace(page, 'Tidewater Commerce');
  const news = page.getByRole('region', { name: /^(?:The last 7 days|Since your last visit)$/ });
  const link = news.getByRole('link', { name: /^New memories \d/ });
  const count = /^New memories ([\d,]+)/.exec(
    await link.innerText().then((text) => text.replace(/\s+/g, ' ')),
  )?.[1];
  await link.click();
  await expect(page).toHaveURL(/\/memory-blocks\?created=/);
  await expect(page.getByText(new RegExp(`^${count} memory blocks?$`))).toBeVisible();
  await page.goto('/dashboard');
  await news.getByRole('button', { name: 'Mark all as seen' }).click();
  await expect(news.getByRole('link', { name: /^New memories 0/ })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Since your last visit' })).toBeVisible();
});
