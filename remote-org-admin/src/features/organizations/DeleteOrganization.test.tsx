import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { LARKSPUR } from '../../testing/rows';
import { dialogTitled, open, ORG, refuse } from './organizationsFixture';

const DELETE = 'DELETE /organizations/{id}';
const SUMMARY = 'GET /analytics/summary';
const summary = (memory_blocks: number, agents = 0, archived_blocks = 0) => ({
  totals: { memory_blocks, archived_blocks, agents, keywords: 0 },
});

it('counts what must be removed first, and cannot be confirmed', async () => {
  const { recordedCalls } = await open({ answers: { [SUMMARY]: summary(12, 1) } });
  fireEvent.click(await screen.findByRole('button', { name: 'Delete Org' }));
  const question = within(await dialogTitled('Delete Larkspur Labs?'));
  expect(
    question.getByText('This cannot be undone. Agents, memories and keywords must be removed first.'),
  ).toBeInTheDocument();
  await waitFor(() =>
    expect(question.getByRole('status')).toHaveTextContent('It still contains 1 agent, 12 memories.'),
  );
  expect(question.getByRole('button', { name: 'Delete Org' })).toBeDisabled();
  expect(recordedCalls(SUMMARY)).toMatchObject([{ scope: { scope: 'organization' } }]);
});

it('leads to what remains in the workspace of the organization, and to nothing else', async () => {
  const chooseWorkspace = jest.fn(async () => true);
  await open({ answers: { [SUMMARY]: summary(0, 1, 3) }, shell: { chooseWorkspace } });
  fireEvent.click(await screen.findByRole('button', { name: 'Delete Org' }));
  const question = within(await dialogTitled('Delete Larkspur Labs?'));
  fireEvent.click(await question.findByRole('button', { name: 'Archived' }));
  expect(question.getByRole('button', { name: 'Agents' })).toBeInTheDocument();
  for (const name of ['Memory Blocks', 'Keywords'])
    expect(question.queryByRole('button', { name })).not.toBeInTheDocument();
  await waitFor(() => expect(window.location.pathname).toBe('/archived-memory-blocks'));
  expect(chooseWorkspace).toHaveBeenCalledWith({ scope: 'organization', organizationId: ORG });
  expect(window.location.search).toBe('');
});

it('says that an inactive organization must be made active before it can be emptied', async () => {
  const listed = { ...LARKSPUR, is_active: false };
  await open({ answers: { [SUMMARY]: summary(1), 'GET /organizations/': [listed] } });
  fireEvent.click(await screen.findByRole('button', { name: 'Delete Org' }));
  const question = within(await dialogTitled('Delete Larkspur Labs?'));
  expect(await question.findByText(/It is inactive. Activate it first/)).toBeInTheDocument();
});

it('deletes an empty organization, and refreshes session, organizations and address', async () => {
  const { shell, refreshSession, reloadOrganizations } = await open({
    answers: { [SUMMARY]: summary(0), [DELETE]: null },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Delete Org' }));
  const question = within(await dialogTitled('Delete Larkspur Labs?'));
  await waitFor(() => expect(question.getByRole('button', { name: 'Delete Org' })).toBeEnabled());
  fireEvent.click(question.getByRole('button', { name: 'Delete Org' }));
  await waitFor(() => expect(shell.shown).toEqual([['success', 'Organization deleted successfully']]));
  expect(window.location.search).toBe('?organizations=');
  expect(refreshSession).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(reloadOrganizations).toHaveBeenCalledTimes(1));
});

it('shows why the service refused', async () => {
  const { shell } = await open({
    answers: { [SUMMARY]: summary(0), [DELETE]: refuse(409, 'Organization not empty') },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Delete Org' }));
  const question = within(await dialogTitled('Delete Larkspur Labs?'));
  await waitFor(() => expect(question.getByRole('button', { name: 'Delete Org' })).toBeEnabled());
  fireEvent.click(question.getByRole('button', { name: 'Delete Org' }));
  await waitFor(() =>
    expect(shell.shown).toEqual([['error', 'Failed to delete organization: Organization not empty']]),
  );
});
