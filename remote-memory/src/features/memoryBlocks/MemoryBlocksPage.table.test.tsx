import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { address, open } from '../../testing/memoryList';
import { block, keyword, page } from '../../testing/rows';
// Import the page up front: its first load takes longer than a test timeout.
import './MemoryBlocksPage';
import './MemoryTable';
import './TableOptionsMenu';

test('sorts the table by its columns', async () => {
  const { asked } = await open('/memory-blocks?sort=feedback', page([block(1)]));
  const user = userEvent.setup();
  await user.click(await screen.findByRole('radio', { name: 'Table' }));
  await screen.findByRole('table', { name: 'Memory blocks' });
  const header = (name: string) => screen.getByRole('columnheader', { name });
  expect(await screen.findByRole('columnheader', { name: 'Feedback' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await user.click(header('Retrieved'));
  expect(address()).toBe('/memory-blocks?sort=most');
  await user.click(header('Retrieved'));
  expect(address()).toBe('/memory-blocks?sort=least');
  await waitFor(() =>
    expect(asked().at(-1)).toMatchObject({ sort_by: 'retrieval_count', sort_order: 'asc' }),
  );
  await user.click(header('Age'));
  expect(address()).toBe('/memory-blocks');
});

test('shows in a row that its memory is marked wrong or outdated', async () => {
  await open('/memory-blocks', page([block(1, { problem: 'outdated' }), block(2)]));
  await userEvent.click(await screen.findByRole('radio', { name: 'Table' }));
  const table = await screen.findByRole('table', { name: 'Memory blocks' });
  expect(within(table).getAllByText('Outdated')).toHaveLength(1);
});

const LONG =
  'The lease of a worker ends after nine seconds and its job is taken over by the next worker of the pool';

test('remembers the selected columns and full titles for the next visit', async () => {
  const rows = page([block(1, { content: `${LONG}.`, keywords: [keyword('leases')] })]);
  const header = (name: string) => screen.queryByRole('columnheader', { name });
  const toggle = (name: string) => userEvent.click(screen.getByRole('checkbox', { name }));
  const openTable = async () => {
    const opened = await open('/memory-blocks', rows);
    await userEvent.click(await screen.findByRole('radio', { name: 'Table' }));
    await screen.findByRole('table', { name: 'Memory blocks' });
    return opened;
  };
  const first = await openTable();
  expect([header('ID'), header('Keywords')]).toEqual([expect.anything(), null]);
  expect(screen.queryByRole('link', { name: LONG })).toBeNull();
  await userEvent.click(await screen.findByRole('button', { name: 'Table options' }));
  for (const name of ['ID', 'Keywords', 'Changed', 'Full titles']) await toggle(name);
  expect([header('ID'), header('Keywords')]).toEqual([null, expect.anything()]);
  expect(screen.getByRole('link', { name: 'leases' })).toBeInTheDocument();
  first.unmount();

  const second = await openTable();
  expect([header('ID'), header('Keywords')]).toEqual([null, expect.anything()]);
  expect(screen.getByRole('link', { name: LONG })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('columnheader', { name: 'Changed' }));
  await waitFor(() =>
    expect(second.asked().at(-1)).toMatchObject({ sort_by: 'updated_at', sort_order: 'desc' }),
  );
  // No other direction is available.
  await userEvent.click(screen.getByRole('columnheader', { name: 'Changed' }));
  expect(address()).toBe('/memory-blocks?sort=changed');
  second.unmount();
});

test('remembers the page size for the next visit unless the address names one', async () => {
  const first = await open('/memory-blocks', page([block(1)], 100));
  const sizes = () => screen.findByRole('combobox', { name: 'Page size' });
  await userEvent.selectOptions(await sizes(), '48 per page');
  await waitFor(() => expect(first.asked().at(-1)).toMatchObject({ limit: 48 }));
  first.unmount();
  for (const [where, limit] of [
    ['/memory-blocks', 48],
    ['/memory-blocks?size=24', 24],
  ] as const) {
    const next = await open(where, page([block(1)], 100));
    await sizes();
    expect(next.asked().at(-1)).toMatchObject({ limit });
    next.unmount();
  }
});
