/** About, and writing to the support. */
import { expectBothLooks } from '../support/axe';
import { account, title } from '../support/frame';
import { signInAs } from '../support/people';
import { expect, test } from '../support/test';

test('a person finds the builds, writes to the support and has to wait', async ({
  page,
  member,
  expectConsole,
}) => {
  expectConsole(/status of 429 .*support\/contact/);
  await signInAs(page, member.email, '/profile');
  await account(page).click();
  await page.getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveURL('/profile?about');
  const about = page.getByRole('dialog', { name: 'About Hindsight' });
  await expect(about.getByRole('region', { name: 'Backend build' })).toContainText('hindsight-service');
  await expect(about.getByLabel('Describe the issue (optional)')).toBeFocused();
  await expectBothLooks(page, 'about');
  await about.getByLabel('Describe the issue (optional)').fill('The chart is empty.');
  await expect(about.getByRole('link', { name: 'Open mail app instead' })).toHaveAttribute(
    'href',
    /^mailto:.*The%20chart%20is%20empty/,
  );
  await about.getByRole('button', { name: 'Contact Support' }).click();
  await expect(
    page.getByText('Support request sent. Our team will reach out.', { exact: true }),
  ).toBeVisible();
  await expect(about).toHaveCount(0);

  await page.goto('/support');
  await expect(title(page)).toHaveText('Support');
  await expect(page.getByRole('link', { name: 'Donate a coffee' })).toHaveAttribute('href', /^https:\/\//);
  await expectBothLooks(page, 'support');
  await page.getByRole('link', { name: 'Contact Support' }).click();
  await about.getByRole('button', { name: 'Contact Support' }).click();
  await expect(about.getByRole('alert')).toContainText(/please wait \d+ seconds/);
  await about.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('link', { name: 'Back to dashboard' }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('a person changes the name that others read', async ({ page, member }) => {
  await signInAs(page, member.email, '/profile');
  await page.getByLabel('Display name').fill('Ada of Brindle');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Profile updated', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Account' }).getByText('Ada of Brindle')).toBeVisible();
  await expectBothLooks(page, 'profile');
});
