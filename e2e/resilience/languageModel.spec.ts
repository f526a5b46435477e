/** Bulk compaction with a language model that is slow, returns nonsense, or fails half of its requests. */
import type { Page } from '@playwright/test';
import type { Agent, Job } from '@hindsight/shared-contracts/api';
import { startLanguageModel, type FakeLanguageModel } from '../support/languageModel';
import { startOwnStack, type OwnStack } from '../support/ownStack';
import { people, signIn } from '../support/people';
import { serviceFor, writeHeaders, PERSONAL, type Rows } from '../support/service';
import { expect, test as base } from '../support/test';

const test = base.extend<object, { model: FakeLanguageModel; stack: OwnStack }>({
  model: [
    // oxlint-disable-next-line no-empty-pattern -- the first parameter of a fixture must be a pattern
    async ({}, use) => {
      const model = await startLanguageModel();
      await use(model);
      await model.close();
    },
    { scope: 'worker' },
  ],
  stack: [
    async ({ model }, use) => {
      const stack = await startOwnStack(model.env);
      await use(stack);
      await stack.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

const CENTER = '/memory-optimization-center';
const MADE = 12;
const LONG = 'The queue grew without any bound and nobody looked at it for a whole day. '.repeat(30);

async function makeLongMemories(stack: OwnStack): Promise<void> {
  const [agent] = (await serviceFor(stack, people.owner.email).agents(PERSONAL)).items as Agent[];
  for (let n = 0; n < MADE; n += 1) {
    const response = await fetch(`${stack.urls.service}/memory-blocks/?${PERSONAL}`, {
      method: 'POST',
      headers: { ...writeHeaders(stack, people.owner.email), 'Content-Type': 'application/json' },
      body: JSON.stringify({
        agent_id: agent?.agent_id,
        conversation_id: crypto.randomUUID(),
        content: `${n}. ${LONG}`,
      }),
    });
    if (!response.ok) throw new Error(await response.text());
  }
}

const longOnes = async (stack: OwnStack) => {
  const { items } = await serviceFor(stack, people.owner.email).blocks(PERSONAL, 'limit=1000');
  return items.filter(({ content }) => content.length > 1500).length;
};

async function startCompaction(page: Page, concurrency: string): Promise<void> {
  const card = page.getByRole('article').filter({ has: page.getByRole('button', { name: /^Compact “/ }) });
  await card.getByRole('button', { name: 'Execute', exact: true }).click();
  await page.getByRole('button', { name: 'Execute Optimization' }).click();
  const settings = page.getByRole('dialog', { name: 'Compaction Settings' });
  await settings
    .getByRole('group', { name: 'Number in parallel' })
    .getByText(concurrency, { exact: true })
    .click();
  await settings.getByRole('button', { name: 'Start compaction' }).click();
}

test('finds a run again after a reload, cancels it, and shows what failed and why', async ({
  page,
  stack,
  model,
}) => {
  await makeLongMemories(stack);
  const before = await longOnes(stack);
  const progress = page.getByRole('dialog', { name: 'Compacting memories' });

  // Nonsense changes nothing and is reported per memory.
  model.behave('nonsense');
  await signIn(page, people.owner, CENTER);
  await startCompaction(page, '8');
  await expect(progress.getByText(`Couldn’t compact ${before} of ${before} memory blocks.`)).toBeVisible();
  await expect(progress.getByRole('list', { name: 'Failed memories' }).getByRole('listitem')).toHaveCount(
    before,
  );
  expect(await longOnes(stack)).toBe(before);
  await progress.getByRole('button', { name: 'Close' }).last().click();

  // Slow model: reload midway, find the run again, cancel it for good.
  model.behave('held');
  await startCompaction(page, '1');
  const counts = progress.getByText(new RegExp(`^\\d+ of ${before}`));
  await expect
    .poll(async () => {
      model.release();
      return counts.textContent();
    })
    .toMatch(/^[1-9]/);
  await page.reload();
  const strip = page.getByRole('list', { name: 'Work in progress' });
  const found = strip.getByRole('listitem').filter({ has: page.getByRole('progressbar') });
  await expect(found).toHaveCount(1);
  await found.getByRole('button', { name: 'Details' }).click();
  const cancelled = page.waitForResponse(/\/jobs\/[^/]+\/cancel/);
  await progress.getByRole('button', { name: 'Cancel' }).click();
  await cancelled;
  model.behave('good');
  await expect(progress.getByText('Compaction cancelled')).toBeVisible();
  const { items } = await serviceFor(stack, people.owner.email).get<Rows<Job>>('/jobs/?limit=1');
  const [job] = items;
  expect(job).toMatchObject({ status: 'cancelled', total: before, failed: 0 });
  expect(job!.done).toBe(job!.succeeded);
  expect(job!.succeeded).toBeLessThan(before);
  await expect.poll(() => longOnes(stack)).toBe(before - job!.succeeded);

  // The completed part can be undone in full.
  await progress.getByRole('button', { name: /^Undo all/ }).click();
  await page.getByRole('button', { name: 'Undo all', exact: true }).click();
  await expect.poll(() => longOnes(stack)).toBe(before);
  await progress.getByRole('button', { name: 'Close' }).last().click();

  // Half of the requests fail: report them by id, and retry only those.
  model.behave('half');
  await page.reload();
  await startCompaction(page, '1');
  const retry = progress.getByRole('button', { name: /^Retry failed/ });
  await expect(retry).toBeVisible();
  const left = await longOnes(stack);
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(before);
  await expect(retry).toHaveText(`Retry failed (${left})`);
  model.behave('good');
  await retry.click();
  await expect.poll(() => longOnes(stack)).toBe(0);
  await expect(progress.getByText(/^Compacted \d+ memor/)).toBeVisible();
});
