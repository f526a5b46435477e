import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { BetaAccessStatus, UserInfo } from '@hindsight/shared-contracts/api';
import { ApiError } from '@hindsight/shared-contracts/api/client';
import type { Session } from '@hindsight/shared-contracts/shell';
import { fakeApi, fakeShell, testUser } from '@hindsight/shared-contracts/testing';
import { renderPage } from '../../testing/renderPage';
// Preloaded, because the first import of a page exceeds the timeout of a test.
import './DeniedPage';
import './PendingPage';

const STATUS = 'GET /beta-access/status';
const NOW = Date.parse('2026-03-01T12:00:00Z');
const hourAgo = () => new Date(NOW - 3_600_000).toISOString();

beforeEach(() => void jest.spyOn(Date, 'now').mockReturnValue(NOW));

const personWith = (beta_access_status: BetaAccessStatus): Session => ({
  status: 'signed-in',
  user: { ...testUser, beta_access_status },
});

async function open(page: string, status: BetaAccessStatus, answer: unknown = { last_request: null }) {
  const api = fakeApi({ [STATUS]: answer });
  const refreshSession = jest.fn(async () => undefined);
  const shell = fakeShell({ api, session: personWith(status), refreshSession });
  return { ...(await renderPage(`/beta-access/${page}`, shell)), shell, refreshSession };
}

it('pending: shows the expected review time and the request date', async () => {
  await open('pending', 'pending', { status: 'pending', last_request: { requested_at: hourAgo() } });
  expect(screen.getByText(/typically within 24 hours/)).toBeInTheDocument();
  expect(await screen.findByText('1h ago')).toBeInTheDocument();
});

it.each(['pending', 'request'])('%s: names the organizations that require beta access', async (page) => {
  const membership = {
    organization_id: 'o',
    organization_name: 'Larkspur Labs',
    role: 'editor',
    can_read: true,
    can_write: true,
  } as const;
  const status = page === 'pending' ? 'pending' : 'not_requested';
  const user: UserInfo = { ...testUser, beta_access_status: status, memberships: [membership] };
  const api = fakeApi({ [STATUS]: { last_request: null } });
  await renderPage(`/beta-access/${page}`, fakeShell({ api, session: { status: 'signed-in', user } }));
  expect(await screen.findByText('Larkspur Labs')).toBeInTheDocument();
  expect(screen.getByText(/You can open it once your beta access is approved/)).toBeInTheDocument();
});

it('pending: checks on demand, and links to the dashboard once approved', async () => {
  const { shell, refreshSession, switchTo } = await open('pending', 'pending');
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }));
  expect(refreshSession).toHaveBeenCalledTimes(1);
  await switchTo({ ...shell, session: personWith('accepted') });
  expect(screen.getByRole('link', { name: 'Go to the dashboard' })).toHaveAttribute('href', '/dashboard');
});

it('pending: works without the date and offers to retry', async () => {
  let works = false;
  await open('pending', 'pending', () => {
    if (works) return { last_request: { requested_at: hourAgo() } };
    throw new ApiError(500, null, '', null);
  });
  expect(await screen.findByText(/Couldn’t load/)).toBeInTheDocument();
  expect(screen.getByText(/typically within 24 hours/)).toBeInTheDocument();
  works = true;
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  await waitFor(() => expect(screen.getByText('1h ago')).toBeInTheDocument());
});

it('pending: links to the form when nothing was requested', async () => {
  await open('pending', 'not_requested');
  expect(screen.getByRole('link', { name: 'Request access' })).toHaveAttribute(
    'href',
    '/beta-access/request',
  );
});

it.each([
  ['pending', 'denied', 'Your request was not approved', '/beta-access/denied'],
  ['pending', 'revoked', 'Your access was revoked', '/beta-access/denied'],
  ['denied', 'pending', 'Your request is being reviewed', '/beta-access/pending'],
  ['denied', 'not_requested', 'You have not requested access yet', '/beta-access/request'],
] as const)(
  '%s: shows a %s user the actual status and a link to its page',
  async (page, status, title, to) => {
    await open(page, status);
    expect(screen.getByRole('heading', { name: title })).toBeInTheDocument();
    expect(screen.getByRole('link')).toHaveAttribute('href', to);
  },
);

it.each([
  ['denied', 'Your request was not approved'],
  ['revoked', 'Your access was revoked'],
] as const)('denied: explains the status of a %s user', async (status, title) => {
  await open('denied', status, { last_request: { reviewed_at: hourAgo() } });
  expect(screen.getByRole('heading', { name: title })).toBeInTheDocument();
  expect(screen.getByText(testUser.email)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Request access again' })).toHaveAttribute(
    'href',
    '/beta-access/request',
  );
  expect(screen.getByRole('link', { name: 'Contact support' })).toHaveAttribute(
    'href',
    '/beta-access/denied?about',
  );
  expect(await screen.findByText('1h ago')).toBeInTheDocument();
});
