/** Organization dialogs, confirmations of email links and the beta console: no WCAG violation, sideways scroll or lost focus. */
import type { Locator, Page } from '@playwright/test';
import { expectBothLooks } from '../support/axe';
import { people, signIn } from '../support/people';
import { expect, test } from '../support/test';

const seeBothLooks = (page: Page, shown: Locator, what: string) =>
  expectBothLooks(page, what, () => expect(shown).toBeVisible());

test('opens the dialogs of an organization', async ({ page }) => {
  await signIn(page, people.owner, '/profile?organizations');
  await page.getByRole('button', { name: /^Larkspur Labs/ }).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Larkspur Labs' });
  await seeBothLooks(page, edit, 'edit');
  await page.keyboard.press('Escape');
  await expect(edit).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'Delete Org' }).click();
  await seeBothLooks(page, page.getByText(/It still contains/), 'delete');
});

const LINKS = [
  ['invitation', '?accept_invite=x&org=y&token=t', 'Accept this invitation?'],
  [
    'invitation of another account',
    '?accept_invite=x&org=y&email=a%40example.org&token=t',
    'You are invited to an organization',
  ],
  ['beta review', '?beta_review=x&beta_decision=denied&beta_token=t', 'Deny beta access?'],
] as const;

test('opens the confirmations of email links, and the beta console', async ({ page }) => {
  await signIn(page, people.betaAdmin, '/beta-access/admin');
  await seeBothLooks(page, page.getByRole('row').nth(1), 'beta console');
  for (const [what, search, title] of LINKS) {
    await page.goto(`/profile${search}`);
    const dialog = page.getByRole('dialog', { name: title });
    await seeBothLooks(page, dialog, what);
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL('/profile');
  }
});
