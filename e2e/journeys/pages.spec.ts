/** Pages that no other journey visits. */
import type { Page } from '@playwright/test';
import { expectBothLooks } from '../support/axe';
import { title } from '../support/frame';
import { people, signIn } from '../support/people';
import { PERSONAL, serviceFor } from '../support/service';
import { expect, test } from '../support/test';

const main = (page: Page) => page.getByRole('main');

test('opens the secrets of a workspace', async ({ page }) => {
  await signIn(page, people.owner, '/settings/secrets');
  await expect(page.getByRole('heading', { name: 'No open secrets' })).toBeVisible();
  await expectBothLooks(page, 'secrets');
});

test('opens the connections of a workspace from the settings', async ({ page }) => {
  await signIn(page, people.owner, '/settings/profile');
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Connections' }).click();
  await expect(title(page)).toHaveText('Connections');
  await expectBothLooks(page, 'connections');
});

test('opens the memories of a conversation in order', async ({ page, stack }) => {
  const [newest] = (await serviceFor(stack, people.owner.email).blocks(PERSONAL, 'limit=1')).items;
  await signIn(page, people.owner, `/conversations/${newest!.conversation_id}`);
  await expect(main(page).getByRole('link', { name: newest!.agent_name! }).first()).toBeVisible();
  await expectBothLooks(page, 'a conversation');
});

test('shows Page Not Found at an unknown address, with a link to the dashboard', async ({ page }) => {
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
