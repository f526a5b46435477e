import { DEFAULT_CONFIG } from '@hindsight/shared-contracts/config';
import type { Shell } from '@hindsight/shared-contracts/shell';
import { fakeShell, testUser } from '@hindsight/shared-contracts/testing';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { tabStorage } from '../session/storage';
import { fakeHost, renderShell } from './testing';
import { UserMenu } from './UserMenu';

async function open(change: Partial<typeof testUser> = {}, shell: Shell = fakeShell(), at = '/dashboard') {
  const leave = jest.fn();
  const host = fakeHost(shell, { leave });
  const view = await renderShell(<UserMenu user={{ ...testUser, ...change }} />, { shell, host, at });
  await userEvent.click(screen.getByRole('button', { name: /^Account/ }));
  return { ...view, leave };
}

it("has the spec's items in their order, and About", async () => {
  await open({}, fakeShell(), '/memory-blocks?search=a');
  expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Donate', '/support'],
    ['Profile', '/profile'],
    ['API Tokens', '/tokens'],
    ['Manage Organizations', '/memory-blocks?search=a&organizations'],
    ['About', '/memory-blocks?search=a&about'],
    ['Sign Out', `/oauth2/sign_out?rd=${encodeURIComponent(window.location.origin)}`],
  ]);
});

it('closes when an item is chosen', async () => {
  const { router } = await open();
  await userEvent.click(screen.getByRole('link', { name: 'Profile' }));
  expect(router.state.location.pathname).toBe('/profile');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('leads to the donation page of the installation, in a tab of its own', async () => {
  await open({}, fakeShell({ config: { ...DEFAULT_CONFIG, donateUrl: 'https://give.example.org' } }));
  const link = screen.getByRole('link', { name: 'Donate' });
  expect(link).toHaveAttribute('href', 'https://give.example.org');
  expect(link).toHaveAttribute('target', '_blank');
  expect(link).toHaveAttribute('rel', 'noopener noreferrer');
});

it('says why the organizations cannot be managed now', async () => {
  await open({}, fakeShell({ slotProblem: () => 'Organizations is unavailable.' }));
  const item = screen.getByRole('button', { name: 'Manage Organizations' });
  expect(item).toHaveAttribute('aria-disabled');
  expect(item).toHaveAttribute('title', 'Organizations is unavailable.');
});

it('asks before a sign-out loses a draft, which the tab then forgets', async () => {
  const { host, leave } = await open();
  tabStorage.write('hindsight.draft.agent.new', '"Deploy"');
  host.drafts.hold('your changes');
  const press = () => userEvent.click(screen.getByRole('link', { name: 'Sign Out' }));
  await press();
  await act(async () => host.drafts.question.get()?.answer(false));
  expect(leave).not.toHaveBeenCalled();
  expect(tabStorage.read('hindsight.draft.agent.new')).not.toBeNull();
  await press();
  await act(async () => host.drafts.question.get()?.answer(true));
  expect(leave).toHaveBeenCalledWith(`/oauth2/sign_out?rd=${encodeURIComponent(window.location.origin)}`);
  expect(tabStorage.read('hindsight.draft.agent.new')).toBeNull();
});

it('stays where it is without a network', async () => {
  const offline = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { host } = await open();
  const said = jest.spyOn(host.tabs, 'post');
  await userEvent.click(screen.getByRole('link', { name: 'Sign Out' }));
  expect(host.toasts.list.get().map(({ message }) => message)).toEqual([
    'Network error. Please check your internet connection and try again.',
  ]);
  expect(said).not.toHaveBeenCalled();
  offline.mockRestore();
});

it('shows who is signed in and the way out', async () => {
  await open();
  expect(screen.getByText('person@example.org')).toBeInTheDocument();
  expect(screen.getByText('Signed in')).toBeInTheDocument();
  expect(screen.queryByText('Superadmin')).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Sign Out' })).toHaveAttribute(
    'href',
    `/oauth2/sign_out?rd=${encodeURIComponent(window.location.origin)}`,
  );
});

it('shows the badges', async () => {
  await open({ is_superadmin: true, beta_access_admin: true });
  expect(screen.getByText('Superadmin')).toBeInTheDocument();
  expect(screen.getByText('Beta Admin')).toBeInTheDocument();
});

it('says that it is the development mode, where sign-out goes to the start page', async () => {
  await open({ email: 'dev@localhost' });
  expect(screen.getByText('Development Mode')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Sign Out' })).toHaveAttribute('href', '/');
});

it('changes the theme', async () => {
  await open();
  await userEvent.click(screen.getByRole('radio', { name: 'Dark' }));
  expect(document.documentElement).toHaveClass('theme-dark');
  await userEvent.click(screen.getByRole('radio', { name: 'System' }));
});
