import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NetworkError } from '@hindsight/shared-contracts/api/client';
import type { Shell } from '@hindsight/shared-contracts/shell';
import { EDITED_FIELDS } from '../../model/authorFields';
import { renderPage } from '../../testing/renderPage';
import { renderPart } from '../../testing/renderPart';
import { block, testId } from '../../testing/rows';
import {
  recordedInputs,
  KEYWORDS,
  refusal,
  fakeService,
  shellWithUndo,
  type Service,
} from '../../testing/service';
import { MemoryBlockDialog } from './MemoryBlockDialog';
// Import the page up front: its first load takes longer than a test timeout.
import './MemoryBlockPage';

const PUT = 'PUT /memory-blocks/{id}';
const stored = block(1, { keywords: [KEYWORDS[0]] as never, metadata_col: { run: 7 } });

async function openPage(api: Service = fakeService(stored), rest: Partial<Shell> = {}, id = testId(1)) {
  const shell = shellWithUndo({ api, ...rest });
  return { ...(await renderPage(`/memory-blocks/${id}`, shell)), shell, api };
}

const button = (name: string) => screen.getByRole('button', { name });
/** Sets the value at once: typing key by key is slow. */
const write = (name: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
const lesson = () => screen.getByRole('textbox', { name: 'Lessons learned' });

async function edit(api?: Service, rest: Partial<Shell> = {}) {
  const opened = await openPage(api, rest);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  return { ...opened, user };
}

it('shows all facts of the memory', async () => {
  const id = 'b0000000-0000-4000-8000-00000000000b';
  await openPage(fakeService({ ...stored, id, external_history_link: 'https://example.org/run/7' }));
  expect(await screen.findByText('Lesson 1: bound every queue.')).toBeInTheDocument();
  expect(screen.getByText('Incident 1 of the queue. It was slow.')).toBeInTheDocument();
  expect(screen.getByText('82/100 High')).toBeInTheDocument();
  expect(screen.getByText(/^\d+ days$/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: /example.org/ })).toHaveAttribute('rel', 'noopener noreferrer');
  for (const name of ['memory', 'agent']) button(`Copy ${name} ID`);
  expect(screen.getByRole('button', { name: /^Copy conversation ID/ })).toBeInTheDocument();
  expect(screen.getByText(/"run": 7/)).toBeInTheDocument();
});

it.each(EDITED_FIELDS)('has a control for the field $name in the form', async ({ label }) => {
  await edit();
  expect(screen.getByRole('textbox', { name: label })).toBeInTheDocument();
});

it('derives 8 keywords if there are none', async () => {
  const content = 'alpha bravo charlie delta echo foxtrot golf hotel india juliett';
  await openPage(fakeService({ ...stored, content, keywords: [] }));
  const section = (await screen.findByRole('heading', { name: 'Keywords from the text' })).closest(
    'section',
  )!;
  expect(within(section).getAllByRole('listitem')).toHaveLength(8);
});

it('renders hostile Markdown as text and disables hostile links', async () => {
  const hostile = '<img src=x onerror=alert(1)> [go](javascript:alert(1)) <script>1</script>';
  await openPage(fakeService({ ...stored, content: hostile, external_history_link: 'javascript:alert(1)' }));
  await screen.findByRole('heading', { name: 'Content' });
  expect(document.querySelector('main img, img[onerror], script, a[href^="javascript"]')).toBeNull();
});

it('shows the reason of a failed load and retries', async () => {
  let works = false;
  const api = fakeService(stored, {
    'GET /memory-blocks/{id}': () => (works ? stored : refusal(500, 'The database is busy.')()),
  });
  await openPage(api);
  const failure = await screen.findByRole('alert');
  expect(within(failure).getByText('Failed to load memory block details')).toBeInTheDocument();
  expect(
    within(failure).getByText('Failed to fetch memory block details: The database is busy.'),
  ).toBeInTheDocument();
  works = true;
  await userEvent.click(button('Try Again'));
  expect(await screen.findByText('Lesson 1: bound every queue.')).toBeInTheDocument();
});

it('reports an invalid ID as not found without a request', async () => {
  const { api } = await openPage(fakeService(stored), {}, 'not-an-id');
  expect(await screen.findByText('Memory block not found')).toBeInTheDocument();
  expect(recordedInputs(api, 'GET /memory-blocks/{id}')).toEqual([]);
});

it('confirms before deleting and returns to the list', async () => {
  const { shell, api } = await openPage();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete memory block' });
  expect(dialog).toHaveTextContent('Are you sure you want to delete this memory block?');
  expect(recordedInputs(api, 'DELETE /memory-blocks/{id}/hard-delete')).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(window.location.pathname).toBe('/memory-blocks'));
  expect(shell.shown).toContainEqual(['success', 'Memory block deleted successfully']);
});

it('saves changed fields and returns to the read view', async () => {
  const { user, shell, api } = await edit();
  expect(button('Save Changes')).toBeDisabled();
  write('Lessons learned', 'Measure first.');
  await user.click(button('Save Changes'));
  expect(await screen.findByText('Measure first.')).toBeInTheDocument();
  expect(shell.shown).toEqual([['success', 'Memory block updated successfully']]);
  expect(recordedInputs(api, PUT)[0]).toMatchObject({ body: { lessons_learned: 'Measure first.' } });
});

it('rejects metadata that is not JSON and keeps the form without sending it', async () => {
  const { user, shell, api } = await edit();
  write('Metadata', '{');
  expect(screen.getByText('Invalid JSON in metadata field')).toBeInTheDocument();
  await user.click(button('Save Changes'));
  expect(shell.shown).toEqual([['error', 'Invalid JSON in metadata field']]);
  expect(recordedInputs(api, PUT)).toEqual([]);
});

it('keeps the form when the connection is lost', async () => {
  const { user, shell } = await edit(
    fakeService(stored, {
      [PUT]: () => {
        throw new NetworkError(null);
      },
    }),
  );
  write('Lessons learned', 'Lesson 1: bound every queue. More.');
  await user.click(button('Save Changes'));
  const reason = 'Network error. Please check your internet connection and try again.';
  await waitFor(() => expect(shell.shown).toEqual([['error', `Failed to save changes: ${reason}`]]));
  expect(lesson()).toHaveValue('Lesson 1: bound every queue. More.');
  expect(screen.getByRole('alert')).toHaveTextContent('Your changes are still in the form.');
});

it("shows a newer version next to the person's text and saves on top of it", async () => {
  const current = {
    ...stored,
    lessons_learned: 'Theirs.',
    errors: 'E9',
    updated_at: '2026-05-01T00:00:00Z',
  };
  let isFirst = true;
  const { user, api } = await edit(
    fakeService(stored, {
      [PUT]: ({ body }: { body: object }) => {
        if (!isFirst) return { ...current, ...body };
        isFirst = false;
        return refusal(409, 'Changed.')();
      },
      'GET /memory-blocks/{id}': () => (isFirst ? stored : current),
    }),
  );
  write('Lessons learned', 'Mine.');
  await user.click(button('Save Changes'));
  const notice = await screen.findByRole('alert');
  expect(notice).toHaveTextContent('Someone else changed this memory block after you opened it.');
  expect(notice).toHaveTextContent('Updated to their version: errors.');
  expect(lesson()).toHaveValue('Mine.');
  expect(screen.getByRole('textbox', { name: 'Errors' })).toHaveValue('E9');
  await user.click(button('Use theirs'));
  expect(lesson()).toHaveValue('Theirs.');
  await user.click(button('Use mine'));
  await user.click(button('Save Changes'));
  await waitFor(() => expect(recordedInputs(api, PUT)).toHaveLength(2));
  expect(recordedInputs(api, PUT)[1]).toMatchObject({
    body: { lessons_learned: 'Mine.', expected_updated_at: '2026-05-01T00:00:00Z' },
  });
});

it('guards unsaved changes and confirms before Cancel discards them', async () => {
  const release = jest.fn();
  const holdDraft = jest.fn(() => release);
  const { user } = await edit(undefined, { holdDraft });
  expect(holdDraft).not.toHaveBeenCalled();
  write('Lessons learned', 'Changed');
  expect(holdDraft).toHaveBeenCalledWith('your changes to this memory block', expect.any(Function));
  await user.click(button('Cancel'));
  const question = await screen.findByRole('dialog', { name: 'Discard your changes?' });
  await user.click(within(question).getByRole('button', { name: 'Keep editing' }));
  expect(lesson()).toBeInTheDocument();
  await user.click(button('Cancel'));
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByRole('textbox')).not.toBeInTheDocument());
  expect(release).toHaveBeenCalled();
});

it("restores an edit after a reload, rebased onto others' changes", async () => {
  const { unmount } = await edit();
  write('Lessons learned', 'Mine.');
  unmount();
  await openPage(fakeService({ ...stored, errors: 'E9' }));
  expect(await screen.findByText('Restored your unsaved changes.')).toBeInTheDocument();
  expect(lesson()).toHaveValue('Mine.');
  expect(screen.getByRole('textbox', { name: 'Errors' })).toHaveValue('E9');
  expect(screen.getByRole('alert')).toHaveTextContent('Updated to their version: errors.');
  await userEvent.click(button('Discard'));
  expect(lesson()).toHaveValue('Lesson 1: bound every queue.');
  expect(screen.queryByText('Restored your unsaved changes.')).not.toBeInTheDocument();
});

it('restores nothing from an edit that was saved or discarded', async () => {
  const saved = await edit();
  write('Lessons learned', 'Saved.');
  await saved.user.click(button('Save Changes'));
  await screen.findByRole('button', { name: 'Edit' });
  saved.unmount();
  const left = await edit();
  write('Lessons learned', 'Mine.');
  await left.user.click(button('Cancel'));
  await left.user.click(await screen.findByRole('button', { name: 'Discard' }));
  await screen.findByRole('button', { name: 'Edit' });
  left.unmount();
  await edit();
  expect(screen.queryByText('Restored your unsaved changes.')).not.toBeInTheDocument();
});

it('does not let guests edit', async () => {
  const guardWrite = jest.fn(() => false);
  await edit(undefined, { guardWrite });
  expect(guardWrite).toHaveBeenCalledWith('Sign in to edit memory blocks.');
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
});

it('shows each change as a diff and restores an earlier version, with Undo', async () => {
  const version = (number: number, rest: object) => ({
    reason: 'memory_update',
    actor_user_id: null,
    ...stored,
    created_at: '2026-04-01T00:00:00Z',
    id: `v${number}`,
    version: number,
    keywords: ['one'],
    ...rest,
  });
  const RESTORE = 'POST /memory-blocks/{id}/versions/{version}/restore';
  const api = fakeService(stored, {
    'GET /memory-blocks/{id}/versions': () => [
      version(2, { lessons_learned: 'Second wording.', actor_user_id: testId(9), actor_name: 'Maren' }),
      version(1, { lessons_learned: 'First wording.' }),
    ],
    [RESTORE]: stored,
  });
  const { shell } = await openPage(api);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('tab', { name: 'History' }));
  const changes = within(await screen.findByRole('list', { name: 'Changes, newest first' }));
  expect(changes.getAllByText('Edited')).toHaveLength(2);
  expect(changes.getAllByRole('listitem')[0]).toHaveTextContent('Edited by Maren');
  expect(document.querySelectorAll('del, ins').length).toBeGreaterThan(1);
  await user.click(changes.getByRole('button', { name: 'Restore version 1' }));
  await waitFor(() =>
    expect(shell.shown).toEqual([
      ['success', 'Text of version 1 restored. Keywords and feedback are unchanged.'],
    ]),
  );
  await act(async () => shell.undo[0]?.());
  await waitFor(() => expect(recordedInputs(api, RESTORE).map((input) => input['params'])).toHaveLength(2));
  expect(recordedInputs(api, RESTORE)[1]).toMatchObject({ params: { version: '2' } });
});

it('lists retrievals with time, token, query and rank', async () => {
  const look = {
    user_id: 'u',
    token_id: 't',
    user_display_name: 'Maren',
    retrieved_at: '2026-04-01T00:00:00Z',
  };
  const items = [
    { ...look, token_name: 'CI', kind: 'search', query: 'queue', rank: 3 },
    { ...look, token_name: 'Laptop', kind: 'detail', query: null, rank: null },
  ];
  await openPage(fakeService(stored, { 'GET /memory-blocks/{id}/retrievals': { items, total_items: 2 } }));
  await userEvent.click(await screen.findByRole('tab', { name: 'Retrievals' }));
  const [, first, second] = await screen.findAllByRole('row');
  expect(first).toHaveTextContent(/Maren.*CI.*queue.*3/);
  expect(second).toHaveTextContent(/Laptop.*Opened by ID/);
});

describe('the dialog', () => {
  async function open(api = fakeService(stored)) {
    const close = jest.fn();
    const shell = shellWithUndo({ api });
    const params = new URLSearchParams({ block: testId(1) });
    await renderPart(<MemoryBlockDialog params={params} close={close} />, shell);
    return { close, shell, api, user: userEvent.setup() };
  }

  it('offers Edit, Delete and Close, and Save Changes and Cancel while editing', async () => {
    const { user, close } = await open();
    const dialog = await screen.findByRole('dialog', { name: /Incident 1 of the queue/ });
    await user.click(within(dialog).getByRole('button', { name: 'Edit' }));
    expect(button('Save Changes')).toBeInTheDocument();
    await user.click(button('Cancel'));
    expect(button('Delete')).toBeInTheDocument();
    await user.click(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1)!);
    expect(close).toHaveBeenCalled();
  });

  it('moves through the list by keyboard and returns focus to the last row read', async () => {
    const scroll = jest.fn();
    Element.prototype.scrollIntoView = scroll;
    const close = jest.fn();
    const params = new URLSearchParams({ block: testId(2) });
    await renderPart(
      <>
        <main>
          {[1, 2, 3].map((n) => (
            <div key={n} data-row={testId(n)}>
              <a href={`/?block=${testId(n)}`}>Row {n}</a>
            </div>
          ))}
        </main>
        <MemoryBlockDialog params={params} close={close} />
      </>,
      shellWithUndo({ api: fakeService(stored) }),
      `/?block=${testId(2)}`,
    );
    const address = () => new URLSearchParams(window.location.search).get('block');
    expect(await screen.findByRole('button', { name: 'Previous memory' })).toBeEnabled();
    fireEvent.keyDown(document.body, { key: 'j' });
    await waitFor(() => expect(address()).toBe(testId(3)));
    fireEvent.keyDown(document.body, { key: 'k' });
    await waitFor(() => expect(address()).toBe(testId(1)));
    expect(scroll).toHaveBeenCalledTimes(2);
    await userEvent.click(button('Close'));
    expect(close).toHaveBeenCalled();
    expect(screen.getByRole('link', { name: 'Row 2' })).toHaveFocus();
  });

  it('warns that deleting is permanent', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const question =
      'Are you sure you want to permanently delete this memory block? This action cannot be undone.';
    expect(await screen.findByText(question)).toBeInTheDocument();
  });
});
