import { fakeShell } from '@hindsight/shared-contracts/testing';
import type { Session } from '@hindsight/shared-contracts/shell';
import { screen } from '@testing-library/react';
import { renderAccount } from '../testing';
import { isSignInPlace, LoginPage } from './LoginPage';

const SIGNED_OUT: Session = { status: 'signed-out', user: null };
const LOCAL = 'Authentication required. Use Guest mode in local dev, or start oauth2-proxy for full login.';

const open = (at: string, session: Session = SIGNED_OUT) =>
  renderAccount(<LoginPage />, fakeShell({ session }), at);

it('links to the sign-in with the return address, and offers guest mode', async () => {
  await open('/login?rd=%2Fagents%3Fq%3D1%23x');
  expect(screen.getByText('AI-Powered Memory Dashboard')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Sign In' })).toHaveAttribute(
    'href',
    `/oauth2/sign_in?rd=${encodeURIComponent('/agents?q=1#x')}`,
  );
  expect(screen.getByRole('button', { name: 'Explore as Guest' })).toBeInTheDocument();
});

it.each([
  ['/login', false],
  // Nobody has tried the address of the sign-in flow yet.
  ['/login?rd=%2Fagents', false],
  // This page answers at the address of the sign-in flow, so no proxy is running.
  ['/oauth2/sign_in?rd=%2Fagents', true],
])('asks a developer at %s to start the proxy: %s', async (at, isShown) => {
  await open(at);
  expect(screen.queryByText(LOCAL) !== null).toBe(isShown);
});

it('reports on a developer machine that the backend is down', async () => {
  await open('/login?rd=%2Fagents', { status: 'unreachable', user: null });
  expect(screen.getByRole('alert')).toHaveTextContent('Backend unavailable (Bad Gateway). Start the backend');
  expect(screen.queryByText(LOCAL)).not.toBeInTheDocument();
});

it('treats the addresses of the sign-in flow as the sign-in page', () => {
  expect(['/login', '/oauth2/sign_in', '/', '/oauth2x', '/dashboard'].map(isSignInPlace)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
