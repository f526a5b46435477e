import { ApiError } from '@hindsight/shared-contracts/api/client';
import type { Shell } from '@hindsight/shared-contracts/shell';
import { fakeApi, fakeShell, testUser, type FakeAnswers } from '@hindsight/shared-contracts/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderAccount } from '../testing';
import {
  agentError,
  approvalBody,
  parseUserCode,
  draftFor,
  firstWorkspace,
  NEW_AGENT,
  PERSONAL,
} from './approval';
import { ConnectPage } from './ConnectPage';

const REQUEST = 'GET /device/requests/{user_code}';
const APPROVE = 'POST /device/requests/{user_code}/approve';
const DENY = 'POST /device/requests/{user_code}/deny';
const request = {
  user_code: 'WDJB-MJHT',
  client_name: 'Codex CLI',
  looks_like: null as string | null,
  machine_name: 'laptop',
  address: '10.0.0.7',
  created_at: '2026-01-01T00:00:00Z',
  expires_at: '2026-01-01T00:10:00Z',
};
const OAUTH = 'GET /oauth/requests/{id}/details';
const OAUTH_APPROVE = 'POST /oauth/requests/{id}/approve';
const OAUTH_DENY = 'POST /oauth/requests/{id}/deny';
const signIn = {
  id: 'r1',
  client_name: 'Claude Code',
  looks_like: null as string | null,
  client_host: null,
  redirect_to: 'localhost',
  scopes: ['read', 'write'],
  expires_at: '2026-01-01T00:10:00Z',
};
const token = {
  id: 't1',
  name: 'Codex CLI on laptop',
  prefix: '1a2b3c4d',
  last_four: 'WxYz',
  scopes: ['read', 'write'],
  organization_id: null,
  status: 'active',
};
const membership = (id: string, can_write: boolean) => ({
  organization_id: id,
  organization_name: id,
  role: 'editor' as const,
  can_read: true,
  can_write,
});

async function open(at: string, answers: FakeAnswers = {}, change: Partial<Shell> = {}) {
  const api = fakeApi({
    [REQUEST]: request,
    'GET /agents/': { items: [{ agent_id: 'a1', agent_name: 'Builder' }], total_items: 1, total_pages: 1 },
    [APPROVE]: token,
    'GET /users/me/tokens/{id}/activity': {
      handshake_at: null,
      sign_in_at: null,
      read_at: null,
      write_at: null,
      fault: null,
    },
    [DENY]: null,
    [OAUTH]: signIn,
    [OAUTH_APPROVE]: { redirect_to: '/oauth/authorize/r1' },
    [OAUTH_DENY]: { redirect_to: '/oauth/authorize/r1' },
    ...answers,
  });
  const leave = jest.fn<void, [string]>();
  await renderAccount(<ConnectPage />, fakeShell({ api, ...change }), at, leave);
  return { api, leave, user: userEvent.setup({ delay: null, pointerEventsCheck: 0, skipHover: true }) };
}
const toInput = (api: ReturnType<typeof fakeApi>, key: string) =>
  api.calls.find((call) => call.key === key)?.input;
const press = (name: string) => screen.getByRole('button', { name });

it('shows which program asks for access, and approves the chosen settings', async () => {
  const { api, user } = await open('/connect?code=wdjbmjht');
  expect(await screen.findByText('laptop')).toBeInTheDocument();
  for (const fact of ['Codex CLI', 'WDJB-MJHT', '10.0.0.7'])
    expect(screen.getByText(fact)).toBeInTheDocument();
  expect(screen.getByLabelText('Name of the new agent')).toHaveValue('Codex CLI');
  // The link may be someone else's, so the code has to be compared first.
  await user.click(press('Approve'));
  expect(screen.getByText('Compare the code with the one in your terminal')).toBeInTheDocument();
  expect(toInput(api, APPROVE)).toBeUndefined();
  await user.click(screen.getByRole('checkbox', { name: 'My terminal shows this code' }));
  await user.click(press('Approve'));
  expect(await screen.findByText(/Return to your terminal/)).toBeInTheDocument();
  expect(await screen.findByText(/Waiting for the first request with this token/)).toBeInTheDocument();
  expect(toInput(api, APPROVE)).toMatchObject({
    params: { user_code: 'WDJB-MJHT' },
    body: {
      organization_id: null,
      new_agent_name: 'Codex CLI',
      scopes: ['read', 'write'],
      expires_at: expect.stringMatching(/Z$/),
    },
  });
});

describe('a program that signs in', () => {
  it('is approved, and the browser returns to it', async () => {
    const { api, leave, user } = await open('/connect?request=r1');
    expect(await screen.findByText('Claude Code')).toBeInTheDocument();
    for (const fact of ['The program itself', 'localhost'])
      expect(screen.getByText(fact)).toBeInTheDocument();
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
    await user.click(press('Approve'));
    expect(await screen.findByText(/Return to the program/)).toBeInTheDocument();
    expect(toInput(api, OAUTH_APPROVE)).toMatchObject({
      params: { id: 'r1' },
      body: { organization_id: null, new_agent_name: 'Claude Code', scopes: ['read', 'write'] },
    });
    expect(leave.mock.calls).toEqual([['/oauth/authorize/r1']]);
  });

  it('learns that it was declined', async () => {
    const { leave, user } = await open('/connect?request=r1');
    await user.click(await screen.findByRole('button', { name: 'Decline' }));
    expect(await screen.findByText('Declined')).toBeInTheDocument();
    expect(leave.mock.calls).toEqual([['/oauth/authorize/r1']]);
  });

  it('defaults to read-only when it asks only for read access', async () => {
    await open('/connect?request=r1', { [OAUTH]: { ...signIn, scopes: ['read'] } });
    expect(await screen.findByRole('radio', { name: 'Read only' })).toBeChecked();
  });

  it('is flagged when its name imitates another program', async () => {
    await open('/connect?request=r1', {
      [OAUTH]: { ...signIn, client_name: 'Сlaude Code', looks_like: 'Claude Code' },
    });
    expect(await screen.findByText(/look-alike letters to resemble “Claude Code”/)).toBeInTheDocument();
  });

  it('cannot be approved in a browser that did not start the sign-in', async () => {
    const detail = 'This sign-in has ended.';
    await open('/connect?request=r1', {
      [OAUTH]: () => Promise.reject(new ApiError(404, detail, '', null)),
    });
    expect(await screen.findByText(detail)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Approve' })).not.toBeInTheDocument();
  });
});

it('declines the request', async () => {
  const { user } = await open('/connect?code=WDJB-MJHT');
  await screen.findByText('laptop');
  await user.click(press('Decline'));
  expect(await screen.findByText('Declined')).toBeInTheDocument();
});

it('accepts a typed code and reports an unknown one', async () => {
  const detail = 'No program waits for this code.';
  const { api, user } = await open('/connect', {
    [REQUEST]: () => Promise.reject(new ApiError(404, detail, '', null)),
  });
  await user.click(press('Continue'));
  expect(screen.getByText(/The code has 8 letters/)).toBeInTheDocument();
  await user.type(screen.getByLabelText('Code'), 'wdjb mjht');
  await user.click(press('Continue'));
  expect(await screen.findByText(detail)).toBeInTheDocument();
  expect(toInput(api, REQUEST)).toMatchObject({ params: { user_code: 'WDJB-MJHT' } });
});

it('keeps the form and shows the reason when the approval fails', async () => {
  const { user } = await open('/connect?code=WDJB-MJHT', {
    [APPROVE]: () => Promise.reject(new ApiError(409, 'Agent with this name already exists', '', null)),
  });
  await screen.findByText('laptop');
  await user.click(screen.getByRole('checkbox'));
  await user.clear(screen.getByLabelText('Name of the new agent'));
  await user.click(press('Approve'));
  expect(screen.getByText('Agent name cannot be empty')).toBeInTheDocument();
  await user.type(screen.getByLabelText('Name of the new agent'), 'x');
  await user.click(press('Approve'));
  expect(await screen.findByText('Agent with this name already exists')).toBeInTheDocument();
});

it('offers only read access in an organization where the user has read access', async () => {
  const memberships = [membership('o1', false)];
  await open(
    '/connect?code=WDJB-MJHT',
    {},
    {
      session: { status: 'signed-in', user: { ...testUser, memberships } },
      scope: { scope: 'organization', organizationId: 'o1' },
      organizations: [{ id: 'o1', name: 'Alpha', slug: null, is_active: true }],
    },
  );
  expect(await screen.findByText(/You have read-only access to this organization/)).toBeInTheDocument();
  expect(screen.getByRole('radio', { name: 'Read and write' })).toBeDisabled();
  expect(screen.queryByLabelText('Name of the new agent')).not.toBeInTheDocument();
});

describe('the draft', () => {
  const cline = { name: 'Cline', asksToWrite: true };

  it('parses codes as people type them', () => {
    expect(['wdjb-mjht', ' WDJB MJHT ', 'WDJBMJHT'].map(parseUserCode)).toEqual(Array(3).fill('WDJB-MJHT'));
    expect(['', 'WDJB', 'WDJB-MJHTX'].map(parseUserCode)).toEqual([null, null, null]);
  });

  it("starts in the active workspace with the user's permissions there", () => {
    const memberships = [membership('o1', true), membership('o2', false)];
    const active = (organizationId: string) =>
      firstWorkspace({ scope: 'organization', organizationId }, memberships);
    expect([active('o1'), active('elsewhere')]).toEqual(['o1', PERSONAL]);
    const now = Date.parse('2026-01-01T00:00:00Z');
    expect(draftFor('o1', memberships, cline, now)).toMatchObject({
      agent: NEW_AGENT,
      writes: true,
      expiresAt: '2026-04-01T00:00:00.000Z',
    });
    expect(draftFor('o1', memberships, { ...cline, asksToWrite: false })).toMatchObject({ writes: false });
    expect(draftFor('o2', memberships, cline)).toMatchObject({ agent: null, writes: false });
  });

  it('sends the id of an existing agent or the name of a new one', () => {
    const draft = {
      ...draftFor('o1', [membership('o1', true)], { ...cline, name: ' Cline ' }),
      expiresAt: '2999-01-01T00:00:00Z',
    };
    expect(approvalBody(draft)).toEqual({
      organization_id: 'o1',
      new_agent_name: 'Cline',
      scopes: ['read', 'write'],
      expires_at: '2999-01-01T00:00:00Z',
    });
    expect(approvalBody({ ...draft, agent: 'a1', writes: false, expiresAt: null })).toEqual({
      organization_id: 'o1',
      agent_id: 'a1',
      scopes: ['read'],
      expires_at: null,
    });
    expect(agentError({ ...draft, agent: null })).toBe('Choose an agent');
  });
});
