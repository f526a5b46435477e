/** A memory and a list in print: their texts, without controls that only work on screen. */
import { signInAs } from '../support/people';
import { expect, test } from '../support/test';

test('prints a memory without navigation and buttons', async ({ page, member }) => {
  const id = await member.write('To be read on paper.');
  await signInAs(page, member.email, `/memory-blocks/${id}`);
  await expect(page.getByRole('tab', { name: 'Details' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const gone of [
    page.getByRole('complementary', { name: 'Navigation' }),
    page.getByText('Back to List'),
    page.getByRole('main').getByRole('button', { name: /^Copy/ }).first(),
  ]) {
    await expect(gone).toBeHidden();
  }
});

test('prints a list with its full texts', async ({ page, member }) => {
  const rest =
    'It had no maximum of attempts and no place where failed work waits, so the whole queue stood still.';
  await member.write(`A poison message blocked the queue. ${rest}`);
  await signInAs(page, member.email, '/memory-blocks');
  const text = page.getByRole('article').getByText(rest);
  await expect(text).toBeVisible();
  await page.setViewportSize({ width: 500, height: 800 });
  await page.emulateMedia({ media: 'print' });
  expect(await text.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const gone of [
    page.getByRole('searchbox'),
    page.getByRole('button', { name: 'Create Memory' }),
    page.getByRole('checkbox').first(),
  ]) {
    await expect(gone).toBeHidden();
  }
});
