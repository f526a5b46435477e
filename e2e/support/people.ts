/** The people of the demo workspace by role, and how one of them signs in. */
import type { Page } from '@playwright/test';
import { DEMO_PEOPLE, type DemoPerson } from '@hindsight/shared-contracts/testing/people';

const named = (role: string): DemoPerson => {
  const found = DEMO_PEOPLE.find(({ email }) => email.startsWith(`${role}@`));
  if (!found) throw new Error(`The demo workspace has nobody called ${role}.`);
  return found;
};

export const people = {
  owner: named('owner'),
  admin: named('admin'),
  editor: named('editor'),
  viewer: named('viewer'),
  superadmin: named('superadmin'),
  betaAdmin: named('beta-admin'),
  pending: named('pending'),
  denied: named('denied'),
};

/** An address that nobody has used, so that tests which change something about a person do not meet. */
export function freshEmail(): string {
  return `fresh-${process.pid}-${Date.now()}-${Math.random().toString(36).slice(2, 8)}@example.org`;
}

/** The button of a person on the sign-in page. */
export const personButton = (page: Page, { name, email }: DemoPerson) =>
  page.getByRole('button', { name: `${name} ${email}` });

/** Signs in through the sign-in page and opens `target`. */
export async function signIn(page: Page, person: DemoPerson, target = '/dashboard'): Promise<void> {
  await page.goto(`/oauth2/sign_in?rd=${encodeURIComponent(target)}`);
  await personButton(page, person).click({ noWaitAfter: true });
  await page.waitForURL((url) => !url.pathname.startsWith('/oauth2'), { waitUntil: 'commit' });
}

/** The same with any address, typed by hand. */
export async function signInAs(page: Page, email: string, target = '/dashboard'): Promise<void> {
  await page.goto(`/oauth2/sign_in?rd=${encodeURIComponent(target)}`);
  await page.getByLabel('Any other e-mail address').fill(email);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click({ noWaitAfter: true });
  await page.waitForURL((url) => !url.pathname.startsWith('/oauth2'), { waitUntil: 'commit' });
}
