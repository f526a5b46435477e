import { screen, within } from '@testing-library/react';
import { address, open, settle, typing } from '../../testing/memoryList';
import { AGENT_ID, block, testId, keyword, page } from '../../testing/rows';
// Import the page up front: its first load takes longer than a test timeout.
import './MemoryBlocksPage';

beforeEach(() => jest.useFakeTimers({ now: new Date(2026, 2, 10, 15) }));
afterEach(() => jest.useRealTimers());

const HYBRID = 'GET /memory-blocks/search/hybrid';
const keywords = { 'GET /keywords/': page([keyword('dns'), keyword('tls')]) };
const chips = () =>
  within(screen.getByRole('list', { name: 'Active filters' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

test('reads every filter from the address, sends it and shows it as a chip', async () => {
  const where = `/memory-blocks?agent=${AGENT_ID},${testId(7)}&keyword=dns,tls&match=all&created=yesterday&retrieved=2026-03-01..2026-03-04&feedback=low&origin=person`;
  const { asked } = await open(where, page([block(1)]), {}, keywords);
  await screen.findByRole('article');
  expect(asked().at(-1)).toMatchObject({
    agent_id: `${AGENT_ID},${testId(7)}`,
    keyword_id: 'dns,tls',
    keyword_match: 'all',
    created_after: new Date(2026, 2, 9).toISOString(),
    retrieved_after: new Date(2026, 2, 1).toISOString(),
    retrieved_before: new Date(2026, 2, 5).toISOString(),
    feedback: 'low',
    origin: 'person',
  });
  await screen.findByText('Keyword: dns');
  expect(chips()).toEqual([
    'Agent: Reviewer',
    'Agent: Agent 00000007',
    'Keyword: dns',
    'Keyword: tls',
    'All of the keywords',
    'Created: since yesterday',
    'Retrieved: 2026-03-01 to 2026-03-04',
    'Feedback: Low (0-59)',
    'Written by: Person',
  ]);
  const user = typing();
  await user.click(screen.getByRole('button', { name: 'Remove filter Agent: Reviewer' }));
  expect(address()).toContain(`agent=${testId(7)}&`);
  await user.click(screen.getByRole('button', { name: 'Clear all' }));
  expect(address()).toBe('/memory-blocks');
});

test('applies the same filters to a ranked search', async () => {
  const { shell } = await open(
    '/memory-blocks?search=dns&changed=today&feedback=marked',
    page([]),
    {},
    { ...keywords, [HYBRID]: [] },
  );
  await settle();
  const { calls } = shell.api as unknown as { calls: { key: string; input: unknown }[] };
  expect(calls.find(({ key }) => key === HYBRID)?.input).toMatchObject({
    query: { query: 'dns', updated_after: new Date(2026, 2, 10).toISOString(), feedback: 'marked' },
  });
});

test('opens the filters in a panel', async () => {
  await open('/memory-blocks?page=2', page([block(1)], 30), {}, keywords);
  await screen.findByRole('article');
  const user = typing();
  const button = screen.getByRole('button', { name: 'Filters' });
  expect(button).toHaveAttribute('aria-expanded', 'false');
  await user.click(button);
  const panel = screen.getByRole('group', { name: 'Filters' });
  await user.selectOptions(within(panel).getByRole('combobox', { name: 'Changed' }), 'Since yesterday');
  expect(address()).toBe('/memory-blocks?changed=yesterday');
  const feedback = within(panel).getByRole('combobox', { name: 'Feedback' });
  await user.selectOptions(feedback, 'Marked wrong or outdated');
  expect(address()).toBe('/memory-blocks?changed=yesterday&feedback=marked');
  expect(screen.getByRole('button', { name: 'Filters (2)' })).toHaveAttribute('aria-expanded', 'true');
});

test('shows the selected number of rows per page', async () => {
  const { asked } = await open('/memory-blocks?size=48&page=2', page([block(1)], 90, 48));
  await screen.findByRole('article');
  expect(asked().at(-1)).toMatchObject({ skip: 48, limit: 48 });
});
