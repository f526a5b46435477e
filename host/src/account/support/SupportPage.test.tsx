import { DEFAULT_CONFIG } from '@hindsight/shared-contracts/config';
import { fakeShell } from '@hindsight/shared-contracts/testing';
import { screen } from '@testing-library/react';
import { renderAccount } from '../testing';
import { SupportPage } from './SupportPage';

const open = (donateUrl: string | null) =>
  renderAccount(<SupportPage />, fakeShell({ config: { ...DEFAULT_CONFIG, donateUrl } }), '/support');

it('links to the donation site in a new tab, to the support dialog and back', async () => {
  await open('https://give.example.org/coffee');
  const donate = screen.getByRole('link', { name: 'Donate a coffee' });
  expect(donate).toHaveAttribute('href', 'https://give.example.org/coffee');
  expect(donate).toHaveAttribute('target', '_blank');
  expect(donate).toHaveAttribute('rel', 'noopener noreferrer');
  expect(screen.getByRole('link', { name: 'Back to dashboard' })).toHaveAttribute('href', '/dashboard');
  expect(screen.getByRole('link', { name: 'Contact Support' })).toHaveAttribute('href', '/support?about');
});

it('offers no donation without a donation page', async () => {
  await open(null);
  expect(screen.queryByRole('link', { name: 'Donate a coffee' })).not.toBeInTheDocument();
  expect(screen.getByText(/has no donation page/)).toBeInTheDocument();
});
