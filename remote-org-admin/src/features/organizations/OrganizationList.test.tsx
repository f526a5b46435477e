import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { testUser } from '@hindsight/shared-contracts/testing';
import { LARKSPUR } from '../../testing/rows';
import { dialogTitled, open, ORG, OTHER, refuse } from './organizationsFixture';

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const entries = async (name: string) =>
  within(await screen.findByRole('list', { name })).getAllByRole('listitem');

it('shows "Access Denied" to signed-out people, without a call', async () => {
  const { api } = await open({ shell: { session: { status: 'guest', user: null } } });
  expect(screen.getByRole('heading', { name: 'Access Denied' })).toBeInTheDocument();
  expect(api.calls).toEqual([]);
});

it('lists name, slug, role and badge; copying the id shows a toast', async () => {
  const user = userEvent.setup();
  const write = jest.spyOn(navigator.clipboard, 'writeText');
  const { shell } = await open();
  const [entry] = await entries('My organizations');
  expect(entry).toHaveTextContent('Larkspur Labs@larkspurOwnerMember');
  await user.click(within(entry!).getByRole('button', { name: 'Copy ID of Larkspur Labs' }));
  await waitFor(() => expect(shell.shown).toEqual([['success', 'Organization ID copied']]));
  expect(write).toHaveBeenCalledWith(ORG);
});

it('refuses the view of all to people who are not superadmins', async () => {
  const { recordedCalls } = await open({ search: 'organizations&organizations_view=all' });
  expect(await screen.findByText('Only superadmins can view all organizations')).toBeInTheDocument();
  expect(screen.queryByRole('radio', { name: 'All Organizations' })).not.toBeInTheDocument();
  expect(recordedCalls('GET /organizations/admin')).toEqual([]);
});

it('asks a superadmin before showing all, and marks organizations without membership', async () => {
  const { recordedCalls } = await open({ superadmin: true, search: 'organizations' });
  expect(await screen.findByRole('radio', { name: 'My Organizations' })).toBeChecked();
  fireEvent.click(await screen.findByRole('radio', { name: 'All Organizations' }));
  const question = await dialogTitled('Switch to All Organizations?');
  expect(question).toHaveTextContent('you are not a member of');
  expect(recordedCalls('GET /organizations/admin')).toEqual([]);
  fireEvent.click(within(question).getByRole('button', { name: 'Switch' }));
  const rows = await entries('All organizations');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Larkspur Labs@larkspurOwnerMember',
    'Tidewater(Inactive)Not Member',
  ]);
  expect(window.location.search).toContain('organizations_view=all');
});

it('searches the loaded list, and selects by the address', async () => {
  await open({ superadmin: true, search: 'organizations&organizations_view=all' });
  await entries('All organizations');
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search organizations' }), {
    target: { value: 'tide' },
  });
  expect(await entries('All organizations')).toHaveLength(1);
  press(/^Tidewater/);
  expect(new URLSearchParams(window.location.search).get('organizations')).toBe(OTHER);
  // The code of the pane comes with the first choice.
  expect(await screen.findByRole('heading', { name: /^Tidewater/ })).toBeInTheDocument();
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'x' } });
  expect(screen.getByText('No matching organizations')).toBeInTheDocument();
});

it('refuses non-members without a call', async () => {
  const { api } = await open({ search: `organizations=${OTHER}` });
  expect(
    await screen.findByText('You can only access organizations where you are a member'),
  ).toBeInTheDocument();
  expect(screen.getByText('Read-only (not a member)')).toBeInTheDocument();
  expect(api.calls.map(({ key }) => key)).toEqual(['GET /organizations/']);
});

it('creates an organization: the name is required, the slug is optional', async () => {
  const made = { ...LARKSPUR, id: OTHER, name: 'New one' };
  const { recordedCalls, shell, refreshSession, reloadOrganizations } = await open({
    answers: { 'POST /organizations/': made, 'GET /organizations/{id}': made },
  });
  press('+ New');
  const form = screen.getByRole('form', { name: 'New organization' });
  fireEvent.click(within(form).getByRole('button', { name: 'Create' }));
  expect(within(form).getByRole('alert')).toHaveTextContent('Organization name is required');
  fireEvent.change(within(form).getByRole('textbox', { name: 'Name' }), { target: { value: ' New one ' } });
  fireEvent.click(within(form).getByRole('button', { name: 'Create' }));
  await waitFor(() => expect(shell.shown).toEqual([['success', 'Organization created successfully!']]));
  expect(recordedCalls('POST /organizations/')).toEqual([{ body: { name: 'New one' }, scope: false }]);
  expect(window.location.search).toBe(`?organizations=${OTHER}`);
  expect(refreshSession).toHaveBeenCalled();
  await waitFor(() => expect(reloadOrganizations).toHaveBeenCalled());
});

it('offers no creation to people without beta access, whom the service would refuse', async () => {
  const user = { ...testUser, beta_access_status: 'pending' } as const;
  await open({
    role: null,
    shell: { session: { status: 'signed-in', user } },
    search: 'organizations',
  });
  expect(await screen.findByText('Creating organizations needs beta access.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: '+ New' })).toBeDisabled();
  expect(screen.queryByText(/Create one with/)).not.toBeInTheDocument();
});

it.each([
  ["the service's reason", 'Organization name already exists', 'Organization name already exists'],
  ['a general message', null, 'Failed to create organization. Please try again.'],
])('shows why creating failed: %s', async (_case, detail, sentence) => {
  await open({ answers: { 'POST /organizations/': refuse(409, detail) } });
  press('+ New');
  fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'A' } });
  press('Create');
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('A');
});

it('shows a failed list once, also where the address names an organization', async () => {
  const { recordedCalls } = await open({
    answers: { 'GET /organizations/': refuse(500, 'Broken.') },
  });
  expect(await screen.findByText('Failed to load organizations')).toBeInTheDocument();
  expect(screen.getAllByText('Broken.')).toHaveLength(1);
  expect(recordedCalls('GET /organizations/{id}')).toEqual([]);
});
