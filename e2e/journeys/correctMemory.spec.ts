/** What was learned lately, and is any of it wrong: narrowed by a panel, judged by one key, found again by its mark. */
import { BOTH_WAYS, expectAccessible } from '../support/axe';
import { memoryCards } from '../support/frame';
import { makeBlock } from '../support/ownBlock';
import { people, signIn } from '../support/people';
import { expect, test } from '../support/test';

test('a memory of today is marked wrong with a reason, found by the mark, and taken back', async ({
  page,
  stack,
}) => {
  const content = `The lapwing port is 8080 ${Date.now()}.`;
  const id = await makeBlock(stack, content);
  await signIn(page, people.editor);
  await page.goto('/memory-blocks?created=yesterday&search=lapwing&mode=text');
  await memoryCards(page)
    .getByRole('link', { name: content.slice(0, -1) })
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('group', { name: 'Feedback' })).toBeVisible();
  await page.keyboard.press('w');
  await dialog.getByRole('textbox', { name: 'Reason (optional)' }).fill('It is 8443.');
  await dialog.getByRole('button', { name: 'Save reason' }).click();
  await expect(dialog.getByText('Wrong. It is 8443.')).toBeVisible();
  await expectAccessible(page, 'the open memory');
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  await page.getByRole('button', { name: /^Filters/ }).click();
  await page.getByRole('combobox', { name: 'Feedback' }).selectOption('Marked wrong');
  await expect(page).toHaveURL(/feedback=wrong/);
  await expect(memoryCards(page)).toHaveCount(1);
  await expect(memoryCards(page)).toContainText('Wrong');
  await page.goto(`/memory-blocks/${id}`);
  await page.getByRole('button', { name: 'Remove the mark' }).click();
  await expect(page.getByText('Wrong. It is 8443.')).toBeHidden();
});

for (const { colorScheme, size } of BOTH_WAYS) {
  test(`the filters can be used by everyone (${colorScheme}, ${size.width} px)`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(size);
    await signIn(page, people.editor);
    await page.goto('/memory-blocks?feedback=rated');
    await page.getByRole('button', { name: /^Filters/ }).click();
    await expect(page.getByRole('group', { name: 'Filters' })).toBeVisible();
    await expectAccessible(page, 'the filters');
  });
}
