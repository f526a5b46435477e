/** The command palette by keyboard only. */
import { expectBothLooks } from '../support/axe';
import { programRuns, sidebarLink, title } from '../support/frame';
import { people, signIn } from '../support/people';
import { expect, test } from '../support/test';

test('opens pages, memories and dialogs from the palette, and restores focus', async ({ page }) => {
  await signIn(page, people.owner, '/profile');
  await programRuns(page);
  const entry = sidebarLink(page, 'Keywords');
  await entry.focus();
  const box = page.getByRole('combobox', { name: 'Go to a page, search, or run a command' });
  await page.keyboard.press('Control+k');
  await expect(box).toBeFocused();
  await expectBothLooks(page, 'the palette');
  await page.keyboard.press('Escape');
  await expect(box).toHaveCount(0);
  await expect(entry).toBeFocused();

  await page.keyboard.press('Control+k');
  await expect(box).toBeFocused();
  await page.keyboard.type('agents');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/agents');
  await expect(title(page)).toBeFocused();

  await page.keyboard.press('Control+k');
  await expect(box).toBeFocused();
  await page.keyboard.type('manage org');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Organization Management' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL('/agents');

  await page.keyboard.press('Control+k');
  await expect(box).toBeFocused();
  await page.keyboard.type('retry budget');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/memory-blocks?search=retry+budget');
});
