/** Organizations while another person works on them: each ends in a clear message and a workspace that works. */
import type { Page } from '@playwright/test';
import { chooseWorkspace, switcher } from '../support/frame';
import { withoutLiveChanges } from '../support/live';
import { freshEmail, people, signInAs } from '../support/people';
import { writeHeaders } from '../support/service';
import type { Address } from '../support/ownStack';
import { expect, test } from '../support/test';

/** What a person does past the browser. */
function voiceOf(stack: Address, email: string) {
  const headers = { ...writeHeaders(stack, email), 'Content-Type': 'application/json' };
  return async <T>(method: string, path: string, body?: object): Promise<T> => {
    const sent = body ? { body: JSON.stringify(body) } : {};
    const answer = await fetch(stack.urls.service + path, { method, headers, ...sent });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    return (answer.status === 204 ? null : await answer.json()) as T;
  };
}

/** The voice of a person whom the beta programme has just accepted. */
async function acceptedVoice(stack: Address, email: string) {
  const voice = voiceOf(stack, email);
  const { user_id: id } = await voice<{ user_id: string }>('GET', '/user-info');
  const betaAdmin = voiceOf(stack, people.betaAdmin.email);
  await betaAdmin('PATCH', `/beta-access/admin/users/${id}`, { status: 'accepted' });
  return voice;
}

type Voice = ReturnType<typeof voiceOf>;

/** Invites a person to an organization, and accepts for them. */
async function join(owner: Voice, stack: Address, id: string, email: string, role: string): Promise<string> {
  const path = `/organizations/${id}/invitations`;
  const invitation = await owner<{ id: string }>('POST', path, { email, role });
  const accept = `${path}/${invitation.id}/accept`;
  return (await voiceOf(stack, email)<{ user_id: string }>('POST', accept)).user_id;
}

/** An organization of a new owner, in which the person of the page, new and accepted too, has a role. */
async function joined(page: Page, stack: Address, role: string) {
  const email = freshEmail();
  await acceptedVoice(stack, email);
  await signInAs(page, email, '/');
  await expect(switcher(page)).toBeVisible();
  const owner = await acceptedVoice(stack, freshEmail());
  const name = `Brindle ${email.slice(6, 30)}`;
  const { id } = await owner<{ id: string }>('POST', '/organizations/', { name });
  const userId = await join(owner, stack, id, email, role);
  return { owner, id, name, userId };
}

const messages = (page: Page) => page.getByRole('region', { name: 'Messages' });

test('the active organization is deleted by another person: a notice appears, and the personal workspace works', async ({
  page,
  stack,
}) => {
  const { owner, id, name } = await joined(page, stack, 'editor');
  await page.reload();
  // Else the deletion could come between the visit and its record, which would then be refused.
  const noted = page.waitForResponse(
    (answer) => answer.url().includes('/visits/') && answer.url().includes(id),
  );
  await chooseWorkspace(page, name);
  await noted;
  await expect(switcher(page)).toHaveAccessibleName(`Workspace: ${name}`);
  await owner('DELETE', `/organizations/${id}`);
  // Coming back to the tab is when it looks.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(messages(page)).toContainText(
    `${name} is no longer available to you. You are in your personal workspace now.`,
  );
  await expect(switcher(page)).toHaveAccessibleName('Workspace: Personal');
});

test('a role that drops while the dialog is open takes its controls along', async ({
  page,
  stack,
  expectConsole,
}) => {
  expectConsole(/status of 403 .*members/);
  // Otherwise the controls are gone before anybody can press them.
  await withoutLiveChanges(page);
  const { owner, id, name, userId } = await joined(page, stack, 'admin');
  const other = freshEmail();
  const otherId = await join(owner, stack, id, other, 'viewer');
  await page.goto(`/beta-access/request?organizations=${id}`);
  const dialog = page.getByRole('dialog', { name: 'Organization Management' });
  const role = dialog.getByRole('combobox', { name: `Role of ${other}` });
  await expect(role).toBeEnabled();
  await owner('PUT', `/organizations/${id}/members/${userId}`, { role: 'viewer' });
  await role.selectOption('editor');
  const question = page.getByRole('dialog', { name: 'Change role to Editor?' });
  await question.getByRole('button', { name: 'Change Role' }).click();
  await expect(messages(page)).toContainText(
    'Failed to update member role: You do not have permission to do this.',
  );
  await expect(messages(page)).toContainText(`Your role in ${name} is now Viewer.`);
  await expect(role).toBeDisabled();
  await expect(role).toHaveValue('viewer');
  await expect(dialog.getByRole('button', { name: 'Delete Org' })).toHaveCount(0);
  const members = await owner<{ user_id: string; role: string }[]>('GET', `/organizations/${id}/members`);
  expect(members.find((one) => one.user_id === otherId)?.role).toBe('viewer');
});

test('an arrow key on a role asks first, and the focus stays on it', async ({ page, stack }) => {
  const { owner, id } = await joined(page, stack, 'admin');
  const other = freshEmail();
  await join(owner, stack, id, other, 'viewer');
  await page.goto(`/beta-access/request?organizations=${id}`);
  const role = page.getByRole('combobox', { name: `Role of ${other}` });
  const question = page.getByRole('dialog', { name: 'Change role to Editor?' });
  await role.press('ArrowDown');
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(role).toBeFocused();
  await expect(role).toHaveValue('viewer');
  await page.keyboard.press('ArrowDown');
  await question.getByRole('button', { name: 'Change Role' }).click();
  await expect(messages(page)).toContainText('Member role updated successfully');
  await expect(role).toHaveValue('editor');
  await expect(role).toBeFocused();
});

test('a person who was added accepts, and leaves again', async ({ page, stack }) => {
  const { id, name } = await joined(page, stack, 'viewer');
  await page.goto(`/beta-access/request?organizations=${id}`);
  const dialog = page.getByRole('dialog', { name: 'Organization Management' });
  await expect(dialog.getByRole('button', { name: 'Leave', exact: true })).toBeEnabled();
  await dialog.getByRole('button', { name: 'Leave', exact: true }).click();
  const question = page.getByRole('dialog', { name: `Leave ${name}?` });
  await question.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(messages(page)).toContainText(`You left ${name}`);
  await expect(dialog.getByRole('button', { name })).toHaveCount(0);
});

test('an owner changes a role and reads in the audit trail who did it to whom', async ({ page, stack }) => {
  const { owner, id, userId } = await joined(page, stack, 'owner');
  const other = freshEmail();
  await join(owner, stack, id, other, 'viewer');
  const { email } = await voiceOf(stack, other)<{ email: string }>('GET', '/user-info');
  await page.goto(`/beta-access/request?organizations=${id}`);
  await page.getByRole('combobox', { name: `Role of ${other}` }).selectOption('editor');
  const question = page.getByRole('dialog', { name: 'Change role to Editor?' });
  await question.getByRole('button', { name: 'Change Role' }).click();
  await expect(messages(page)).toContainText('Member role updated successfully');

  await page.getByRole('button', { name: 'Audit Trail' }).click();
  const trail = page.getByRole('dialog', { name: 'Audit Trail' });
  const members = await owner<{ user_id: string; email: string; display_name: string | null }[]>(
    'GET',
    `/organizations/${id}/members`,
  );
  const nameOf = (of: (typeof members)[number] | undefined) => of?.display_name || of?.email || '';
  const [actor, target] = [
    nameOf(members.find((one) => one.user_id === userId)),
    nameOf(members.find((one) => one.email === email)),
  ];
  const newest = trail.getByRole('table').getByRole('row').nth(1);
  await expect(newest).toContainText(actor);
  await expect(newest).toContainText(`Changed the role of ${target} from Viewer to Editor`);
  await trail.getByRole('combobox', { name: 'Kind of action' }).selectOption('Invitations');
  await expect(newest).toContainText('Accepted the invitation');
  const saved = page.waitForEvent('download');
  await trail.getByRole('button', { name: 'Download CSV' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^audit-trail-.*\.csv$/);
  await page.keyboard.press('Escape');
  await expect(trail).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Audit Trail' })).toBeFocused();
});

test('a viewer is not offered the audit trail', async ({ page, stack }) => {
  const { id } = await joined(page, stack, 'viewer');
  await page.goto(`/beta-access/request?organizations=${id}`);
  const dialog = page.getByRole('dialog', { name: 'Organization Management' });
  await expect(dialog.getByRole('table', { name: 'Members' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Audit Trail' })).toHaveCount(0);
});
