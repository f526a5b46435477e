/** Forced colors take backgrounds away; what they said must still be seen. */
import { people, signIn } from '../support/people';
import { expect, test } from '../support/test';

test.use({ forcedColors: 'active' });

test('the browser’s own mark shows which one of several is chosen', async ({ page }) => {
  await signIn(page, people.owner, '/settings/secrets');
  const chosen = page.getByRole('radio', { name: /^Mark/ });
  await expect(chosen).toBeChecked();
  // Else it lies unseen over a mark that is made of backgrounds.
  await expect(chosen).toHaveCSS('opacity', '1');
});
