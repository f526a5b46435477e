import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FakeAnswers } from '@hindsight/shared-contracts/testing';
import { CHECK, open } from '../../testing/memoryList';
import { block, testId, page } from '../../testing/rows';
import { recordedInputs, refusal, type Service } from '../../testing/service';
// Import the page up front: its first load takes longer than a test timeout.
import '../memoryBlocks/MemoryBlocksPage';
import './BulkDialog';

const ARCHIVE = 'POST /memory-blocks/{id}/archive';
const DELETE = 'DELETE /memory-blocks/{id}/hard-delete';
const LOSING = {
  checked: 1,
  lost: [
    {
      id: testId(90),
      question: 'slow queue',
      memories: [{ memory_block_id: testId(1), title: 'Incident 1', state: 'archived', place: null }],
    },
  ],
};

/** Opens the list, selects the first memory and clicks a button of the selection bar. */
async function begin(name: 'Archive' | 'Delete', check: FakeAnswers[string]) {
  const { shell } = await open(
    '/memory-blocks',
    page([block(1), block(2)]),
    {},
    {
      [CHECK]: check,
      [ARCHIVE]: null,
      [DELETE]: null,
    },
  );
  await userEvent.click(await screen.findByRole('checkbox', { name: /^Select Incident 1/ }));
  await userEvent.click(screen.getByRole('button', { name }));
  return { shell, api: shell.api as Service };
}

it('confirms first when archiving would cost a pinned question a memory, and archives on confirmation', async () => {
  const { api } = await begin('Archive', LOSING);
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByText(/“slow queue” \(“Incident 1”\)/)).toBeInTheDocument();
  expect(recordedInputs(api, CHECK)[0]).toMatchObject({ body: { archived_ids: [testId(1)] } });
  expect(recordedInputs(api, ARCHIVE)).toHaveLength(0);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Archive' }));
  await waitFor(() => expect(recordedInputs(api, ARCHIVE)).toHaveLength(1));
});

it('archives without confirmation when no pinned question loses a memory', async () => {
  const { api } = await begin('Archive', { checked: 1, lost: [] });
  await waitFor(() => expect(recordedInputs(api, ARCHIVE)).toHaveLength(1));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('reports that the check failed and archives anyway', async () => {
  const { api, shell } = await begin('Archive', refusal(500, 'The search is broken.'));
  await waitFor(() => expect(recordedInputs(api, ARCHIVE)).toHaveLength(1));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(shell.shown[0]).toEqual(['warning', 'Couldn’t check the pinned questions: The search is broken.']);
});

it('names the affected questions before a deletion', async () => {
  const { api } = await begin('Delete', LOSING);
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByText(/slow queue/)).toBeInTheDocument();
  expect(recordedInputs(api, CHECK)).toMatchObject([{ body: { deleted_ids: [testId(1)] } }]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(recordedInputs(api, DELETE)).toHaveLength(1));
});
