import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SavedView, SavedViewInput } from '@hindsight/shared-contracts/api';
import { fakeApi, testUser, type FakeAnswers } from '@hindsight/shared-contracts/testing';
import type { Shell } from '@hindsight/shared-contracts/shell';
import { recordedInputs, refusal, shellWithUndo } from '../../testing/service';
import { address, BESIDE_ROWS, BLOCKS } from '../../testing/memoryList';
import { renderPage } from '../../testing/renderPage';
import { AGENT_ID, block, testId, page } from '../../testing/rows';
// Import the page up front: its first load takes longer than a test timeout.
import '../memoryBlocks/MemoryBlocksPage';
import './SaveViewDialog';

const ORGANIZATION = { scope: 'organization', organizationId: testId(7) } as const;

const viewNamed = (number: number, name: string, rest: Partial<SavedView> = {}): SavedView => ({
  id: testId(number),
  name,
  parameters: { feedback: 'wrong' },
  is_shared: false,
  may_change: true,
  is_pinned: false,
  created_at: '2026-03-01T09:00:00Z',
  updated_at: '2026-03-01T09:00:00Z',
  ...rest,
});

/** Opens the list with a fake service that stores views. */
async function open(
  where: string,
  stored: SavedView[] = [],
  more: FakeAnswers = {},
  rest: Partial<Shell> = {},
) {
  let views = stored;
  let isLastVisitPinned = false;
  const put = (body: SavedViewInput, id: string) => {
    const saved = viewNamed(1, body.name, { ...body, id });
    views = [...views.filter((view) => view.id !== id), saved];
    return saved;
  };
  const api = fakeApi({
    [BLOCKS]: ({ query }: { query: { limit: number } }) => page([block(1)], query.limit === 1 ? 41 : 1),
    ...BESIDE_ROWS,
    'GET /saved-views/': () => ({ items: views, is_last_visit_pinned: isLastVisitPinned }),
    'PUT /pinned-views/': ({ body }: { body: { view_id: string | null; is_pinned: boolean } }) => {
      if (body.view_id === null) isLastVisitPinned = body.is_pinned;
      views = views.map((view) => (view.id === body.view_id ? { ...view, is_pinned: body.is_pinned } : view));
      return null;
    },
    'POST /saved-views/': ({ body }: { body: SavedViewInput }) => put(body, testId(99)),
    'PUT /saved-views/{id}': ({ params, body }: { params: { id: string }; body: SavedViewInput }) =>
      put(body, params.id),
    'DELETE /saved-views/{id}': ({ params }: { params: { id: string } }) => {
      views = views.filter(({ id }) => id !== params.id);
      return null;
    },
    ...more,
  } as FakeAnswers);
  const shell = shellWithUndo({ api, ...rest });
  return { ...(await renderPage(where, shell)), api, shell };
}

const bar = () => screen.findByRole('navigation', { name: 'Saved views' });
async function openDialog() {
  await userEvent.click(await screen.findByRole('button', { name: 'Save view' }));
  await screen.findByRole('dialog');
}
const dialog = () => within(screen.getByRole('dialog'));

it('opens a view with its filters, order and mode, and shows its number of memories', async () => {
  const parameters = { feedback: 'wrong', sort: 'changed', search: 'queue', mode: 'text', page: '3' };
  await open('/memory-blocks', [viewNamed(1, 'To correct', { parameters })]);
  const link = await within(await bar()).findByRole('link', { name: 'To correct 41' });
  expect(link).not.toHaveAttribute('aria-current');
  await userEvent.click(link);
  expect(address()).toBe('/memory-blocks?search=queue&feedback=wrong&sort=changed&mode=text');
  expect(link).toHaveAttribute('aria-current', 'page');
});

it('counts with the filters of the view', async () => {
  const { api } = await open('/memory-blocks', [viewNamed(1, 'Mine', { parameters: { agent: AGENT_ID } })]);
  await within(await bar()).findByRole('link', { name: 'Mine 41' });
  expect(recordedInputs(api, BLOCKS)).toContainEqual(
    expect.objectContaining({ query: { limit: 1, agent_id: AGENT_ID } }),
  );
});

it('saves the current view without its page', async () => {
  const { api, shell } = await open('/memory-blocks?feedback=low&sort=oldest&size=24&page=1&block=x');
  await openDialog();
  await userEvent.type(dialog().getByLabelText(/^Name/), 'Low and old');
  await userEvent.click(dialog().getByRole('button', { name: 'Save view' }));
  await waitFor(() => expect(shell.shown).toEqual([['success', 'View “Low and old” saved']]));
  expect(recordedInputs(api, 'POST /saved-views/')).toMatchObject([
    { body: { name: 'Low and old', parameters: { feedback: 'low', sort: 'oldest' }, is_shared: false } },
  ]);
  expect(await screen.findByRole('link', { name: /Low and old/ })).toHaveAttribute('aria-current', 'page');
  expect(screen.queryByRole('button', { name: 'Save view' })).not.toBeInTheDocument();
});

it('offers no saving for a list without filters', async () => {
  await open('/memory-blocks');
  await screen.findByRole('article');
  expect(screen.queryByRole('navigation', { name: 'Saved views' })).not.toBeInTheDocument();
});

it('replaces the view opened last after its filters changed', async () => {
  const { api, router } = await open('/memory-blocks?feedback=wrong', [viewNamed(1, 'To correct')]);
  await bar();
  await act(async () => void router.navigate('/memory-blocks?sort=oldest'));
  await openDialog();
  expect(dialog().getByLabelText(/^Name/)).toHaveValue('To correct');
  expect(dialog().getByText(/Saving replaces its filters/)).toBeInTheDocument();
  await userEvent.click(dialog().getByRole('button', { name: 'Replace view' }));
  await waitFor(() =>
    expect(recordedInputs(api, 'PUT /saved-views/{id}')).toMatchObject([
      { params: { id: testId(1) }, body: { name: 'To correct', parameters: { sort: 'oldest' } } },
    ]),
  );
});

async function choose(action: string) {
  await userEvent.click(await screen.findByRole('button', { name: /^Actions for the view/ }));
  await userEvent.click(screen.getByRole('menuitem', { name: action }));
}

it('renames a view and keeps its filters', async () => {
  const { api } = await open('/memory-blocks?feedback=wrong', [viewNamed(1, 'To correct')]);
  await choose('Rename…');
  await screen.findByRole('dialog');
  const name = dialog().getByLabelText(/^Name/);
  await userEvent.clear(name);
  await userEvent.type(name, 'Wrong ones');
  await userEvent.click(dialog().getByRole('button', { name: 'Rename' }));
  await screen.findByRole('link', { name: /Wrong ones/ });
  expect(recordedInputs(api, 'PUT /saved-views/{id}')).toMatchObject([
    { body: { name: 'Wrong ones', parameters: { feedback: 'wrong' } } },
  ]);
});

it('deletes a view and restores it on Undo', async () => {
  const { api, shell } = await open('/memory-blocks?feedback=wrong', [viewNamed(1, 'To correct')]);
  await choose('Delete');
  await waitFor(() => expect(screen.queryByRole('link', { name: /To correct/ })).not.toBeInTheDocument());
  await act(async () => shell.undo[0]?.());
  expect(recordedInputs(api, 'POST /saved-views/')).toMatchObject([
    { body: { name: 'To correct', parameters: { feedback: 'wrong' }, is_shared: false } },
  ]);
  expect(await screen.findByRole('link', { name: /To correct/ })).toBeInTheDocument();
});

it('shows the reason next to the name when saving fails, and keeps the input', async () => {
  const reason = 'There is already a view named “x”.';
  await open('/memory-blocks?feedback=low', [], { 'POST /saved-views/': refusal(409, reason) });
  await openDialog();
  await userEvent.type(dialog().getByLabelText(/^Name/), 'x');
  await userEvent.click(dialog().getByRole('button', { name: 'Save view' }));
  expect(await dialog().findByText(reason)).toBeInTheDocument();
  expect(dialog().getByLabelText(/^Name/)).toHaveValue('x');
});

it('shares a view in an organization if the person may write', async () => {
  const { api } = await open('/memory-blocks?feedback=low', [], {}, { scope: ORGANIZATION });
  await openDialog();
  await userEvent.type(dialog().getByLabelText(/^Name/), 'Ours');
  await userEvent.click(dialog().getByRole('checkbox', { name: /^Share with/ }));
  await userEvent.click(dialog().getByRole('button', { name: 'Save view' }));
  await screen.findByRole('link', { name: 'Shared: Ours 41' });
  expect(recordedInputs(api, 'POST /saved-views/')).toMatchObject([{ body: { is_shared: true } }]);
  await choose('Stop sharing');
  await waitFor(() =>
    expect(recordedInputs(api, 'PUT /saved-views/{id}')).toMatchObject([{ body: { is_shared: false } }]),
  );
});

it('pins a view to the sidebar and unpins it', async () => {
  const { api, shell } = await open('/memory-blocks?feedback=wrong', [viewNamed(1, 'To correct')]);
  await choose('Pin to the sidebar');
  await waitFor(() => expect(shell.shown).toEqual([['success', 'View “To correct” pinned to the sidebar']]));
  await choose('Unpin from the sidebar');
  await waitFor(() => expect(shell.shown).toHaveLength(2));
  expect(recordedInputs(api, 'PUT /pinned-views/')).toMatchObject([
    { body: { view_id: testId(1), is_pinned: true } },
    { body: { view_id: testId(1), is_pinned: false } },
  ]);
});

it('shows the reason when a view cannot be pinned', async () => {
  const reason = 'You have reached the limit of 5 pinned views. Unpin one first.';
  const { shell } = await open('/memory-blocks?feedback=wrong', [viewNamed(1, 'To correct')], {
    'PUT /pinned-views/': refusal(409, reason),
  });
  await choose('Pin to the sidebar');
  await waitFor(() => expect(shell.shown).toEqual([['error', `Failed to update the pin: ${reason}`]]));
});

it('restores a deleted view together with its pin', async () => {
  const { api, shell } = await open('/memory-blocks?feedback=wrong', [
    viewNamed(1, 'To correct', { is_pinned: true }),
  ]);
  await choose('Delete');
  await waitFor(() => expect(screen.queryByRole('link', { name: /To correct/ })).not.toBeInTheDocument());
  await act(async () => shell.undo[0]?.());
  await waitFor(() =>
    expect(recordedInputs(api, 'PUT /pinned-views/')).toMatchObject([{ body: { is_pinned: true } }]),
  );
});

it('lets read-only members save their own views and change no shared ones', async () => {
  const membership = {
    organization_id: testId(7),
    organization_name: 'Alpha',
    role: 'viewer' as const,
    can_read: true,
    can_write: false,
  };
  const user = { ...testUser, memberships: [membership], is_superadmin: false };
  const shared = viewNamed(1, 'Theirs', { is_shared: true, may_change: false });
  const { router } = await open(
    '/memory-blocks?feedback=wrong',
    [shared],
    {},
    {
      scope: ORGANIZATION,
      session: { status: 'signed-in', user },
    },
  );
  expect(await screen.findByRole('link', { name: 'Shared: Theirs 41' })).toHaveAttribute('aria-current');
  await userEvent.click(screen.getByRole('button', { name: /^Actions for the view/ }));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Pin to the sidebar',
  ]);
  await userEvent.keyboard('{Escape}');
  await act(async () => void router.navigate('/memory-blocks?sort=oldest'));
  await openDialog();
  expect(dialog().getByLabelText(/^Name/)).toHaveValue('');
  expect(dialog().getByRole('checkbox', { name: /^Share with/ })).toBeDisabled();
});

it('offers guests no views', async () => {
  const { api } = await open(
    '/memory-blocks?feedback=wrong',
    [],
    {},
    { session: { status: 'guest', user: null } },
  );
  await screen.findByRole('article');
  expect(screen.queryByRole('button', { name: 'Save view' })).not.toBeInTheDocument();
  expect(recordedInputs(api, 'GET /saved-views/')).toEqual([]);
});

it('reports that views failed to load and retries', async () => {
  let works = false;
  await open('/memory-blocks', [], {
    'GET /saved-views/': () => (works ? { items: [viewNamed(1, 'To correct')] } : refusal(500, '')()),
  });
  const again = await screen.findByRole('button', { name: 'Try Again' });
  works = true;
  await userEvent.click(again);
  expect(await screen.findByRole('link', { name: /To correct/ })).toBeInTheDocument();
});

it('offers everyone the memories added since their last visit', async () => {
  const since = '2026-03-01T09:00:00.123456Z';
  const { api } = await open('/memory-blocks', [], { 'POST /visits/': { since, is_first: false } });
  await userEvent.click(await screen.findByRole('link', { name: 'New since your last visit 41' }));
  expect(address()).toBe(`/memory-blocks?created=${encodeURIComponent(`${since}..`)}`);
  expect(recordedInputs(api, BLOCKS).at(-1)).toMatchObject({ query: { created_after: since } });
  await userEvent.click(screen.getByRole('button', { name: /^Actions for the view/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Pin to the sidebar' }));
  await waitFor(() =>
    expect(recordedInputs(api, 'PUT /pinned-views/')).toMatchObject([
      { body: { view_id: null, is_pinned: true } },
    ]),
  );
});

it('reserves space for the views, but not after a visit without any', async () => {
  const spaces: boolean[] = [];
  const some = [viewNamed(1, 'To correct')];
  for (const views of [some, [], some, []]) {
    const { container, unmount } = await open('/memory-blocks', views);
    await waitFor(() => expect(screen.queryAllByRole('listitem').length).toBeGreaterThan(0));
    if (views.length > 0) await bar();
    spaces.push(container.querySelector('.space') !== null);
    unmount();
  }
  expect(spaces.slice(1)).toEqual([true, false, true]);
});

it('still reserves space after leaving the page before the rows loaded', async () => {
  const some = [viewNamed(1, 'To correct')];
  const first = await open('/memory-blocks', some);
  await bar();
  first.unmount();
  const left = await open('/memory-blocks', some, { [BLOCKS]: () => new Promise(() => undefined) });
  await screen.findByRole('searchbox');
  left.unmount();
  const { container } = await open('/memory-blocks', [], { [BLOCKS]: () => new Promise(() => undefined) });
  await screen.findByRole('searchbox');
  expect(container.querySelector('.space')).not.toBeNull();
});
