/** Addresses that lead nowhere. */
import { title } from '../support/frame';
import { people, signIn } from '../support/people';
import { expect, test } from '../support/test';

for (const address of ['/no/such/page', '/memory-blocks/no/such/page', '/dashboardx']) {
  test(`${address} is Page Not Found, in the tab's title too, with the way to the dashboard`, async ({
    page,
  }) => {
    await signIn(page, people.owner, address);
    await expect(title(page)).toHaveText('Page Not Found');
    await expect(page).toHaveTitle('Page Not Found · Hindsight');
    await page
      .getByRole('main')
      .getByRole('link', { name: /dashboard/i })
      .click();
    await expect(page).toHaveURL('/dashboard');
    await expect(title(page)).toHaveText('Dashboard');
    await expect(page).toHaveTitle('Dashboard · Hindsight');
  });
}
