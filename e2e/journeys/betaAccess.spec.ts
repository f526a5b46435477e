/** Requesting beta access. */
import { expectBothLooks } from '../support/axe';
import { title } from '../support/frame';
import { signInAs } from '../support/people';
import { serviceFor } from '../support/service';
import { expect, test, UNUSED_PRELOAD } from '../support/test';

const TERMS = /I understand that this is a beta/;

test('requests access with a new address and sees that it is pending', async ({
  page,
  stack,
  newEmail,
  watch,
}) => {
  // The files of the requested page may start loading before the service denies access; whether its program still runs then is a race.
  watch.tolerate(UNUSED_PRELOAD);
  const email = newEmail();
  await signInAs(page, email, '/memory-blocks');
  await expect(page).toHaveURL('/beta-access/request');
  await expectBothLooks(page, 'the request form');
  const send = page.getByRole('button', { name: 'Request access' });

  await send.click();
  await expect(page.getByRole('alert')).toHaveText('You must accept the beta program disclaimer to proceed');
  await expect(page.getByRole('textbox')).toHaveValue(email);
  await expect(page.getByRole('textbox')).not.toBeEditable();

  await page.getByRole('checkbox', { name: TERMS }).check();
  await send.click();
  await expect(page.getByRole('heading', { name: 'Request Submitted' })).toBeVisible();
  const { status } = await serviceFor(stack, email).get<{ status: string }>('/beta-access/status');
  expect(status).toBe('pending');

  await page.getByRole('link', { name: 'View your request status' }).click();
  await expect(page).toHaveURL('/beta-access/pending');
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/beta-access/pending');
  await expect(title(page)).toHaveText('Request pending');
});
