/** Three tabs of one browser: they agree on sign-out and workspace, and a draft survives its session. */
import type { Page } from '@playwright/test';
import { account, chooseWorkspace, switcher } from '../support/frame';
import { people, signIn, signInAs, typeEmail } from '../support/people';
import { ASKED_WITHOUT_SESSION, expect, NOT_SIGNED_IN, test } from '../support/test';

/** Two more tabs beside the test's own. */
async function openTabs(page: Page, path: string): Promise<[Page, Page]> {
  const tabs = [await page.context().newPage(), await page.context().newPage()] as [Page, Page];
  for (const tab of tabs) await tab.goto(path);
  // A background tab rarely renders and delays clicks.
  await page.bringToFront();
  return tabs;
}

test('syncs workspace and sign-out across tabs', async ({ page, watch }) => {
  watch.expect(NOT_SIGNED_IN);
  watch.tolerate(ASKED_WITHOUT_SESSION);
  await signIn(page, people.owner, '/profile');
  const others = await openTabs(page, '/profile');
  for (const tab of others) await expect(switcher(tab)).toHaveAccessibleName('Workspace: Personal');
  await chooseWorkspace(page, 'Larkspur Labs');
  await expect(switcher(page)).toHaveAccessibleName('Workspace: Larkspur Labs');
  for (const tab of others) {
    await expect(switcher(tab)).toHaveAccessibleName('Workspace: Larkspur Labs');
  }
  await account(page).click();
  await page.getByRole('link', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/login');
  for (const tab of others) await expect(tab).toHaveURL('/login?rd=%2Fprofile');
});

test('keeps a draft when the session ends, and continues after sign-in in another tab', async ({
  page,
  watch,
  member,
}) => {
  watch.expect(NOT_SIGNED_IN);
  watch.tolerate(ASKED_WITHOUT_SESSION);
  await signInAs(page, member.email, '/profile');
  const name = page.getByRole('textbox', { name: 'Display name' });
  await name.fill('A name that is not saved yet');
  await page.context().clearCookies();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  const dialog = page.getByRole('dialog', { name: 'You are signed out' });
  await expect(dialog).toContainText('This page still has unsaved work');
  const opened = page.context().waitForEvent('page');
  await dialog.getByRole('link', { name: 'Sign in in another tab' }).click();
  await typeEmail(await opened, member.email);
  await expect(dialog).toHaveCount(0);
  await expect(name).toHaveValue('A name that is not saved yet');
  await expect(page).toHaveURL('/profile');
});
