/** Lifecycle of a token: created, copied once, used, renamed, rotated and revoked. */
import type { ApiToken } from '@hindsight/shared-contracts/api';
import { expectBothLooks } from '../support/axe';
import { signInAs } from '../support/people';
import { expect, test } from '../support/test';

/** Asks the MCP server who the token belongs to, as an agent would. */
async function whoami(gateway: string, token: string): Promise<string> {
  const answer = await fetch(`${gateway}/api/mcp`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'whoami', arguments: {} },
    }),
  });
  return answer.text();
}

test('creates, uses, rotates and revokes a token', async ({ page, context, stack, member }) => {
  const name = 'Laptop';
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  /** The service's response to a program that sends the token. */
  const call = async (token: string) =>
    (await fetch(`${stack.urls.gateway}/api/user-info`, { headers: { Authorization: `Bearer ${token}` } }))
      .status;
  const dialog = page.getByRole('dialog', { name: 'Copy your token' });
  const row = page.getByRole('row', { name });
  const copied = () => page.evaluate(() => navigator.clipboard.readText());

  await signInAs(page, member.email, '/tokens#tokens');
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('button', { name: 'Create token' }).click();
  await expect(dialog.getByLabel('Token', { exact: true })).toBeFocused();
  await expectBothLooks(page, 'the dialog of the secret');
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('alert')).toContainText('You have not copied the token');
  await dialog.getByRole('button', { name: 'Go back' }).click();
  await dialog.getByRole('button', { name: 'Copy token' }).click();
  const first = await copied();
  expect(first).toMatch(/^hs_pat_[0-9a-f]{16}_/);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Create token' })).toBeFocused();

  expect(await call(first)).toBe(200);
  expect(await whoami(stack.urls.gateway, first)).toContain(member.email);
  const used = async () => (await member.service.get<ApiToken[]>('/users/me/tokens'))[0]?.last_used_at;
  await expect.poll(used).toEqual(expect.any(String));
  await page.reload();
  await expect(row.getByRole('cell').nth(3)).toHaveText('Just now');
  await expect(row).toContainText(`${first.slice(7, 15)}…${first.slice(-4)}`);

  await row.getByRole('button', { name: `Rename ${name}` }).click();
  await page
    .getByRole('dialog', { name: 'Rename token' })
    .getByRole('textbox', { name: 'Name' })
    .fill(`${name} renamed`);
  await page.keyboard.press('Enter');
  await expect(row).toContainText(`${name} renamed`);

  await row.getByRole('button', { name: /^Rotate/ }).click();
  await page
    .getByRole('dialog', { name: /^Rotate/ })
    .getByRole('button', { name: 'Rotate' })
    .click();
  await dialog.getByRole('button', { name: 'Copy token' }).click();
  const second = await copied();
  expect(second).not.toBe(first);
  await dialog.getByRole('button', { name: 'Done' }).click();
  expect([await call(first), await call(second)]).toEqual([401, 200]);

  await row.getByRole('button', { name: /^Revoke/ }).click();
  await page
    .getByRole('dialog', { name: /^Revoke/ })
    .getByRole('button', { name: 'Revoke' })
    .click();
  await expect(row).toContainText('Revoked');
  await expect(row.getByRole('button')).toHaveCount(0);
  expect(await call(second)).toBe(401);
  await expectBothLooks(page, 'tokens');
});
