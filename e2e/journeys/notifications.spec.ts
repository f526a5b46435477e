/** The bell in the header, contributed by another remote. */
import { expectBothLooks } from '../support/axe';
import { bell } from '../support/frame';
import { people, signIn } from '../support/people';
import { serviceFor } from '../support/service';
import { expect, test } from '../support/test';

test('counts unread notifications in the bell, lists the newest first, and opens their page', async ({
  page,
  stack,
}) => {
  const { notifications, unread_count } = await serviceFor(stack, people.editor.email).notifications();
  expect(unread_count).toBeGreaterThan(0);
  await signIn(page, people.editor);
  await expect(bell(page)).toHaveAccessibleName(`Notifications, ${unread_count} unread`);
  await expect(bell(page)).toHaveText(String(unread_count));
  await bell(page).click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await expect(panel).toContainText(`${unread_count} unread`);
  const rows = panel.getByRole('list', { name: 'Notifications' }).getByRole('listitem');
  await expect(rows).toHaveCount(notifications.length);
  for (const [index, { title, message, is_read }] of notifications.entries()) {
    await expect(rows.nth(index)).toContainText(title);
    await expect(rows.nth(index)).toContainText(message);
    await expect(rows.nth(index).getByText('Unread:')).toHaveCount(is_read ? 0 : 1);
  }
  await expectBothLooks(page, 'the bell');
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(bell(page)).toBeFocused();

  await page.goto('/notifications');
  await expect(page.getByRole('radio', { name: 'Unread' })).toBeVisible();
  await expectBothLooks(page, 'notifications');
});
