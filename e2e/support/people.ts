/** People of the demo workspace by role, and helpers to sign them in. */
import type { Page } from '@playwright/test';
import { DEMO_PEOPLE, type DemoPerson } from '@hindsight/shared-contracts/testing/people';

const findDemoPerson = (role: string): DemoPerson => {
  const found = DEMO_PEOPLE.find(({ email }) => email.startsWith(`${role}@`));
  if (!found) throw new Error(`The demo workspace has nobody called ${role}.`);
  return found;
};

export const people = {
  owner: findDemoPerson('owner'),
  admin: findDemoPerson('admin'),
  editor: findDemoPerson('editor'),
  viewer: findDemoPerson('viewer'),
  superadmin: findDemoPerson('superadmin'),
  betaAdmin: findDemoPerson('beta-admin'),
  pending: findDemoPerson('pending'),
  denied: findDemoPerson('denied'),
};

export const personButton = (page: Page, { name, email }: DemoPerson) =>
  page.getByRole('button', { name: `${name} ${email}` });

/** Signs in through the sign-in page and opens `target`. */
export async function signIn(page: Page, person: DemoPerson, target = '/dashboard'): Promise<void> {
  await page.goto(`/oauth2/sign_in?rd=${encodeURIComponent(target)}`);
  await personButton(page, person).click({ noWaitAfter: true });
  await page.waitForURL((url) => !url.pathname.startsWith('/oauth2'), { waitUntil: 'commit' });
}

/** Types an address on the sign-in page. */
export async function typeEmail(page: Page, email: string): Promise<void> {
  await page.getByLabel('Any other email address').fill(email);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click({ noWaitAfter: true });
}

/** Signs in with any address and opens `target`. */
export async function signInAs(page: Page, email: string, target = '/dashboard'): Promise<void> {
  await page.goto(`/oauth2/sign_in?rd=${encodeURIComponent(target)}`);
  await typeEmail(page, email);
  await page.waitForURL((url) => !url.pathname.startsWith('/oauth2'), { waitUntil: 'commit' });
}
