import { testUser } from '@hindsight/shared-contracts/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderShell } from './testing';
import { UserMenu } from './UserMenu';

async function open(change: Partial<typeof testUser> = {}) {
  await renderShell(<UserMenu user={{ ...testUser, ...change }} />);
  await userEvent.click(screen.getByRole('button', { name: /^Account/ }));
}

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
