/** Analytics equal the service's sums; an unused memory is archived, restored, and deleted for good. */
import type { AnalyticsDays, AnalyticsSummary, MemoryBlock } from '@hindsight/shared-contracts/api';
import { expectBothLooks } from '../support/axe';
import { chooseWorkspace } from '../support/frame';
import { people, signIn, signInAs } from '../support/people';
import { toScope, serviceFor } from '../support/service';
import { expect, test } from '../support/test';

test("shows an overview that equals the service's sums, as charts and as tables", async ({ page, stack }) => {
  const service = serviceFor(stack, people.owner.email);
  const scope = await toScope(service, 'Larkspur Labs');
  const sums = await service.get<AnalyticsSummary>(`/analytics/summary?${scope}`);
  const number = (count: number) => count.toLocaleString('en-GB');
  await signIn(page, people.owner);
  await chooseWorkspace(page, 'Larkspur Labs');
  await page.goto('/analytics');
  const tiles = page.getByRole('region', { name: 'Memory Distribution' });
  await expect(tiles).toContainText(`Total Memories${number(sums.totals.memory_blocks)}`);
  await expect(tiles).toContainText(`Active Agents${number(sums.agents.length)}`);
  await expect(tiles).toContainText(`Total Conversations${number(sums.totals.conversations)}`);
  const columns = page
    .getByRole('img', { name: /^Column chart: .* in the last 90 days/ })
    .locator('[data-part]');
  await expect(columns).toHaveCount(sums.created_per_day.filter((day) => day.count > 0).length);
  await expect(page.getByRole('list', { name: /^Memories with high/ }).getByRole('link')).toHaveCount(3);
  const bars = page.getByRole('region', { name: 'Agent Performance' }).getByRole('link');
  await expect(bars).toHaveCount(Math.min(10, sums.agents.length));

  const panel = page.getByRole('region', { name: 'Agent Performance' });
  await panel.getByText('Table', { exact: true }).click();
  const first = sums.agents[0]!;
  await expect(panel.getByRole('row').filter({ hasText: first.agent_name })).toContainText(
    `${first.agent_name}${number(first.memory_block_count)}`,
  );
  const days = await service.get<AnalyticsDays>(`/analytics/days?${scope}`);
  const retrieved = days.days.reduce((sum, day) => sum + day.retrieved, 0);
  await expect(page.getByRole('group', { name: 'Shown by day' })).toContainText(
    `Retrieved${number(retrieved)}`,
  );
  const conversations = page.getByRole('region', { name: 'Top Conversations' });
  await expect(conversations.locator('tbody tr')).toHaveCount(sums.top_conversations.length);
  await expectBothLooks(page, 'analytics');
  const top = sums.top_conversations[0]!.conversation_id;
  await conversations.getByRole('link', { name: top.slice(-8) }).click();
  await expect(page).toHaveURL(`/conversations/${top}`);

  await page.goBack();
  await columns.last().click();
  const { date, count } = sums.created_per_day.findLast((day) => day.count > 0)!;
  await expect(page).toHaveURL(`/memory-blocks?created=${date}Z&archived=with`);
  await expect(page.getByText(new RegExp(`^${number(count)} memory blocks?$`))).toBeVisible();
});

test('archives a memory from the report, restores it, and deletes it for good', async ({ page, member }) => {
  const { service } = member;
  const text = 'Never read by anybody';
  const id = await member.write(text);
  const state = async () =>
    (await service.get<MemoryBlock>(`/memory-blocks/${id}`)).archived ? 'archived' : 'active';

  await signInAs(page, member.email, '/analytics?view=unused');
  await expect(page.getByRole('button', { name: `Archive ${text}` })).toBeVisible();
  await expectBothLooks(page, 'unused memories');
  await page.getByRole('button', { name: `Archive ${text}` }).click();
  await expect(page.getByText('Memory block archived successfully', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: `Archive ${text}` })).toBeHidden();
  expect(await state()).toBe('archived');
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await expect.poll(state).toBe('active');
  await page.getByRole('button', { name: `Archive ${text}` }).click();
  await expect.poll(state).toBe('archived');

  await page.goto(`/archived-memory-blocks?search=${encodeURIComponent(text)}`);
  const card = page.getByRole('article').filter({ hasText: text });
  await expect(card).toHaveCount(1);
  await expectBothLooks(page, 'archived memories');
  await card.getByRole('button', { name: /^Restore/ }).click();
  await expect(page.getByText('Memory restored successfully', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No archived memories match your filters' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await expect(card).toHaveCount(1);
  await card.getByRole('button', { name: /^Delete/ }).click();
  const ask = page.getByRole('dialog', { name: 'Delete permanently' });
  await expect(ask).toContainText('This will permanently delete the memory block. Continue?');
  await ask.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Memory permanently deleted', { exact: true })).toBeVisible();
  await expect(card).toHaveCount(0);
  await expect(service.get(`/memory-blocks/${id}`)).rejects.toThrow('404');
});
