/** First sight on a phone: the search in the header, and a memory. */
import { expectNoSidewaysScroll } from '../support/axe';
import { chooseWorkspace, memoryCards } from '../support/frame';
import { people, signIn } from '../support/people';
import { expect, test } from '../support/test';

test('shows the first memory on a phone without scrolling, and searches from the header', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, people.owner);
  await chooseWorkspace(page, 'Larkspur Labs');
  await page.goto('/memory-blocks');
  const first = memoryCards(page).first();
  await expect(first).toBeInViewport({ ratio: 1 });
  await expectNoSidewaysScroll(page, 'the memory list of a phone');

  await page.getByRole('button', { name: /^Command palette/ }).click();
  const box = page.getByRole('combobox', { name: 'Go to a page, search, or run a command' });
  await expect(box).toBeFocused();
  await box.fill('retry budget');
  const found = page.getByRole('listbox', { name: 'Results' }).getByRole('option');
  await expect(found.filter({ hasText: /retry budget/i }).first()).toBeVisible();
  // Long titles do not make the palette wider than the screen.
  await expect(found.nth(3)).toBeVisible();
  await expect(box).toBeInViewport({ ratio: 1 });
});
