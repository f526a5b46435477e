/** A memory on paper: alone, without what only a screen can use. */
import { signInAs } from '../support/people';
import { expect, test } from '../support/test';

test('a memory is printed without navigation and buttons', async ({ page, member }) => {
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
