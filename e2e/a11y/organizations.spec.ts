/** Organizations, notifications and the beta console: without violations of WCAG, sideways scroll, or a lost focus. */
import type { Locator, Page } from '@playwright/test';
import { BOTH_WAYS, expectAccessible, expectNoSidewaysScroll, SIZES } from '../support/axe';
import { people, signIn } from '../support/people';
import { expect, test } from '../support/test';

async function seeBothWays(page: Page, shown: Locator, what: string): Promise<void> {
  for (const { colorScheme, size } of BOTH_WAYS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(size);
    await expect(shown).toBeVisible();
    await expectAccessible(page, `${what}, ${colorScheme}`);
    await expectNoSidewaysScroll(page, `${what}, ${colorScheme}`);
  }
}

test('organizations with their dialogs, and the notifications', async ({ page }) => {
  await signIn(page, people.owner, '/notifications');
  await seeBothWays(page, page.getByRole('radio', { name: 'Unread' }), 'notifications');
  await page.setViewportSize(SIZES[0]);
  await page.goto('/profile?organizations');
  await page.getByRole('button', { name: /^Larkspur Labs/ }).click();
  await seeBothWays(page, page.getByRole('table', { name: 'Members' }), 'organizations');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Larkspur Labs' });
  await seeBothWays(page, edit, 'edit');
  await page.keyboard.press('Escape');
  await expect(edit).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'Delete Org' }).click();
  await seeBothWays(page, page.getByText(/It still contains/), 'delete');
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

test('the questions of links, and the beta console', async ({ page }) => {
  await signIn(page, people.betaAdmin, '/beta-access/admin');
  await seeBothWays(page, page.getByRole('row').nth(1), 'beta console');
  for (const [what, search, title] of LINKS) {
    await page.goto(`/profile${search}`);
    const dialog = page.getByRole('dialog', { name: title });
    await seeBothWays(page, dialog, what);
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL('/profile');
  }
});
