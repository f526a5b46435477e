/**
 * The review inbox: what agents rate wrong waits for a person, who decides it by keys and can undo it. On a stack of its own, because
 * keys decide what is newest, also what another test has rated.
 */
import type { MemoryBlock, ReviewItem } from '@hindsight/shared-contracts/api';
import { sidebar } from '../support/frame';
import { makeBlock } from '../support/ownBlock';
import { people, signIn } from '../support/people';
import { PERSONAL, serviceFor, writeHeaders } from '../support/service';
import type { Address } from '../support/ownStack';
import { expect, test } from '../support/test';

/** A memory of the editor's that was rated negative. */
async function rated(stack: Address, content: string, reason: string): Promise<string> {
  const id = await makeBlock(stack, content);
  const answer = await fetch(`${stack.urls.service}/memory-blocks/${id}/feedback/?${PERSONAL}`, {
    method: 'POST',
    headers: {
      ...writeHeaders(stack, people.editor.email),
      'Content-Type': 'application/json',
      Origin: stack.urls.gateway,
    },
    body: JSON.stringify({ feedback_type: 'negative', feedback_details: reason }),
  });
  expect(answer.status).toBe(200);
  return id;
}

test('decides what waits by keys, undoes it, and says who decided', async ({ page, stack }) => {
  const marks = [`first ${Date.now()}`, `second ${Date.now()}`];
  const [first, second] = [
    await rated(stack, `The retry limit is three, ${marks[0]}.`, 'It is five since spring.'),
    await rated(stack, `The cache lives an hour, ${marks[1]}.`, 'It lives a day.'),
  ];
  const isArchived = async (id: string) =>
    (await serviceFor(stack, people.editor.email).get<MemoryBlock>(`/memory-blocks/${id}`)).archived;
  await signIn(page, people.editor, '/review?kind=feedback');
  await expect(sidebar(page).getByRole('link', { name: /^Review \d+$/ })).toBeVisible();

  // The newest comes first.
  const heading = (mark: string | undefined) => page.getByRole('heading', { level: 2, name: mark });
  await expect(heading(marks[1])).toBeVisible();
  await expect(page.getByText('It lives a day.')).toBeVisible();
  await page.keyboard.press('a');
  await expect(heading(marks[0])).toBeVisible();
  await expect.poll(() => isArchived(second!)).toBe(true);
  await page.keyboard.press('r');
  await expect(page.getByRole('status').filter({ hasText: 'Kept' })).toBeVisible();
  expect(await isArchived(first!)).toBe(false);
  await page.keyboard.press('u');
  await page.keyboard.press('u');
  await expect.poll(() => isArchived(second!)).toBe(false);
  await expect(heading(marks[1])).toBeVisible();

  // Both are decided by one call.
  for (const mark of marks)
    await page.getByRole('checkbox', { name: new RegExp(`Select .*${mark}`) }).check();
  await page.getByRole('button', { name: 'Accept 2 items' }).click();
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('2 items accepted');
  await expect.poll(async () => [await isArchived(first!), await isArchived(second!)]).toEqual([true, true]);
  await page.getByRole('radiogroup', { name: 'Decisions' }).getByText('Decided').click();
  const row = page.getByRole('listitem').filter({ hasText: marks[0] });
  await expect(row.first()).toContainText(/Negative feedback\s*Archived\s*by /);
  await row.first().getByRole('button', { name: /^Undo/ }).click();
  await expect.poll(() => isArchived(first!)).toBe(false);
});

test('of two memories that contradict each other the newer one is kept, and undone both are right', async ({
  page,
  stack,
}) => {
  const subject = `lighthouse${Date.now()}`;
  const sentences = [30, 45].map(
    (minutes) => `The ${subject} session cookie expires after ${minutes} minutes.`,
  );
  const older = await makeBlock(stack, sentences[0]!);
  const newer = await makeBlock(stack, sentences[1]!);
  const service = serviceFor(stack, people.editor.email);
  const waiting = async () => {
    const { items } = await service.get<{ items: ReviewItem[] }>(
      `/review-items/?${PERSONAL}&kind=contradiction&limit=200`,
    );
    return items.filter(({ memory_block_ids: ids }) => ids.includes(older)).length;
  };
  const isArchived = async () => (await service.get<MemoryBlock>(`/memory-blocks/${older}`)).archived;
  // Rules find it in the background.
  await expect.poll(waiting, { timeout: 30_000 }).toBe(1);

  await signIn(page, people.editor, '/review?kind=contradiction');
  await page
    .getByRole('button', { name: new RegExp(subject) })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 2, name: subject })).toBeVisible();
  await expect(page.getByText('They name different values for the same thing.')).toBeVisible();
  for (const sentence of sentences) await expect(page.locator('main')).toContainText(sentence);
  await page.keyboard.press('a');
  await expect.poll(isArchived).toBe(true);
  await page.goto(`/memory-blocks/${older}`);
  await page.locator(`main a[href*="${newer}"]`).first().click();
  await expect(page).toHaveURL(new RegExp(newer));

  await page.goto('/review?kind=contradiction');
  await page.getByRole('radiogroup', { name: 'Decisions' }).getByText('Decided').click();
  const row = page.getByRole('listitem').filter({ hasText: subject });
  await row.first().getByRole('button', { name: /^Undo/ }).click();
  await expect.poll(isArchived).toBe(false);
  await expect.poll(waiting).toBe(1);
  await page.getByRole('radiogroup', { name: 'Decisions' }).getByText('Waiting').click();
  await page
    .getByRole('button', { name: new RegExp(subject) })
    .first()
    .click();
  await page.keyboard.press('r');
  await expect.poll(waiting).toBe(0);
  expect(await isArchived()).toBe(false);
});

test('the memories of an optimization suggestion are decided by themselves', async ({ page, stack }) => {
  const mark = `long ${Date.now()}`;
  const steps = Array.from({ length: 60 }, (_, n) => `Step ${n} releases the lock of the cache.`).join(' ');
  const content = `The runbook of the cache, ${mark}. ${steps}`;
  const id = await makeBlock(stack, content);
  const textOf = async () =>
    (await serviceFor(stack, people.editor.email).get<MemoryBlock>(`/memory-blocks/${id}`)).content;
  await signIn(page, people.editor, '/memory-optimization-center');
  await page.getByRole('button', { name: /^Compact “/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Review One by One' }).click();
  await expect(page).toHaveURL(/\/review\?kind=compaction$/);
  await page.getByRole('button', { name: new RegExp(mark) }).click();
  await expect(page.getByRole('heading', { level: 2, name: mark })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Content', exact: true })).toBeVisible();
  await page.keyboard.press('a');
  await expect.poll(async () => (await textOf()).length).toBeLessThan(content.length);
  await page.keyboard.press('u');
  await expect.poll(textOf).toBe(content);
});

test('what another person decides meanwhile leaves the queue when the person goes on, and a key for it decides nothing', async ({
  page,
  stack,
}) => {
  const mark = `shared ${Date.now()}`;
  const other = await rated(stack, `Still waiting, ${mark} next.`, 'No longer true.');
  const id = await rated(stack, `Decided elsewhere, ${mark} first.`, 'No longer true.');
  await signIn(page, people.editor, '/review?kind=feedback');
  const heading = (name: string) => page.getByRole('heading', { level: 2, name: `${mark} ${name}` });
  await expect(heading('first')).toBeVisible();
  const { items } = await serviceFor(stack, people.editor.email).get<{
    items: { id: string; memory_block_ids: string[] }[];
  }>(`/review-items/?${PERSONAL}&kind=feedback`);
  const item = items.find(({ memory_block_ids: ids }) => ids.includes(id));
  await fetch(`${stack.urls.service}/review-items/decide?${PERSONAL}`, {
    method: 'POST',
    headers: {
      ...writeHeaders(stack, people.editor.email),
      'Content-Type': 'application/json',
      Origin: stack.urls.gateway,
    },
    body: JSON.stringify({ verdict: 'reject', items: [{ kind: 'feedback', id: item?.id }] }),
  });
  await expect(page.getByText('This was decided or withdrawn meanwhile.')).toBeVisible();
  await page.keyboard.press('a');
  await page.keyboard.press('n');
  await expect(heading('next')).toBeVisible();
  await expect(page.getByRole('button', { name: `${mark} first` })).toHaveCount(0);
  const block = await serviceFor(stack, people.editor.email).get<MemoryBlock>(`/memory-blocks/${other}`);
  expect(block.archived).toBe(false);
});
