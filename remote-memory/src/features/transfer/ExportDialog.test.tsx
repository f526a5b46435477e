import { act, fireEvent, screen } from '@testing-library/react';
import { fakeApi, fakeShell } from '@hindsight/shared-contracts/testing';
import { download } from '@hindsight/shared-contracts/rules';
import { toMemory, type Memory } from '../../model/memory';
import { NO_FILTERS } from '../../model/memoryFilters';
import { BLOCKS, findPart, type Asked } from '../../testing/memoryList';
import { renderPart } from '../../testing/renderPart';
import { block, page } from '../../testing/rows';
import { refusal } from '../../testing/service';
import { ExportDialog } from './ExportDialog';

jest.mock('@hindsight/shared-contracts/rules', () => ({
  ...jest.requireActual<object>('@hindsight/shared-contracts/rules'),
  download: jest.fn(),
}));
const saved = jest.mocked(download);
beforeEach(() => saved.mockClear());

/** 501 blocks: one more than a single request reads. */
const ALL = Array.from({ length: 501 }, (_, index) => block(index + 1));

async function open(answer: unknown, search = '', chosen?: Memory[]) {
  const api = fakeApi({ [BLOCKS]: answer, ...NAMES });
  const asked = () =>
    api.calls.filter(({ key }) => key === BLOCKS).map(({ input }) => (input as { query: Asked }).query);
  const view = { ...NO_FILTERS, search, page: 1, size: 12, sort: 'recent', mode: 'text' } as const;
  await renderPart(
    <ExportDialog view={view} total={501} chosen={chosen} onClose={jest.fn()} />,
    fakeShell({ api }),
  );
  return asked;
}
const NAMES = {
  'GET /agents/': page([
    { agent_id: 'a1', agent_name: 'Planner', description: 'Plans.', visibility_scope: 'personal' },
  ]),
  'GET /keywords/': [{ keyword_id: 'k1', keyword_text: 'dns' }],
};
const click = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));

it('reads every page of the current filters and saves one file', async () => {
  const asked = await open(({ query }: { query: Asked }) => findPart(ALL, query), 'queue');
  expect(screen.getByText('501 memory blocks: memories that match your filters.')).toBeInTheDocument();
  await click('Export');
  expect(
    await screen.findByText(/^501 memory blocks written to memory-blocks-.*\.json\.$/),
  ).toBeInTheDocument();
  expect(asked()).toMatchObject([
    { search_query: 'queue' },
    { search_query: 'queue', after: `${block(500).created_at}_${block(500).id}` },
  ]);
  const [parts, type] = saved.mock.calls[0]!;
  expect(type).toBe('application/json');
  const file = JSON.parse(await new Response(new Blob([...parts])).text()) as { items: unknown[] };
  expect(file.items).toHaveLength(501);
});

it('exports the whole workspace with archived memories, agents and keywords', async () => {
  const asked = await open(page([block(1)]));
  await click('Export');
  await screen.findByText(/^1 memory block written/);
  expect(asked()).toMatchObject([{ include_archived: 'true' }]);
  const [parts] = saved.mock.calls[0]!;
  expect(JSON.parse(await new Response(new Blob([...parts])).text())).toMatchObject({
    items: [{ content: block(1).content }],
    agents: [{ agent_name: 'Planner', description: 'Plans.' }],
    keywords: ['dns'],
  });
});

it('reads smaller pages when a response would be too large, and skips no row', async () => {
  const asked = await open(({ query }: { query: Asked }) => {
    if (query.limit > 130) return refusal(413, 'Too large.')();
    return findPart(ALL, query);
  });
  await click('Export');
  await screen.findByText(/^501 memory blocks written/);
  expect(asked().map(({ limit }) => limit)).toEqual([500, 250, 125, 125, 125, 125, 125]);
});

it('writes no file when a page fails to load, and offers a retry', async () => {
  await open(refusal(500, 'Out of order'));
  await click('Export');
  expect(screen.getByRole('alert')).toHaveTextContent(
    'The export stopped after 0 memory blocks, and no file was written: Out of order',
  );
  expect(screen.getByRole('button', { name: 'Try Again' })).toBeInTheDocument();
  expect(saved).not.toHaveBeenCalled();
});

it('exports only the selected memories without further requests', async () => {
  const asked = await open(page(ALL), '', [toMemory(block(1)), toMemory(block(2))]);
  expect(screen.getByText('2 memory blocks: the memories you selected.')).toBeInTheDocument();
  expect(screen.queryByRole('checkbox')).toBeNull();
  await click('Export');
  await screen.findByText(/^2 memory blocks written/);
  expect(asked()).toEqual([]);
  const [parts] = saved.mock.calls[0]!;
  const file = JSON.parse(await new Response(new Blob([...parts])).text()) as { items: unknown[] };
  expect(file.items).toHaveLength(2);
});
