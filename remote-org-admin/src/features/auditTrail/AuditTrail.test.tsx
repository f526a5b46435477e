import { download } from '@hindsight/shared-contracts/rules';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { auditRow } from '../../testing/rows';
import { dialogTitled, open as openPane, ORG, refuse } from '../organizations/organizationsFixture';

jest.mock('@hindsight/shared-contracts/rules', () => ({
  ...jest.requireActual<object>('@hindsight/shared-contracts/rules'),
  download: jest.fn(),
}));

const AUDITS = 'GET /audits/';
type Asked = { skip: number; limit: number; kind?: string; user_id?: string };
type Answer = (input: { query: Asked }) => unknown;

const roleChange = auditRow('1', 'member_role_change', {
  target_type: 'user',
  target_id: 'bob',
  target_name: 'Bob',
  metadata: { old_role: 'viewer', new_role: 'editor' },
});

async function open(answer: Answer | unknown[]) {
  const view = await openPane({ answers: { [AUDITS]: answer } });
  fireEvent.click(await screen.findByRole('button', { name: 'Audit Trail' }));
  const dialog = within(await dialogTitled('Audit Trail'));
  const asked = () => view.callsOf(AUDITS).map((input) => (input as { query: Asked }).query);
  const choose = (name: string, value: string) =>
    fireEvent.change(dialog.getByRole('combobox', { name }), { target: { value } });
  return { ...view, dialog, asked, choose };
}
const table = () => screen.findByRole('table', { name: 'Audit Trail' });
const rowsOf = async () =>
  within(await table())
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(1)
        .map(({ textContent }) => textContent),
    );

it('lists who did what, and says where a person is gone', async () => {
  const gone = auditRow('2', 'member_remove', { actor_name: null, actor_user_id: 'gone' });
  const { asked } = await open([roleChange, gone]);
  expect(await rowsOf()).toEqual([
    ['Ada', 'Changed the role of Bob from Viewer to Editor'],
    ['Former member', 'Removed a former member'],
  ]);
  expect(asked()).toEqual([expect.objectContaining({ organization_id: ORG, skip: 0, limit: 50 })]);
  expect(screen.getByText('2 entries')).toBeInTheDocument();
});

it.each(['viewer', 'editor'] as const)('is not offered to an %s', async (role) => {
  await openPane({ role });
  await screen.findByRole('table', { name: 'Members' });
  expect(screen.queryByRole('button', { name: 'Audit Trail' })).not.toBeInTheDocument();
});

it('filters by kind and person, offers people who are gone, and clears', async () => {
  const gone = auditRow('2', 'memory_create', { actor_name: 'Carol', actor_user_id: 'carol' });
  const { asked, choose, dialog } = await open(({ query }) =>
    query.kind === 'agents' ? [] : query.user_id ? [gone] : [roleChange, gone],
  );
  await table();
  choose('Person', 'carol');
  await waitFor(async () => expect(await rowsOf()).toEqual([['Carol', 'Created a memory']]));
  choose('Kind of action', 'agents');
  await dialog.findByText('No matching entries');
  expect(dialog.getByText('Choose another kind of action or another person.')).toBeInTheDocument();
  expect(dialog.getByRole('button', { name: 'Download CSV' })).toHaveAccessibleDescription(
    'No matching entries',
  );
  expect(dialog.getByRole('combobox', { name: 'Person' })).toHaveDisplayValue('Carol');
  expect(asked().at(-1)).toMatchObject({ kind: 'agents', user_id: 'carol', skip: 0 });
  fireEvent.click(dialog.getByRole('button', { name: 'Clear Filters' }));
  await waitFor(async () => expect(await rowsOf()).toHaveLength(2));
});

const many = Array.from({ length: 70 }, (_, index) => auditRow(`e${index}`, 'memory_update'));

it('loads more, each entry once although newer ones came meanwhile', async () => {
  let newer: typeof many = [];
  const { dialog } = await open(({ query }) =>
    [...newer, ...many].slice(query.skip, query.skip + query.limit),
  );
  await table();
  expect(dialog.getByText('The newest 50 entries')).toBeInTheDocument();
  newer = [auditRow('new', 'memory_create')];
  fireEvent.click(dialog.getByRole('button', { name: 'Load More' }));
  expect(await dialog.findByText('70 entries')).toBeInTheDocument();
  expect(await rowsOf()).toHaveLength(70);
  expect(dialog.queryByRole('button', { name: 'Load More' })).not.toBeInTheDocument();
});

it('keeps what is loaded when older entries fail, and tries again', async () => {
  let fails = true;
  const { dialog } = await open(({ query }) => {
    if (query.skip > 0 && fails) refuse(500)();
    return many.slice(query.skip, query.skip + query.limit);
  });
  await table();
  fireEvent.click(dialog.getByRole('button', { name: 'Load More' }));
  expect(await dialog.findByText(/^Failed to load older entries: /)).toBeInTheDocument();
  expect(await rowsOf()).toHaveLength(50);
  fails = false;
  fireEvent.click(dialog.getByRole('button', { name: 'Load More' }));
  expect(await dialog.findByText('70 entries')).toBeInTheDocument();
});

it('shows a failure, and an empty trail', async () => {
  const first = await open(refuse(500, 'Broken'));
  expect(await screen.findByText('Failed to load the audit trail')).toBeInTheDocument();
  first.unmount();
  await open([]);
  expect(await screen.findByText('No entries yet')).toBeInTheDocument();
});

it('saves everything that the filters leave as a table without formulas', async () => {
  const risky = auditRow('2', 'memory_update', { actor_name: '=HYPERLINK("x")', target_name: 'A, "B"' });
  const { dialog, asked } = await open([roleChange, risky]);
  await table();
  fireEvent.click(dialog.getByRole('button', { name: 'Download CSV' }));
  await waitFor(() => expect(download).toHaveBeenCalledTimes(1));
  expect(asked().at(-1)).toMatchObject({ skip: 0, limit: 1000 });
  const [parts, type, name] = jest.mocked(download).mock.calls[0]!;
  expect([type, name]).toEqual(['text/csv', expect.stringMatching(/^audit-trail-\d{4}-\d\d-\d\d\.csv$/)]);
  const lines = (await new Response(new Blob([...parts])).text()).split('\r\n');
  expect(lines[0]).toContain('time,who,what,action');
  expect(lines[1]).toBe(
    '2026-03-10T12:00:00Z,Ada,Changed the role of Bob from Viewer to Editor,member_role_change,ada,user,bob',
  );
  expect(lines[2]).toContain(`"'=HYPERLINK(""x"")","Edited the memory “A, ""B""”"`);
});
