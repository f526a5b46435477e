/** Forced colors remove backgrounds; the state they conveyed must stay visible. */
import { people, signIn } from '../support/people';
import { expect, test } from '../support/test';

test.use({ forcedColors: 'active' });

test("shows the selected radio button with the browser's own mark", async ({ page }) => {
  await signIn(page, people.owner, '/settings/secrets');
  const chosen = page.getByRole('radio', { name: /^Mark/ });
  await expect(chosen).toBeChecked();
  // Otherwise the native mark is invisible beneath one drawn with backgrounds.
  await expect(chosen).toHaveCSS('opacity', '1');
});
