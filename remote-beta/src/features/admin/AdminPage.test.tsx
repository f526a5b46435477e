import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { ApiError } from '@hindsight/shared-contracts/api/client';
import { fakeApi, fakeShell, testUser } from '@hindsight/shared-contracts/testing';
import { renderPage } from '../../testing/renderPage';
// Preloaded, because the first import of a page exceeds the timeout of a test.
import './AdminPage';

// Visibility checks of every element take longer than everything else in these tests.
configure({ defaultHidden: true });

const USERS = 'GET /beta-access/admin/users';
const PATCH = 'PATCH /beta-access/admin/users/{user_id}';
const AUDITS = 'GET /audits/';

const user = (name: string, beta_access_status: string, last_request: object | null = null) => ({
  user_id: name,
  email: `${name}@x.org`,
  display_name: null,
  beta_access_status,
  last_request,
});
const people = [
  user('ada', 'pending', { id: 'r1', status: 'pending', requested_at: new Date().toISOString() }),
  user('bob', 'accepted', {
    id: 'r2',
    status: 'accepted',
    requested_at: '2026-01-01T00:00:00Z',
    reviewed_at: '2026-01-02T00:00:00Z',
    reviewer_email: 'gate@x.org',
  }),
];
const refuse =
  (status: number, detail: string | null = null) =>
  () => {
    throw new ApiError(status, detail, '', null);
  };

async function open(answers: Record<string, unknown> = {}, search = '') {
  const api = fakeApi({
    [USERS]: { users: people, total_count: 60 },
    [PATCH]: { success: true },
    ...answers,
  });
  const session = { status: 'signed-in', user: { ...testUser, beta_access_admin: true } } as const;
  const shell = fakeShell({ api, session });
  const view = await renderPage(`/beta-access/admin${search}`, shell);
  const recordedCalls = (key: string) =>
    api.calls.filter((call) => call.key === key).map(({ input }) => input);
  return { ...view, shell, recordedCalls };
}
const table = () => screen.findByRole('table', { name: 'People in the beta program' });
const choose = async (email: string, action: string) => {
  fireEvent.click(screen.getByRole('button', { name: `Change ${email}` }));
  fireEvent.click(await screen.findByRole('menuitem', { name: action }));
};
const answer = async (title: string, button: string) => {
  const heading = await screen.findByText(title, { selector: 'h2' });
  const dialog = within(heading.closest<HTMLElement>('[role="dialog"]')!);
  fireEvent.click(dialog.getByRole('button', { name: button }));
};

it('shows the status and last request of each user, and fetches one page', async () => {
  const { recordedCalls } = await open();
  const rows = within(await table())
    .getAllByRole('row')
    .slice(1);
  expect(rows[0]).toHaveTextContent(/ada@x\.org.*Pending.*Pending, requested just now/);
  expect(rows[1]).toHaveTextContent(/bob@x\.org.*Accepted.*Reviewed .* by gate@x\.org/);
  expect(recordedCalls(USERS)).toEqual([
    expect.objectContaining({
      query: { skip: 0, limit: 25, sort_by: 'email', sort_order: 'asc' },
      scope: false,
    }),
  ]);
  expect(screen.getByText('1-25 of 60 people')).toBeInTheDocument();
});

it('searches, filters, sorts and paginates via the URL', async () => {
  const { recordedCalls } = await open({}, '?status=pending&page=2');
  await table();
  expect(recordedCalls(USERS)[0]).toMatchObject({ query: { skip: 25, status: 'pending' } });
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search people' }), { target: { value: 'ada' } });
  await waitFor(() => expect(window.location.search).toBe('?status=pending&search=ada'));
  await waitFor(() =>
    expect(recordedCalls(USERS).at(-1)).toMatchObject({
      query: { skip: 0, search: 'ada', status: 'pending' },
    }),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Last request' }));
  await waitFor(() =>
    expect(recordedCalls(USERS).at(-1)).toMatchObject({
      query: { sort_by: 'requested_at', sort_order: 'desc' },
    }),
  );
  expect(screen.getByRole('columnheader', { name: 'Last request' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Clear all' }));
  await waitFor(() => expect(window.location.search).toBe('?sort=requested_at&order=desc'));
});

it('sets a status and shows the outcome', async () => {
  const { recordedCalls, shell } = await open();
  await table();
  await choose('ada@x.org', 'Grant access');
  await waitFor(() => expect(shell.shown).toEqual([['success', 'Updated beta access status to Accepted']]));
  expect(recordedCalls(PATCH)).toEqual([
    { params: { user_id: 'ada' }, body: { status: 'accepted' }, scope: false },
  ]);
  await waitFor(() => expect(recordedCalls(USERS)).toHaveLength(2));
});

it.each([
  ['Deny', 'Deny access?', 'denied'],
  ['Revoke', 'Revoke access?', 'revoked'],
])('asks for confirmation: %s', async (action, title, status) => {
  const { recordedCalls } = await open();
  await table();
  await choose('ada@x.org', action);
  await answer(title, 'Cancel');
  expect(recordedCalls(PATCH)).toEqual([]);
  await choose('ada@x.org', action);
  await answer(title, action);
  await waitFor(() => expect(recordedCalls(PATCH)).toMatchObject([{ body: { status } }]));
});

it('updates several users at once and counts failures', async () => {
  const { shell, recordedCalls } = await open({
    [PATCH]: (input: unknown) => {
      if ((input as { params: { user_id: string } }).params.user_id === 'bob')
        return refuse(500, 'Broken.')();
      return {};
    },
  });
  await table();
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select everyone on this page' }));
  const bar = within(screen.getByRole('region', { name: 'Selection' }));
  expect(bar.getByText('2 people selected')).toBeInTheDocument();
  fireEvent.click(bar.getByRole('button', { name: 'Grant access' }));
  await answer('Grant access?', 'Grant access');
  await waitFor(() =>
    expect(shell.shown).toEqual([
      ['warning', 'Unable to update beta access status. It failed for 1 of 2 people: Broken.'],
    ]),
  );
  expect(recordedCalls(PATCH)).toHaveLength(2);
});

it('redirects a page past the end to the last page', async () => {
  const answer = ({ query }: { query: { skip: number } }) => ({
    users: query.skip < 60 ? people : [],
    total_count: 60,
  });
  await open({ [USERS]: answer }, '?page=9999');
  await table();
  expect(window.location.search).toBe('?page=3');
});

it('selects all matching users across pages, and stops on request', async () => {
  const all = Array.from({ length: 9 }, (_, index) => user(`p${index}`, 'pending'));
  const held: (() => void)[] = [];
  const { shell, recordedCalls } = await open(
    {
      [USERS]: (input: unknown) => {
        const { skip, limit } = (input as { query: { skip: number; limit: number } }).query;
        return { users: all.slice(skip, skip + Math.min(limit, 5)), total_count: 9 };
      },
      [PATCH]: () => new Promise((resolve) => held.push(() => resolve({}))),
    },
    '?status=pending',
  );
  await table();
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select p0@x.org' }));
  const bar = within(screen.getByRole('region', { name: 'Selection' }));
  fireEvent.click(bar.getByRole('button', { name: 'Select all 9 matching' }));
  expect(await bar.findByText('All 9 people selected')).toBeInTheDocument();
  fireEvent.click(bar.getByRole('button', { name: 'Grant access' }));
  await answer('Grant access?', 'Grant access');
  expect(await bar.findByText('0 of 9 changed')).toBeInTheDocument();
  expect(recordedCalls(USERS).at(-1)).toMatchObject({ query: { status: 'pending', limit: 1000 } });
  fireEvent.click(bar.getByRole('button', { name: 'Stop' }));
  expect(recordedCalls(PATCH)).toHaveLength(4);
  held.forEach((release) => release());
  await waitFor(() => expect(shell.shown).toEqual([['warning', 'Stopped: changed 4 of 9 people.']]));
  expect(recordedCalls(PATCH)).toHaveLength(4);
});

it('reports a failed update', async () => {
  const { shell } = await open({ [PATCH]: refuse(409, 'The last administrator stays.') });
  await table();
  await choose('ada@x.org', 'Grant access');
  await waitFor(() =>
    expect(shell.shown).toEqual([
      ['error', 'Unable to update beta access status. The last administrator stays.'],
    ]),
  );
});

it.each([
  [
    'the decisions',
    [
      {
        id: '1',
        target_id: 'ada',
        action_type: 'beta_access_review',
        created_at: '2026-01-01T00:00:00Z',
        metadata: { previous_status: 'denied', new_status: 'accepted', reviewer_email: 'gate@x.org' },
      },
    ],
    /Denied → Accepted.*gate@x\.org/,
  ],
  ['that there is none', [], /No decisions about this person/],
  ['that it is for superadmins', refuse(403), /Only superadmins/],
])('history: %s', async (_case, audits, text) => {
  await open({ [AUDITS]: audits });
  await table();
  await choose('ada@x.org', 'View history');
  const heading = await screen.findByText('History', { selector: 'h2' });
  await waitFor(() => expect(heading.closest('[role="dialog"]')).toHaveTextContent(text));
});

it('reports a failed list and denies access without permission', async () => {
  const failed = await open({ [USERS]: refuse(500) });
  expect(await screen.findByText('Unable to fetch beta access users.')).toBeInTheDocument();
  failed.unmount();
  await open({ [USERS]: refuse(403) });
  expect(await screen.findByRole('heading', { name: 'Access Denied' })).toBeInTheDocument();
});

it('offers to clear the filters only when they match nobody', async () => {
  const searched = await open({ [USERS]: { users: [], total_count: 0 } }, '?search=zzz');
  expect(await screen.findByText('No matching people')).toBeInTheDocument();
  searched.unmount();
  await open({ [USERS]: { users: [], total_count: 0 } });
  expect(await screen.findByText('No people yet')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Clear all' })).not.toBeInTheDocument();
});
