/** An owner manages an organization, and an invited member uses it. */
import type { Page } from '@playwright/test';
import { expectBothLooks } from '../support/axe';
import { admit, type Member } from '../support/members';
import { signInAs } from '../support/people';
import { expect, test } from '../support/test';

const messages = (page: Page) => page.getByRole('region', { name: 'Messages' });

/** @param name unique among the organizations of the stack. @returns the id of the new organization. */
const create = async (owner: Member, name: string) =>
  (await owner.service.send<{ id: string }>('POST', '/organizations/', { name })).id;

/** Invites a person to an organization and accepts on their behalf. */
async function join(owner: Member, id: string, person: Member, role: string): Promise<void> {
  const path = `/organizations/${id}/invitations`;
  const body = { email: person.email, role };
  const invitation = await owner.service.send<{ id: string }>('POST', path, body);
  await person.service.send('POST', `${path}/${invitation.id}/accept`);
}

test("changes a member's role and records it in the audit trail", async ({
  page,
  stack,
  member: owner,
  newEmail,
}) => {
  const other = await admit(stack, newEmail('other'));
  const id = await create(owner, 'Brindle');
  await join(owner, id, other, 'viewer');
  await signInAs(page, owner.email, `/profile?organizations=${id}`);
  const management = page.getByRole('dialog', { name: 'Organization Management' });
  await expect(management.getByRole('table', { name: 'Members' })).toBeVisible();
  await expectBothLooks(page, 'organizations');
  await page.getByRole('combobox', { name: `Role of ${other.email}` }).selectOption('editor');
  const question = page.getByRole('dialog', { name: 'Change role to Editor?' });
  await question.getByRole('button', { name: 'Change role' }).click();
  await expect(messages(page)).toContainText('Member role updated successfully');

  await page.getByRole('link', { name: 'Audit trail' }).click();
  await expect(page).toHaveURL(`/settings/workspace/audit?organization=${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Audit trail' })).toBeVisible();
  const trail = page.getByRole('main');
  const members = await owner.service.get<{ user_id: string; email: string; display_name: string | null }[]>(
    `/organizations/${id}/members`,
  );
  const displayName = (person: Member) => {
    const found = members.find(({ user_id }) => user_id === person.id);
    return found?.display_name || found?.email || '';
  };
  const newest = trail.getByRole('table').getByRole('row').nth(1);
  await expect(newest).toContainText(displayName(owner));
  await expect(newest).toContainText(`Changed ${displayName(other)}’s role from Viewer to Editor`);
  await expectBothLooks(page, 'the audit trail');
  await trail.getByRole('combobox', { name: 'Kind of action' }).selectOption('Invitations');
  await expect(newest).toContainText('Accepted the invitation');
  const saved = page.waitForEvent('download');
  await trail.getByRole('button', { name: 'Download CSV' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^audit-trail-.*\.csv$/);
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Members' }).click();
  await expect(page).toHaveURL(`/settings/workspace/members?organization=${id}`);
  await expect(page.getByRole('table', { name: 'Members' })).toBeVisible();
});

test('shows a member the role that an admin gave them, and lets them leave', async ({
  page,
  stack,
  member,
  newEmail,
  watch,
}) => {
  // Only admins may read invitations; a request sent before the page learns of the new role is refused.
  watch.tolerate(/status of 403 .*\/invitations\?/);
  const owner = await admit(stack, newEmail('owner'));
  const id = await create(owner, 'Larch');
  await join(owner, id, member, 'admin');
  await signInAs(page, member.email, `/profile?organizations=${id}`);
  const dialog = page.getByRole('dialog', { name: 'Organization Management' });
  await expect(dialog.getByRole('button', { name: 'Delete Org' })).toBeVisible();
  await owner.service.send('PUT', `/organizations/${id}/members/${member.id}`, { role: 'viewer' });
  await expect(messages(page)).toContainText('Your role in Larch is now Viewer.');
  await expect(dialog.getByRole('button', { name: 'Delete Org' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Leave', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Leave Larch?' });
  await question.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(messages(page)).toContainText('You left Larch');
  await expect(dialog.getByRole('button', { name: 'Larch' })).toHaveCount(0);
});
