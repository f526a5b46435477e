import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError, NetworkError } from '@hindsight/shared-contracts/api/client';
import type { Session } from '@hindsight/shared-contracts/shell';
import { fakeApi, fakeShell, testUser } from '@hindsight/shared-contracts/testing';
import { renderPage } from '../../testing/renderPage';
// Preloaded, because the first import of a page exceeds the timeout of a test.
import './RequestPage';

const REQUEST = 'POST /beta-access/request';
const notRequested: Session = {
  status: 'signed-in',
  user: { ...testUser, email: 'ada@example.org', beta_access_status: 'not_requested' },
};

async function open(answer: unknown, session: Session = notRequested) {
  const api = fakeApi({ [REQUEST]: answer });
  const refreshSession = jest.fn(async () => undefined);
  const shell = fakeShell({ api, session, refreshSession });
  return { ...(await renderPage('/beta-access/request', shell)), api, refreshSession, shell };
}
const accept = () => userEvent.click(screen.getByRole('checkbox'));
const send = () => userEvent.click(screen.getByRole('button', { name: 'Request access' }));

it('shows the account email as read-only', async () => {
  await open({});
  const email = screen.getByRole('textbox', { name: "Your account's email" });
  expect(email).toHaveValue('ada@example.org');
  expect(email).toHaveAttribute('readonly');
});

it('sends nothing before the disclaimer is accepted', async () => {
  const { api } = await open({});
  await send();
  expect(screen.getByRole('alert')).toHaveTextContent(
    'You must accept the beta program disclaimer to proceed',
  );
  expect(api.calls).toEqual([]);
  await accept();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('sends nothing without an email', async () => {
  const { api } = await open({}, { status: 'signed-in', user: { ...notRequested.user!, email: '' } });
  await accept();
  await send();
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Unable to determine your account email. Please refresh and try again.',
  );
  expect(api.calls).toEqual([]);
});

it('shows the confirmation, refreshes the session, and keeps the page when the status changes', async () => {
  const { api, refreshSession, shell, switchTo } = await open({ success: true, request_id: 'x' });
  await accept();
  await send();
  expect(await screen.findByRole('heading', { name: 'Request Submitted' })).toBeInTheDocument();
  expect(screen.getByText(/typically within 24 hours/)).toBeInTheDocument();
  expect(api.calls).toEqual([{ key: REQUEST, input: { body: { email: 'ada@example.org' }, scope: false } }]);
  expect(refreshSession).toHaveBeenCalledTimes(1);
  await switchTo({
    ...shell,
    session: { status: 'signed-in', user: { ...testUser, beta_access_status: 'pending' } },
  });
  expect(screen.getByRole('heading', { name: 'Request Submitted' })).toBeInTheDocument();
});

it.each([
  [new ApiError(400, 'x', '', null), 'You have already requested beta access. Please wait for approval.'],
  [new ApiError(502, null, '', null), 'Failed to submit request. Please try again.'],
  [new NetworkError(null), 'Network error. Please check your connection and try again.'],
])('shows the error and keeps the form: %s', async (error, sentence) => {
  const { refreshSession } = await open(() => {
    throw error;
  });
  await accept();
  await send();
  expect(await screen.findByText(sentence)).toBeInTheDocument();
  expect(screen.getByRole('checkbox')).toBeChecked();
  expect(refreshSession).not.toHaveBeenCalled();
});

it('sends one request even if the button is clicked repeatedly', async () => {
  let answer: (value: unknown) => void = () => undefined;
  const { api } = await open(() => new Promise((resolve) => (answer = resolve)));
  await accept();
  await send();
  await userEvent.click(screen.getByRole('button', { name: /Request access/ }));
  expect(api.calls).toHaveLength(1);
  answer({ success: true });
  await waitFor(() => expect(screen.getByText('Request Submitted')).toBeInTheDocument());
});

it('hides the form from users who already have access', async () => {
  await open({}, { status: 'signed-in', user: testUser });
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Go to the dashboard' })).toHaveAttribute('href', '/dashboard');
});
