/** Checking recent lessons: narrowed in a panel, rated by one key, and found again by the mark. */
import { expectBothLooks } from '../support/axe';
import { memoryCards } from '../support/frame';
import { signInAs } from '../support/people';
import { expect, test } from '../support/test';

test('marks a memory of today as wrong with a reason, finds it by the mark, and removes the mark', async ({
  page,
  member,
}) => {
  const id = await member.write('The lapwing port is 8080.');
  await member.write('The heron port is 9090.');
  await signInAs(page, member.email, '/memory-blocks?created=yesterday&search=lapwing&mode=text');
  await memoryCards(page).getByRole('link', { name: 'The lapwing port is 8080' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('group', { name: 'Feedback' })).toBeVisible();
  await page.keyboard.press('w');
  await dialog.getByRole('textbox', { name: 'Reason (optional)' }).fill('It is 8443.');
  await dialog.getByRole('button', { name: 'Save reason' }).click();
  await expect(dialog.getByText('Wrong. It is 8443.')).toBeVisible();
  await expectBothLooks(page, 'an open memory that is wrong');
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  await page.goto('/memory-blocks');
  await expect(memoryCards(page)).toHaveCount(2);
  await page.getByRole('button', { name: /^Filters/ }).click();
  await page.getByRole('combobox', { name: 'Feedback' }).selectOption('Marked wrong');
  await expect(page).toHaveURL(/feedback=wrong/);
  await expect(memoryCards(page)).toHaveText([/Wrong/]);
  await expectBothLooks(page, 'the filters');
  await page.goto(`/memory-blocks/${id}`);
  await page.getByRole('button', { name: 'Remove mark' }).click();
  await expect(page.getByText('Wrong. It is 8443.')).toBeHidden();
});
