/** The full lifecycle of an invitation and of a beta request, through a real mail server. */
import type { Browser, Page } from '@playwright/test';
import { linkIn } from '../support/mailbox';
import { people, signIn, signInAs, typeEmail } from '../support/people';
import { expect, NOT_SIGNED_IN, test } from '../support/test';
import type { Watch } from '../support/watch';

/** A page in a new browser context, for a person without a session. */
async function stranger(browser: Browser, watch: Watch, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ ...(baseURL && { baseURL }), locale: 'en-GB' });
  await watch.attach(context);
  watch.expect(NOT_SIGNED_IN);
  return context.newPage();
}

const toast = (page: Page, text: string) => page.getByRole('region', { name: 'Messages' }).getByText(text);

test('emails an invitation, accepts it after sign-in, and records it in the audit trail', async ({
  page,
  browser,
  baseURL,
  mailbox,
  member,
  newEmail,
  watch,
}) => {
  const invitee = newEmail('invitee');
  await member.service.send('POST', '/organizations/', { name: 'Fernhill' });
  await signInAs(page, member.email, '/dashboard?organizations');
  const management = page.getByRole('dialog', { name: 'Organization Management' });
  await management.getByRole('button', { name: /^Fernhill/ }).click();
  await management.getByRole('button', { name: '+ Invite Member' }).click();
  await management.getByRole('textbox', { name: 'Email' }).fill(invitee);
  await management.getByRole('button', { name: 'Send invitation', exact: true }).click();
  await expect(toast(page, 'Invitation sent')).toBeVisible();

  const link = linkIn(await mailbox.mailTo(invitee, 'Invitation to "Fernhill"'), 'accept_invite=');
  const theirs = await stranger(browser, watch, baseURL);
  await theirs.goto(link);
  await theirs.getByRole('dialog').getByRole('link', { name: 'Sign In' }).click();
  await typeEmail(theirs, invitee);
  const question = theirs.getByRole('dialog', { name: 'Accept this invitation?' });
  await expect(question).toContainText(/invites you to join Fernhill as viewer/);
  await expect(question).toContainText(`Signed in as ${invitee}`);
  await question.getByRole('button', { name: 'Accept' }).click();
  await expect(toast(theirs, 'Invitation accepted')).toBeVisible();
  await expect(question).toHaveCount(0);
  expect(new URL(theirs.url()).search).toBe('');

  // The same link again: it has been used, and leaves no trace in the URL.
  watch.expect(/status of 409 .*invitations/);
  await theirs.goto(link);
  await expect(toast(theirs, 'You are already a member of Fernhill.')).toBeVisible();
  expect(new URL(theirs.url()).search).toBe('');
  await theirs.context().close();

  await page.reload();
  await management.getByRole('tab', { name: /^Accepted/ }).click();
  await management.getByRole('button', { name: `View Audit invitation of ${invitee}` }).click();
  const audit = page.getByRole('dialog', { name: 'Invitation Audit' });
  await expect(audit.getByRole('row').nth(1)).toContainText('Accepted');
  await expect(audit.getByRole('row').nth(2)).toContainText('Sent');
});

test('emails a beta request to the reviewers, approves it by link without a session, and records it in the history', async ({
  page,
  browser,
  baseURL,
  mailbox,
  newEmail,
  watch,
}) => {
  const email = newEmail();
  await signInAs(page, email, '/');
  await page.getByRole('checkbox', { name: /I understand that this is a beta/ }).check();
  await page.getByRole('button', { name: 'Request access' }).click();
  await expect(page.getByRole('heading', { name: 'Request Submitted' })).toBeVisible();

  const mail = await mailbox.mailTo(people.betaAdmin.email, email);
  const reviewer = await stranger(browser, watch, baseURL);
  await reviewer.goto(linkIn(mail, 'beta_decision=accepted'));
  const question = reviewer.getByRole('dialog', { name: 'Grant beta access?' });
  await question.getByRole('button', { name: 'Grant access' }).click();
  await expect(reviewer).toHaveURL(`/beta-access/review/granted?email=${encodeURIComponent(email)}`);
  await expect(reviewer.getByRole('heading', { name: 'Beta access granted' })).toBeVisible();

  await mailbox.mailTo(email, 'Beta access granted');
  await page.getByRole('link', { name: 'View your request status' }).click();
  // The page learns of the decision live.
  await expect(page.getByRole('heading', { name: 'Your request was approved' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to the dashboard' }).click();
  await expect(page).toHaveURL('/dashboard');

  await signIn(reviewer, people.betaAdmin, `/beta-access/admin?search=${encodeURIComponent(email)}`);
  await expect(reviewer.getByRole('row').nth(1)).toContainText('Accepted');
  await reviewer.getByRole('button', { name: `Change ${email}` }).click();
  await reviewer.getByRole('menuitem', { name: 'View history' }).click();
  const history = reviewer.getByRole('list', { name: `History of ${email}` }).getByRole('listitem');
  await expect(history).toHaveText([/^Request accepted.*via email link/, /^Requested access/]);
  await reviewer.context().close();
});
