/** Organizations, members and invitations as the tests of this folder know them. */
import { ApiError } from '@hindsight/shared-contracts/api/client';
import type { Shell } from '@hindsight/shared-contracts/shell';
import { fakeApi, fakeShell, testUser, type FakeAnswers } from '@hindsight/shared-contracts/testing';
import type { Role } from '@hindsight/shared-contracts/api';
import { configure, screen } from '@testing-library/react';
import { renderOverlay } from '../../testing/renderOverlay';
import { OrganizationsDialog } from './OrganizationsDialog';

// Looking whether each element can be seen takes longer than everything else in these tests.
configure({ defaultHidden: true });

export const ORG = '11111111-1111-4111-8111-111111111111';
export const OTHER = '22222222-2222-4222-8222-222222222222';
export const LARKSPUR = { id: ORG, name: 'Larkspur Labs', slug: 'larkspur', is_active: true };
export const TIDEWATER = { id: OTHER, name: 'Tidewater', slug: null, is_active: false };
export const ME = testUser.user_id;

export const member = (user_id: string, role: Role, change: object = {}) => ({
  user_id,
  email: user_id === ME ? testUser.email : `${user_id}@x.org`,
  display_name: null,
  role,
  can_read: true,
  can_write: role !== 'viewer',
  ...change,
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
export const invitation = (id: string, status: string, change: object = {}) => ({
  id,
  email: `${id}@x.org`,
  role: 'viewer',
  status,
  created_at: inDays(-1),
  expires_at: inDays(6),
  ...change,
});

export const refuse =
  (status: number, detail: string | null = null) =>
  (): never => {
    throw new ApiError(status, detail, '', null);
  };

interface Setup {
  /** Of the person in Larkspur Labs; null for somebody who is in no organization. */
  role?: Role | null;
  superadmin?: boolean;
  answers?: FakeAnswers;
  search?: string;
  shell?: Partial<Shell>;
}

/** Opens the dialog as somebody with a role in Larkspur Labs. */
export async function open({
  role = 'owner',
  superadmin = false,
  answers = {},
  search,
  shell: rest,
}: Setup = {}) {
  const others = [member('ada', 'owner'), member('bob', 'viewer', { display_name: 'Bob' })];
  const api = fakeApi({
    'GET /organizations/': role ? [LARKSPUR] : [],
    'GET /organizations/admin': [LARKSPUR, TIDEWATER],
    'GET /organizations/{id}/members': role ? [member(ME, role), ...others] : others,
    'GET /organizations/{id}/invitations': [invitation('carol', 'pending')],
    ...answers,
  });
  const membership = {
    organization_id: ORG,
    organization_name: 'Larkspur Labs',
    can_read: true,
    can_write: true,
  };
  const memberships = role ? [{ ...membership, role }] : [];
  const refreshSession = jest.fn(async () => undefined);
  const reloadOrganizations = jest.fn(async () => undefined);
  const shell = fakeShell({
    api,
    session: { status: 'signed-in', user: { ...testUser, is_superadmin: superadmin, memberships } },
    refreshSession,
    reloadOrganizations,
    ...rest,
  });
  const view = await renderOverlay(
    OrganizationsDialog,
    ['organizations', 'organizations_view'],
    `/dashboard?${search ?? `organizations=${ORG}`}`,
    shell,
  );
  const callsOf = (key: string) => api.calls.filter((call) => call.key === key).map(({ input }) => input);
  return { ...view, shell, api, callsOf, refreshSession, reloadOrganizations };
}

/** The dialog with this title: dialogs that stand over one another share an id in this environment. */
export async function dialogTitled(title: string): Promise<HTMLElement> {
  const heading = await screen.findByText(title, { selector: 'h2' });
  const dialog = heading.closest<HTMLElement>('[role="dialog"]');
  if (!dialog) throw new Error(`"${title}" is the title of no dialog.`);
  return dialog;
}
