import { fakeShell } from '@hindsight/shared-contracts/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { dialogTitled, ME, member, open, ORG, refuse } from './organizationsFixture';

const LEAVE = 'POST /organizations/{id}/leave';
const leaveButton = () => screen.findByRole('button', { name: 'Leave' });

it('asks, leaves, and returns to the list', async () => {
  const { recordedCalls, shell, refreshSession } = await open({
    role: 'viewer',
    answers: { [LEAVE]: null },
  });
  fireEvent.click(await leaveButton());
  const question = await dialogTitled('Leave Larkspur Labs?');
  expect(recordedCalls(LEAVE)).toEqual([]);
  fireEvent.click(within(question).getByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(shell.shown).toEqual([['success', 'You left Larkspur Labs']]));
  expect(recordedCalls(LEAVE)).toMatchObject([{ params: { id: ORG } }]);
  expect(refreshSession).toHaveBeenCalled();
  expect(window.location.search).not.toContain(ORG);
});

it('asks for nothing in the organization while it is being left', async () => {
  const config = { ...fakeShell().config, invitationRefreshMs: 10 };
  const { recordedCalls } = await open({
    role: 'viewer',
    answers: { [LEAVE]: () => new Promise(() => undefined) },
    shell: { config },
  });
  const asked = () => recordedCalls('GET /organizations/{id}/members').length;
  jest.useFakeTimers();
  fireEvent.click(await leaveButton());
  const question = await dialogTitled('Leave Larkspur Labs?');
  await waitFor(() => expect(asked()).toBeGreaterThan(1));
  fireEvent.click(within(question).getByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(recordedCalls(LEAVE)).toHaveLength(1));
  const before = asked();
  await act(() => jest.advanceTimersByTimeAsync(100));
  expect(asked()).toBe(before);
  jest.useRealTimers();
});

it('gives up what it was asking for in the organization when it is left', async () => {
  const MEMBERS = 'GET /organizations/{id}/members';
  const config = { ...fakeShell().config, invitationRefreshMs: 10 };
  let asked = 0;
  const { recordedCalls } = await open({
    role: 'viewer',
    answers: {
      [LEAVE]: null,
      [MEMBERS]: () => (++asked === 1 ? [member(ME, 'viewer')] : new Promise(() => undefined)),
    },
    shell: { config },
  });
  fireEvent.click(await leaveButton());
  const question = await dialogTitled('Leave Larkspur Labs?');
  await waitFor(() => expect(recordedCalls(MEMBERS)).toHaveLength(2));
  fireEvent.click(within(question).getByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(recordedCalls(LEAVE)).toHaveLength(1));
  expect(recordedCalls(MEMBERS)[1]).toMatchObject({ signal: { aborted: true } });
});

it('says why it failed', async () => {
  const { shell } = await open({ role: 'viewer', answers: { [LEAVE]: refuse(409, 'No.') } });
  fireEvent.click(await leaveButton());
  const question = await dialogTitled('Leave Larkspur Labs?');
  fireEvent.click(within(question).getByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(shell.shown).toEqual([['error', 'Failed to leave organization: No.']]));
});

it('is disabled for the last owner, with the reason', async () => {
  await open({
    answers: { 'GET /organizations/{id}/members': [member(ME, 'owner'), member('bob', 'viewer')] },
  });
  const button = await leaveButton();
  expect(button).toBeDisabled();
  expect(button).toHaveAttribute(
    'title',
    'An organization needs at least one owner. Make someone else an owner first.',
  );
});

it('is left out for superadmins who are not members', async () => {
  await open({
    role: null,
    superadmin: true,
    search: `organizations=${ORG}&organizations_view=all`,
  });
  await screen.findByRole('table', { name: 'Members' });
  expect(screen.queryByRole('button', { name: 'Leave' })).not.toBeInTheDocument();
});
