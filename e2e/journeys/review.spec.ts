/**
 * The review inbox: what agents rate wrong waits for a person, who decides it by keys and can undo it. On a stack of its own, because
 * keys decide what is newest, also what another test has rated.
 */
import type { MemoryBlock } from '@hindsight/shared-contracts/api';
import { sidebar } from '../support/frame';
import { makeBlock } from '../support/ownBlock';
import { people, signIn } from '../support/people';
import { PERSONAL, serviceFor, writeHeaders } from '../support/service';
import type { Address } from '../support/sharedStack';
import { expect, ownTest as test } from '../support/test';

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

test('what another person decides meanwhile leaves the queue', async ({ page, stack }) => {
  const mark = `shared ${Date.now()}`;
  const id = await rated(stack, `Decided elsewhere, ${mark}.`, 'No longer true.');
  await signIn(page, people.editor, '/review?kind=feedback');
  await expect(page.getByRole('heading', { level: 2, name: mark })).toBeVisible();
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
  await expect(page.getByRole('heading', { level: 2, name: mark })).toHaveCount(0);
});
