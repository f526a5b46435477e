/** The review inbox: memories that agents rate as wrong, resolved by a person with keys, and undone. */
import type { MemoryBlock, ReviewItem } from '@hindsight/shared-contracts/api';
import { expectBothLooks } from '../support/axe';
import { sidebar } from '../support/frame';
import { signInAs } from '../support/people';
import { PERSONAL } from '../support/service';
import { expect, test } from '../support/test';

test('resolves pending items by keyboard, undoes one, and shows who resolved it', async ({
  page,
  member,
}) => {
  const { service } = member;
  const rate = async (content: string, reason: string) => {
    const id = await member.write(content);
    const body = { feedback_type: 'negative', feedback_details: reason };
    await service.send('POST', `/memory-blocks/${id}/feedback/?${PERSONAL}`, body);
    return id;
  };
  const first = await rate('The retry limit is three.', 'It is five since spring.');
  const second = await rate('The cache lives an hour.', 'It lives a day.');
  const isArchived = async (id: string) => (await service.get<MemoryBlock>(`/memory-blocks/${id}`)).archived;
  await signInAs(page, member.email, '/review?kind=feedback');
  await expect(sidebar(page).getByRole('link', { name: 'Review 2' })).toBeVisible();

  // The newest item comes first.
  const heading = (name: RegExp) => page.getByRole('heading', { level: 2, name });
  await expect(heading(/cache/)).toBeVisible();
  await expect(page.getByText('It lives a day.')).toBeVisible();
  await expectBothLooks(page, 'review');
  // Shortcuts do nothing before the queue has focus.
  await page.keyboard.press('a');
  await page.keyboard.press('j');
  await expect(heading(/cache/)).toBeVisible();
  await page.keyboard.press('a');
  await expect(heading(/retry limit/)).toBeVisible();
  await expect.poll(() => isArchived(second)).toBe(true);
  await page.keyboard.press('r');
  await expect(page.getByRole('status').filter({ hasText: 'Kept' })).toBeVisible();
  expect(await isArchived(first)).toBe(false);
  await page.keyboard.press('u');
  await page.keyboard.press('u');
  await expect.poll(() => isArchived(second)).toBe(false);
  await expect(heading(/cache/)).toBeVisible();

  // One request resolves both.
  for (const name of [/Select .*retry limit/, /Select .*cache/])
    await page.getByRole('checkbox', { name }).check();
  await page.getByRole('button', { name: 'Accept 2 items' }).click();
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('2 items accepted');
  await expect.poll(async () => [await isArchived(first), await isArchived(second)]).toEqual([true, true]);
  await page.getByRole('radiogroup', { name: 'Decisions' }).getByText('Resolved').click();
  const row = page.getByRole('listitem').filter({ hasText: 'retry limit' });
  await expect(row.first()).toContainText(/Negative feedback\s*Archived\s*by /);
  await row.first().getByRole('button', { name: /^Undo/ }).click();
  await expect.poll(() => isArchived(first)).toBe(false);
});

test('keeps the newer of two conflicting memories, and after an undo marks both as right', async ({
  page,
  member,
}) => {
  const { service } = member;
  const sentences = [30, 45].map(
    (minutes) => `The lighthouse session cookie expires after ${minutes} minutes.`,
  );
  const older = await member.write(sentences[0]!);
  const newer = await member.write(sentences[1]!);
  const pending = async () => {
    const { items } = await service.get<{ items: ReviewItem[] }>(
      `/review-items/?${PERSONAL}&kind=contradiction&limit=200`,
    );
    return items.length;
  };
  const isArchived = async () => (await service.get<MemoryBlock>(`/memory-blocks/${older}`)).archived;
  // Rules detect it in the background.
  await expect.poll(pending, { timeout: 30_000 }).toBe(1);

  await signInAs(page, member.email, '/review?kind=contradiction');
  await expect(page.getByText('They name different values for the same thing.')).toBeVisible();
  for (const sentence of sentences) await expect(page.locator('main')).toContainText(sentence);
  await expectBothLooks(page, 'a conflict');
  await page.keyboard.press('j');
  await page.keyboard.press('a');
  await expect.poll(isArchived).toBe(true);
  await page.goto(`/memory-blocks/${older}`);
  await page.locator(`main a[href*="${newer}"]`).first().click();
  await expect(page).toHaveURL(new RegExp(newer));

  await page.goto('/review?kind=contradiction');
  await page.getByRole('radiogroup', { name: 'Decisions' }).getByText('Resolved').click();
  const row = page.getByRole('listitem').filter({ hasText: 'lighthouse' });
  await row.first().getByRole('button', { name: /^Undo/ }).click();
  await expect.poll(isArchived).toBe(false);
  await expect.poll(pending).toBe(1);
  await page.getByRole('radiogroup', { name: 'Decisions' }).getByText('Pending').click();
  await expect(page.getByText('They name different values for the same thing.')).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('r');
  await expect.poll(pending).toBe(0);
  expect(await isArchived()).toBe(false);
});
