/** Pages that no other journey leads through. */
import type { Page } from '@playwright/test';
import { expectBothLooks } from '../support/axe';
import { title } from '../support/frame';
import { people, signIn } from '../support/people';
import { PERSONAL, serviceFor } from '../support/service';
import { expect, test } from '../support/test';

const main = (page: Page) => page.getByRole('main');

test('the secrets of a workspace', async ({ page }) => {
  await signIn(page, people.owner, '/settings/secrets');
  await expect(page.getByRole('heading', { name: 'No open secrets' })).toBeVisible();
  await expectBothLooks(page, 'secrets');
});

test('the connections of a workspace, from the pages of settings', async ({ page }) => {
  await signIn(page, people.owner, '/settings/profile');
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Connections' }).click();
  await expect(title(page)).toHaveText('Connections');
  await expectBothLooks(page, 'connections');
});

test('the memories of a conversation in their order', async ({ page, stack }) => {
  const [newest] = (await serviceFor(stack, people.owner.email).blocks(PERSONAL, 'limit=1')).items;
  await signIn(page, people.owner, `/conversations/${newest!.conversation_id}`);
  await expect(main(page).getByRole('link', { name: newest!.agent_name! }).first()).toBeVisible();
  await expectBothLooks(page, 'a conversation');
});

test('an address that leads nowhere is Page Not Found, with the way to the dashboard', async ({ page }) => {
  await signIn(page, people.owner, '/memory-blocks/no/such/page');
  await expect(title(page)).toHaveText('Page Not Found');
  await expect(page).toHaveTitle('Page Not Found · Hindsight');
  await expectBothLooks(page, 'page not found');
  await main(page)
    .getByRole('link', { name: /dashboard/i })
    .click();
  await expect(page).toHaveURL('/dashboard');
  await expect(page).toHaveTitle('Dashboard · Hindsight');
});
