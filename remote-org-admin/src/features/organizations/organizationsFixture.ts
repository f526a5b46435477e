/** Opens Organization Management for the tests of this folder. */
import { ApiError } from '@hindsight/shared-contracts/api/client';
import type { Shell } from '@hindsight/shared-contracts/shell';
import { fakeApi, fakeShell, testUser, type FakeAnswers } from '@hindsight/shared-contracts/testing';
import type { BetaAccessStatus, Member, Role } from '@hindsight/shared-contracts/api';
import { configure, screen } from '@testing-library/react';
import { renderRoutes } from '@hindsight/shared-contracts/testing/routes';
import { routes } from '../../remote/entry';
import { renderOverlay } from '../../testing/renderOverlay';
import { invitationRow, LARKSPUR, memberRow, TIDEWATER } from '../../testing/rows';
import { OrganizationsDialog } from './OrganizationsDialog';

// Visibility checks of every element take longer than everything else in these tests.
configure({ defaultHidden: true });

export const ORG = LARKSPUR.id;
export const OTHER = TIDEWATER.id;
export const ME = testUser.user_id;

/** A member row: the signed-in user, or another one by name. */
export const member = (user_id: string, role: Role, change: Partial<Member> = {}) =>
  memberRow(user_id, role, { ...(user_id === ME && { email: testUser.email }), ...change });

export const refuse =
  (status: number, detail: string | null = null) =>
  (): never => {
    throw new ApiError(status, detail, '', null);
  };

interface Setup {
  /** The user's role in Larkspur Labs; null for a user without organizations. */
  role?: Role | null;
  superadmin?: boolean;
  beta?: BetaAccessStatus;
  answers?: FakeAnswers;
  search?: string;
  shell?: Partial<Shell>;
}

function createTestShell({
  role = 'owner',
  superadmin = false,
  beta = 'accepted',
  answers = {},
  shell: rest,
}: Setup) {
  const others = [member('ada', 'owner'), member('bob', 'viewer', { display_name: 'Bob' })];
  const api = fakeApi({
    'GET /organizations/': role ? [LARKSPUR] : [],
    'GET /organizations/admin': [LARKSPUR, TIDEWATER],
    'GET /organizations/{id}/members': role ? [...others, member(ME, role)] : others,
    'GET /organizations/{id}/invitations': [invitationRow('carol', 'pending')],
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
    session: {
      status: 'signed-in',
      user: { ...testUser, is_superadmin: superadmin, beta_access_status: beta, memberships },
    },
    refreshSession,
    reloadOrganizations,
    ...rest,
  });
  const recordedCalls = (key: string) =>
    api.calls.filter((call) => call.key === key).map(({ input }) => input);
  return { shell, api, recordedCalls, refreshSession, reloadOrganizations };
}

/** Opens the dialog as a user with a role in Larkspur Labs. */
export async function open({ search, ...setup }: Setup = {}) {
  const made = createTestShell(setup);
  const view = await renderOverlay(
    OrganizationsDialog,
    ['organizations', 'organizations_view'],
    `/dashboard?${search ?? `organizations=${ORG}`}`,
    made.shell,
  );
  return { ...view, ...made };
}

/** Opens a settings page as a user with a role in Larkspur Labs, which is the workspace unless `scope` is another one. */
export async function openSettings(address: string, { shell, ...setup }: Omit<Setup, 'search'> = {}) {
  const made = createTestShell({
    ...setup,
    shell: { scope: { scope: 'organization', organizationId: ORG }, ...shell },
  });
  const view = await renderRoutes(routes, address, made.shell);
  return { ...view, ...made };
}

/** Finds a dialog by its title, because stacked dialogs share an id in jsdom. */
export async function dialogTitled(title: string): Promise<HTMLElement> {
  const heading = await screen.findByText(title, { selector: 'h2' });
  const dialog = heading.closest<HTMLElement>('[role="dialog"]');
  if (!dialog) throw new Error(`No dialog has the title "${title}".`);
  return dialog;
}
