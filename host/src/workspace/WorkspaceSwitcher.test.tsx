import { ApiError } from '@hindsight/shared-contracts/api/client';
import { fakeApi, fakeShell, testUser } from '@hindsight/shared-contracts/testing';
import { PUBLIC_SCOPE } from '@hindsight/shared-contracts/events';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeHost, renderShell } from '../shell/testing';
import { WorkspaceSwitcher } from './WorkspaceSwitcher';

const organization = (n: number) => ({
  id: `org-${n}`,
  name: `Team ${n}`,
  slug: `team-${n}`,
  is_active: n !== 2,
});
const teams = (count: number) => Array.from({ length: count }, (_, index) => organization(index + 1));

async function open(count: number, scope?: { scope: 'organization'; organizationId: string }) {
  const user = userEvent.setup();
  const shell = fakeShell({ organizations: teams(count), ...(scope ? { scope } : {}) });
  const host = fakeHost(shell);
  const choose = jest.spyOn(shell, 'chooseWorkspace');
  await renderShell(<WorkspaceSwitcher />, { shell, host });
  await user.click(screen.getByRole('button', { name: /^Workspace: / }));
  return { user, shell, choose, panel: screen.getByRole('dialog', { name: 'Workspaces' }) };
}

it('shows the active workspace and switches to another', async () => {
  const { user, panel, choose } = await open(2);
  expect(within(panel).getByRole('button', { name: /Personal.*Active/ })).toHaveAttribute(
    'aria-current',
    'true',
  );
  expect(within(panel).getByText('@team-2 (Inactive)')).toBeInTheDocument();
  await user.click(within(panel).getByRole('button', { name: /^Public/ }));
  expect(choose).toHaveBeenCalledWith(PUBLIC_SCOPE);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Workspace: Personal' })).toHaveFocus();
});

it('links to the organizations dialog, where new ones are created, without leaving the page', async () => {
  const { user, panel } = await open(1);
  const link = within(panel).getByRole('link', { name: 'Create or manage organizations' });
  expect(link).toHaveAttribute('href', expect.stringMatching(/\?organizations/));
  await user.click(link);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it("copies an organization's id and confirms it", async () => {
  const { user, panel, shell } = await open(1);
  const write = jest.spyOn(navigator.clipboard, 'writeText');
  await user.click(within(panel).getByRole('button', { name: 'Copy ID of Team 1' }));
  expect(write).toHaveBeenCalledWith('org-1');
  expect(shell.shown).toEqual([['success', 'Organization ID copied']]);
});

it('shows the id of the current organization with a copy button', async () => {
  const { user, shell } = await open(1, { scope: 'organization', organizationId: 'org-1' });
  expect(screen.getByTitle('org-1')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Copy organization ID' }));
  expect(shell.shown).toEqual([['success', 'Organization ID copied']]);
});

it('shows a focused search box for nine organizations, but none for eight', async () => {
  const eight = await open(8);
  expect(within(eight.panel).queryByRole('searchbox')).not.toBeInTheDocument();
  document.body.replaceChildren();
  const { user, panel } = await open(9);
  const search = within(panel).getByRole('searchbox', { name: 'Search organizations' });
  expect(search).toHaveFocus();
  await user.type(search, 'team 9');
  expect(within(panel).getAllByRole('listitem')).toHaveLength(3);
  await user.type(search, 'zzz');
  expect(within(panel).getByText('No organization matches this search.')).toBeInTheDocument();
});

it("offers a superadmin all organizations, with other people's in a separate list", async () => {
  const user = userEvent.setup();
  const shell = fakeShell({
    session: { status: 'signed-in', user: { ...testUser, is_superadmin: true } },
    organizations: teams(1),
    api: fakeApi({ 'GET /organizations/admin': teams(3) }),
  });
  const choose = jest.spyOn(shell, 'chooseWorkspace');
  await renderShell(<WorkspaceSwitcher />, { shell });
  await user.click(screen.getByRole('button', { name: /^Workspace: / }));
  const others = await screen.findByRole('list', { name: 'Other organizations' });
  expect(within(others).getAllByRole('listitem')).toHaveLength(2);
  await user.click(within(others).getByRole('button', { name: /^Team 3/ }));
  expect(choose).toHaveBeenCalledWith({ scope: 'organization', organizationId: 'org-3' });
});

it('reports that other organizations failed to load, and retries', async () => {
  const user = userEvent.setup();
  let answer: () => unknown = () => {
    throw new ApiError(500, null, '', null);
  };
  const shell = fakeShell({
    session: { status: 'signed-in', user: { ...testUser, is_superadmin: true } },
    api: fakeApi({ 'GET /organizations/admin': () => answer() }),
  });
  await renderShell(<WorkspaceSwitcher />, { shell });
  await user.click(screen.getByRole('button', { name: /^Workspace: / }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load other organizations.');
  answer = () => teams(1);
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('list', { name: 'Other organizations' })).toBeInTheDocument();
});

it('gives a guest no choice', async () => {
  const shell = fakeShell({ session: { status: 'guest', user: null }, scope: PUBLIC_SCOPE });
  await renderShell(<WorkspaceSwitcher />, { shell });
  expect(screen.getByText('Everyone can see (read-only)')).toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});
