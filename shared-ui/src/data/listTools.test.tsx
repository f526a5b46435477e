import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { FilterChips } from './FilterChips';
import { Fact, ItemCard, TagList } from '../core/content/ItemCard';
import { pageNumbers, Pagination, rangeText } from './Pagination';
import { RefreshControl } from './RefreshControl';
import { SearchBox } from './SearchBox';
import { Segmented } from './Segmented';
import { Select } from './Select';
import { SelectMany } from './SelectMany';
import { Table } from '../table/Table';

function Search() {
  const [value, setValue] = useState('');
  return <SearchBox label="Search memories" value={value} onChange={setValue} />;
}

it('shows each letter although the page follows later, and adopts a value that the page sets', async () => {
  const heard: string[] = [];
  const box = (value: string) => (
    <SearchBox label="Search" value={value} onChange={(next) => heard.push(next)} />
  );
  const { rerender } = render(box(''));
  const field = screen.getByRole('searchbox');
  await userEvent.type(field, 'abc');
  expect(field).toHaveValue('abc');
  expect(heard).toEqual(['a', 'ab', 'abc']);
  // The page follows letter by letter; then the person goes back.
  for (const value of ['a', 'abc']) {
    rerender(box(value));
    expect(field).toHaveValue('abc');
  }
  rerender(box('earlier'));
  expect(field).toHaveValue('earlier');
});

it('jumps into the search box with / and empties it with Escape', async () => {
  const user = userEvent.setup();
  render(<Search />);
  const box = screen.getByRole('searchbox', { name: 'Search memories' });
  await user.keyboard('/');
  expect(box).toHaveFocus();
  await user.keyboard('a/b');
  expect(box).toHaveValue('a/b');
  await user.keyboard('{Escape}');
  expect(box).toHaveValue('');
});

it('leaves / alone while someone writes elsewhere', async () => {
  const user = userEvent.setup();
  render(
    <>
      <Search />
      <textarea aria-label="Note" />
    </>,
  );
  await user.click(screen.getByRole('textbox', { name: 'Note' }));
  await user.keyboard('/');
  expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('/');
});

it('removes one filter or all of them, and shows nothing without filters', async () => {
  const onRemove = jest.fn();
  const onClearAll = jest.fn();
  const { rerender, container } = render(
    <FilterChips items={[{ key: 'a', label: 'Agent: Reviewer', onRemove }]} onClearAll={onClearAll} />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Remove filter Agent: Reviewer' }));
  await userEvent.click(screen.getByRole('button', { name: 'Clear all' }));
  expect([onRemove.mock.calls.length, onClearAll.mock.calls.length]).toEqual([1, 1]);
  rerender(<FilterChips items={[]} onClearAll={onClearAll} />);
  expect(container).toBeEmptyDOMElement();
});

it('counts what a page shows', () => {
  expect(rangeText(1, 12, 30, 'memory blocks')).toBe('1-12 of 30 memory blocks');
  expect(rangeText(3, 12, 30, 'memory blocks')).toBe('25-30 of 30 memory blocks');
  expect(rangeText(1, 12, 0, 'memory blocks')).toBe('');
});

it.each([
  ['few pages', 2, 3, [1, 2, 3]],
  ['the first page', 1, 20, [1, 2, 20]],
  ['a page in between', 10, 20, [1, 9, 10, 11, 20]],
  ['the only page', 1, 1, [1]],
])('offers the first, the last and the neighboring pages for %s', (_, page, last, numbers) => {
  expect(pageNumbers(page, last)).toEqual(numbers);
});

it('turns the page', async () => {
  const onChange = jest.fn();
  render(<Pagination page={1} pageSize={12} total={30} label="memory blocks" onChange={onChange} />);
  const pages = within(screen.getByRole('navigation', { name: 'Pages of memory blocks' }));
  expect(pages.getByRole('button', { name: 'Page 1' })).toHaveAttribute('aria-current', 'page');
  expect(pages.getByRole('button', { name: 'Previous page' })).toBeDisabled();
  await userEvent.click(pages.getByRole('button', { name: 'Page 3' }));
  await userEvent.click(pages.getByRole('button', { name: 'Next page' }));
  expect(onChange.mock.calls).toEqual([
    [3, 12],
    [2, 12],
  ]);
});

it('keeps the first row on the page when the page size changes', async () => {
  const onChange = jest.fn();
  render(
    <Pagination
      page={3}
      pageSize={12}
      pageSizes={[12, 24, 48]}
      total={100}
      label="memory blocks"
      onChange={onChange}
    />,
  );
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Page size' }), '48 per page');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Page size' }), '24 per page');
  expect(onChange.mock.calls).toEqual([
    [1, 48],
    [2, 24],
  ]);
});

const AGENTS = Array.from({ length: 120 }, (_, index) => ({ value: `${index}`, label: `Agent ${index}` }));

it('chooses one from a list', async () => {
  const onChange = jest.fn();
  render(<Select label="Agent" value="3" options={AGENTS} onChange={onChange} />);
  const select = screen.getByRole('combobox', { name: 'Agent' });
  expect(select).toHaveDisplayValue('Agent 3');
  await userEvent.selectOptions(select, 'Agent 7');
  expect(onChange).toHaveBeenCalledWith('7');
});

it('chooses several from a long list, which typing searches', async () => {
  const onChange = jest.fn();
  const props = { label: 'Agents', placeholder: 'All agents', emptyText: 'No agents yet' };
  render(<SelectMany {...props} value={['3']} options={AGENTS} onChange={onChange} />);
  await userEvent.click(screen.getByRole('button', { name: 'Agents: Agent 3' }));
  const panel = within(screen.getByRole('dialog', { name: 'Agents' }));
  expect(panel.getByText('20 more: type to find them.')).toBeInTheDocument();
  await userEvent.type(panel.getByRole('searchbox', { name: 'Search agents' }), '119');
  await userEvent.click(panel.getByRole('checkbox', { name: 'Agent 119' }));
  expect(panel.getAllByRole('checkbox')).toHaveLength(1);
  await userEvent.click(panel.getByRole('button', { name: 'Clear' }));
  expect(onChange.mock.calls).toEqual([[['3', '119']], [[]]]);
});

it('says why there is nothing to choose', async () => {
  const props = { label: 'Agents', placeholder: 'All agents', emptyText: 'No agents yet' };
  render(<SelectMany {...props} value={[]} options={[]} onChange={jest.fn()} />);
  await userEvent.click(screen.getByRole('button', { name: 'Agents: All agents' }));
  expect(screen.getByText('No agents yet')).toBeInTheDocument();
});

it('shows how old the rows are and refreshes them', async () => {
  const onRefresh = jest.fn();
  const now = Date.parse('2026-03-01T12:00:00Z');
  jest.spyOn(Date, 'now').mockReturnValue(now);
  render(<RefreshControl updatedAt={now} refreshing={false} onRefresh={onRefresh} />);
  expect(screen.getByText('Updated just now')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(onRefresh).toHaveBeenCalledTimes(1);
});

it('chooses one of a few views', async () => {
  const onChange = jest.fn();
  const options = [
    { value: 'cards', label: 'Cards' },
    { value: 'table', label: 'Table' },
  ] as const;
  render(<Segmented label="View" value="cards" options={options} onChange={onChange} />);
  expect(screen.getByRole('radio', { name: 'Cards' })).toBeChecked();
  await userEvent.click(screen.getByRole('radio', { name: 'Table' }));
  expect(onChange).toHaveBeenCalledWith('table');
});

it('names a table and shows its rows', () => {
  render(
    <Table
      label="Agents"
      rowKey={(row) => row.id}
      rows={[{ id: '1', name: 'Reviewer' }]}
      columns={[{ title: 'Name', dataIndex: 'name' }]}
    />,
  );
  expect(screen.getByRole('table', { name: 'Agents' })).toBeInTheDocument();
  expect(screen.getByRole('cell', { name: 'Reviewer' })).toBeInTheDocument();
});

it('measures no scroll bar with a style that the page refuses', () => {
  const added = jest.spyOn(Node.prototype, 'appendChild');
  render(
    <Table
      label="Agents"
      rowKey={() => '1'}
      rows={[{ name: 'Reviewer' }]}
      columns={[{ dataIndex: 'name' }]}
    />,
  );
  const styles = added.mock.calls.filter(([node]) => node instanceof HTMLStyleElement);
  expect(styles.filter(([node]) => node.textContent?.includes('scrollbar-measure'))).toEqual([]);
});

it('shows a row as a card: marked when selected, tags counted beyond the limit, facts with their words', () => {
  render(
    <ItemCard
      isSelected
      facts={
        <Fact icon="memory" label="Memory">
          12345678
        </Fact>
      }
    >
      <h2>Retry calls</h2>
      <TagList label="Keywords" tags={['a', 'b', 'c', 'd']} limit={2} />
    </ItemCard>,
  );
  expect(screen.getByRole('article')).toHaveAttribute('data-selected', 'true');
  const tags = screen.getAllByRole('listitem').map((item) => item.textContent);
  expect(tags).toEqual(['a', 'b', '+2 more']);
  expect(screen.getByRole('img', { name: 'Memory' })).toBeInTheDocument();
});
