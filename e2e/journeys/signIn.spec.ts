/** Signing in and out through the sign-in page. */
import type { Page } from '@playwright/test';
import { DEMO_PEOPLE } from '@hindsight/shared-contracts/testing/people';
import { account, fetchedAtRest, memoryCards, title } from '../support/frame';
import { people, personButton, signIn, signInAs } from '../support/people';
import { expect, NOT_SIGNED_IN, test } from '../support/test';

test('the sign-in page lists the people of the demo workspace', async ({ page }) => {
  await page.goto('/oauth2/sign_in');
  await expect(page.getByRole('listitem').getByRole('button')).toHaveCount(DEMO_PEOPLE.length);
  for (const person of DEMO_PEOPLE) {
    await expect(personButton(page, person)).toContainText(person.description);
  }
});

test('choosing a person opens the dashboard as that person', async ({ page }) => {
  await signIn(page, people.editor);
  await expect(page).toHaveURL('/dashboard');
  await expect(title(page)).toHaveText('Dashboard');
  await expect(account(page)).toHaveAccessibleName(`Account: ${people.editor.email}`);
});

test('an address that is none is refused with a sentence, and what was typed stays', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 400/);
  await page.goto('/oauth2/sign_in');
  const field = page.getByLabel('Any other e-mail address');
  await field.fill('nobody at all');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'This is not an e-mail address. It looks like name@example.org.',
  );
  await expect(field).toHaveValue('nobody at all');
});

test('any e-mail signs in, in any case', async ({ page }) => {
  await signInAs(page, people.owner.email.toUpperCase());
  await expect(account(page)).toHaveAccessibleName(`Account: ${people.owner.email}`);
});

test('a deep link comes back with its query and hash', async ({ page, expectConsole }) => {
  expectConsole(NOT_SIGNED_IN);
  const target = '/memory-blocks?search=retry&sort=oldest#here';
  await page.goto(target);
  await expect(page).toHaveURL(`/login?rd=${encodeURIComponent(target)}`);
  await page.getByRole('link', { name: 'Sign In' }).click();
  await personButton(page, people.owner).click();
  await expect(page).toHaveURL(target);
  await expect(page.getByRole('searchbox')).toHaveValue('retry');
});

for (const rd of [
  'https://elsewhere.example/dashboard',
  '//elsewhere.example/dashboard',
  '/\\elsewhere.example/dashboard',
  '/.//elsewhere.example',
  'javascript:alert(1)',
]) {
  test(`sign-in never leads to ${rd}`, async ({ page }) => {
    const hosts = new Set<string>();
    page.on('request', (request) => hosts.add(new URL(request.url()).hostname));
    await page.goto(`/oauth2/sign_in?rd=${encodeURIComponent(rd)}`);
    await personButton(page, people.owner).click();
    await expect(page).toHaveURL('/dashboard');
    await expect(title(page)).toHaveText('Dashboard');
    // The dashboard's own sign-in page has the same parameter.
    await page.goto(`/login?rd=${encodeURIComponent(rd)}`);
    await expect(page).toHaveURL('/dashboard');
    await expect(title(page)).toHaveText('Dashboard');
    expect([...hosts]).toEqual(['localhost']);
  });
}

/** Signs in, and waits for what the frame asks by itself: it would find out before the person that the session has ended. */
async function signInAndSettle(page: Page, target: string): Promise<void> {
  const asked = [/\/api\/review-items\//, /\/api\/events/].map((address) => page.waitForResponse(address));
  await signIn(page, people.editor, target);
  await Promise.all(asked);
}

test('a page whose session ended shows no empty lists, says what happened, and leads back after signing in', async ({
  page,
  context,
  expectConsole,
}) => {
  expectConsole(/status of 401|Your session has ended/);
  await signInAndSettle(page, '/agents');
  await expect(page.getByRole('button', { name: 'Create Agent' })).toBeVisible();
  await context.clearCookies();
  await page.getByRole('link', { name: 'Keywords', exact: true }).click();
  await expect(page).toHaveURL('/login?rd=%2Fkeywords');
  await expect(page.getByRole('status')).toHaveText(
    'Your session has ended. Sign in to continue where you were.',
  );
  await page.getByRole('link', { name: 'Sign In' }).click();
  await personButton(page, people.editor).click();
  await expect(title(page)).toHaveText('Keywords');
});

test('a form that is sent after its session ended keeps what was written and is not told about guests', async ({
  page,
  context,
  expectConsole,
}) => {
  expectConsole(/status of 401|Your session has ended/);
  await signInAndSettle(page, '/agents');
  await page.getByRole('button', { name: 'Create Agent' }).click();
  const form = page.getByRole('dialog', { name: 'Create Agent' });
  const name = form.getByRole('textbox', { name: 'Name' });
  await name.fill('Never created');
  await context.clearCookies();
  await form.getByRole('button', { name: 'Create Agent' }).click();
  const ended = page.getByRole('dialog', { name: 'You are signed out' });
  await expect(ended).toContainText('the agent you are creating');
  await expect(form).toContainText('Your session has ended. Sign in again.');
  await expect(name).toHaveValue('Never created');
  await expect(page.getByText(/guest mode/i)).toHaveCount(0);
});

test('signing out ends the session everywhere and never leads elsewhere', async ({
  page,
  context,
  watch,
}) => {
  watch.expect(NOT_SIGNED_IN);
  await signIn(page, people.owner, '/memory-blocks');
  await expect(memoryCards(page).first()).toBeVisible();
  await fetchedAtRest(page);
  await watch.atRest();
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
