/** Signing in and out through the sign-in page. */
import { DEMO_PEOPLE } from '@hindsight/shared-contracts/testing/people';
import { expectBothLooks } from '../support/axe';
import { account, memoryCards, title } from '../support/frame';
import { people, personButton, signIn } from '../support/people';
import { ASKED_WITHOUT_SESSION, expect, NOT_SIGNED_IN, test } from '../support/test';

test('follows a deep link through sign-in and back, with query and hash', async ({ page, expectConsole }) => {
  expectConsole(NOT_SIGNED_IN);
  const target = '/memory-blocks?search=retry&sort=oldest#here';
  await page.goto(target);
  await expect(page).toHaveURL(`/login?rd=${encodeURIComponent(target)}`);
  await expectBothLooks(page, 'the sign-in page of the dashboard');
  await page.getByRole('link', { name: 'Sign In' }).click();
  await expect(page.getByRole('listitem').getByRole('button')).toHaveCount(DEMO_PEOPLE.length);
  for (const person of DEMO_PEOPLE) {
    await expect(personButton(page, person)).toContainText(person.description);
  }
  await expectBothLooks(page, 'the list of people');
  await personButton(page, people.owner).click();
  await expect(page).toHaveURL(target);
  await expect(page.getByRole('searchbox')).toHaveValue('retry');
  await expect(account(page)).toHaveAccessibleName(`Account: ${people.owner.email}`);
});

test('explains an ended session and returns to the page after sign-in', async ({ page, context, watch }) => {
  watch.expect(/status of 401|Your session has ended/);
  await signIn(page, people.editor, '/agents');
  await expect(page.getByRole('button', { name: 'Create Agent' })).toBeVisible();
  await context.clearCookies();
  // Any request would notice; returning to the tab always sends one.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(page).toHaveURL('/login?rd=%2Fagents');
  await expect(page.getByRole('status')).toHaveText(
    'Your session has ended. Sign in to pick up where you left off.',
  );
  await page.getByRole('link', { name: 'Sign In' }).click();
  await personButton(page, people.editor).click();
  await expect(title(page)).toHaveText('Agents');
});

test('ends the session everywhere on sign-out and never redirects to another site', async ({
  page,
  context,
  watch,
}) => {
  watch.expect(NOT_SIGNED_IN);
  watch.tolerate(ASKED_WITHOUT_SESSION);
  await signIn(page, people.owner, '/memory-blocks');
  await expect(memoryCards(page).first()).toBeVisible();
  await account(page).click();
  await page.getByRole('link', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page).toHaveTitle(/^Sign In/);
  expect((await context.cookies()).map(({ name }) => name)).toEqual([]);
  await page.goto('/memory-blocks');
  await expect(page).toHaveURL('/login?rd=%2Fmemory-blocks');
  await expect(memoryCards(page)).toHaveCount(0);
  await page.goto(`/oauth2/sign_out?rd=${encodeURIComponent('https://elsewhere.example/')}`);
  await expect(page).toHaveURL('/login');
});
