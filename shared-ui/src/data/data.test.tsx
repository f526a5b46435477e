import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef, useState } from 'react';
import type { LostQuestion } from '@hindsight/shared-contracts/api';
import { ApiError } from '@hindsight/shared-contracts/api/client';
import { endOfDay, startOfDay } from '@hindsight/shared-contracts/rules';
import type { Shell } from '@hindsight/shared-contracts/shell';
import { FakeShellProvider, fakeApi, fakeShell } from '@hindsight/shared-contracts/testing';
import { Fact, ItemCard, TagList } from '../core/content/ItemCard';
import { Dropdown } from '../core/float/Dropdown';
import { Table } from '../table/Table';
import { DateRange } from './DateRange';
import type { Range } from './DateRange';
import { FilterChips } from './FilterChips';
import { LostQuestionsNote } from './LostQuestionsNote';
import { Pagination, pageNumbers, rangeText } from './Pagination';
import { PlainCheckbox } from './PlainCheckbox';
import { RefreshControl } from './RefreshControl';
import { SearchBox } from './SearchBox';
import { Segmented } from './Segmented';
import { Select } from './Select';
import { SelectMany } from './SelectMany';
import { SelectionBar } from './SelectionBar';
import { lostQuestionsText } from './lostQuestions';
import { useListKeys } from './useListKeys';
import { useSelection } from './useSelection';

describe('PlainCheckbox', () => {
  it('is named by its label, visible or not, and reports its new state', async () => {
    const onChange = jest.fn();
    render(
      <>
        <PlainCheckbox label="Select all" value={false} indeterminate onChange={onChange} />
        <PlainCheckbox label="networking" isLabelShown value onChange={onChange} />
      </>,
    );
    expect(screen.getByRole('checkbox', { name: 'Select all' })).toBePartiallyChecked();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all' }));
    expect(onChange).toHaveBeenLastCalledWith(true);
    await userEvent.click(screen.getByText('networking'));
    expect(onChange).toHaveBeenLastCalledWith(false);
  });

  it('ignores clicks while disabled', async () => {
    const onChange = jest.fn();
    render(<PlainCheckbox label="Select all" value={false} disabled onChange={onChange} />);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all' }));
    expect(onChange).not.toHaveBeenCalled();
  });
});

describe('listTools', () => {
  function Search() {
    const [value, setValue] = useState('');
    return <SearchBox label="Search memories" value={value} onChange={setValue} />;
  }

  it('shows each letter before the page updates, and adopts a value set by the page', async () => {
    const heard: string[] = [];
    const box = (value: string) => (
      <SearchBox label="Search" value={value} onChange={(next) => heard.push(next)} />
    );
    const { rerender } = render(box(''));
    const field = screen.getByRole('searchbox');
    await userEvent.type(field, 'abc');
    expect(field).toHaveValue('abc');
    expect(heard).toEqual(['a', 'ab', 'abc']);
    // The page catches up letter by letter; then the person goes back.
    for (const value of ['a', 'abc']) {
      rerender(box(value));
      expect(field).toHaveValue('abc');
    }
    rerender(box('earlier'));
    expect(field).toHaveValue('earlier');
  });

  it('focuses the search box with / and clears it with Escape', async () => {
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

  it('ignores / while the person types elsewhere', async () => {
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

  it('removes one filter or all of them, and renders nothing without filters', async () => {
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

  it('summarizes the range of a page', () => {
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

  it('changes the page', async () => {
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

  it('selects one option', async () => {
    const onChange = jest.fn();
    render(<Select label="Agent" value="3" options={AGENTS} onChange={onChange} />);
    const select = screen.getByRole('combobox', { name: 'Agent' });
    expect(select).toHaveDisplayValue('Agent 3');
    await userEvent.selectOptions(select, 'Agent 7');
    expect(onChange).toHaveBeenCalledWith('7');
  });

  it('selects several options from a long list that is searchable', async () => {
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

  it('explains an empty list of options', async () => {
    const props = { label: 'Agents', placeholder: 'All agents', emptyText: 'No agents yet' };
    render(<SelectMany {...props} value={[]} options={[]} onChange={jest.fn()} />);
    await userEvent.click(screen.getByRole('button', { name: 'Agents: All agents' }));
    expect(screen.getByText('No agents yet')).toBeInTheDocument();
  });

  it('shows the age of the rows and refreshes them', async () => {
    const onRefresh = jest.fn();
    const now = Date.parse('2026-03-01T12:00:00Z');
    jest.spyOn(Date, 'now').mockReturnValue(now);
    render(<RefreshControl updatedAt={now} refreshing={false} onRefresh={onRefresh} />);
    expect(screen.getByText('Updated just now')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(onRefresh).toHaveBeenCalledTimes(1);
  });

  it('selects one of a few views', async () => {
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

  it('labels a table and shows its rows', () => {
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

  it('does not measure scroll bars with a style element, which the page’s CSP blocks', () => {
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

  it('renders a row as a card: marks the selection, counts tags beyond the limit and labels facts', () => {
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
});

describe('lostQuestions', () => {
  const CHECK = 'POST /pinned-questions/check';
  const lost = (question: string, ...titles: (string | null)[]): LostQuestion => ({
    id: question,
    question,
    memories: titles.map((title) => ({ memory_block_id: 'm', title, state: 'archived', place: null })),
  });
  const answering = (...questions: LostQuestion[]) => fakeApi({ [CHECK]: { checked: 9, lost: questions } });

  it('names the question and the memories that it would lose', async () => {
    expect(await lostQuestionsText(answering(lost('dns cache', 'Flush it', null)), {})).toBe(
      'A pinned question would no longer find its expected memories: “dns cache” (“Flush it”, “a deleted memory”).',
    );
    const many = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => lost(name, 'T'));
    expect(await lostQuestionsText(answering(...many), {})).toBe(
      '7 pinned questions would no longer find their expected memories: “a” (“T”), “b” (“T”), “c” (“T”), “d” (“T”), “e” (“T”), 2 more.',
    );
    expect(await lostQuestionsText(answering(), {})).toBeNull();
  });

  it('checks thousands of memories in chunks and names a question once', async () => {
    const api = answering(lost('dns cache', 'Flush it'));
    const ids = Array.from({ length: 2001 }, (_, n) => String(n));
    expect(await lostQuestionsText(api, { archived_ids: ids })).toBe(
      'A pinned question would no longer find its expected memories: “dns cache” (“Flush it”, “Flush it”, “Flush it”).',
    );
    const parts = api.calls.map(
      ({ input }) => (input as { body: { archived_ids: string[] } }).body.archived_ids,
    );
    expect(parts.map(({ length }) => length)).toEqual([1000, 1000, 1]);
    expect(parts.flat()).toEqual(ids);
  });

  const note = (overrides: Partial<Shell>) =>
    render(
      <FakeShellProvider shell={fakeShell(overrides)}>
        <LostQuestionsNote changes={{ archived_ids: ['m'] }} />
      </FakeShellProvider>,
    );

  it('shows the loss, or why the check failed', async () => {
    note({ api: answering(lost('dns cache', 'Flush it')) });
    expect(await screen.findByText(/dns cache/)).toBeInTheDocument();
    note({
      api: fakeApi({
        [CHECK]: () => {
          throw new ApiError(500, 'The database is away.', '', null);
        },
      }),
    });
    expect(await screen.findByText(/Couldn’t check the pinned questions: /)).toBeInTheDocument();
  });

  it('is empty if nothing is lost, and sends no request for people who may not make changes', async () => {
    const api = answering();
    note({ api });
    await waitFor(() => expect(api.calls).toHaveLength(1));
    const guest = answering(lost('dns cache', 'Flush it'));
    note({ api: guest, session: { status: 'guest', user: null } });
    expect(guest.calls).toHaveLength(0);
    for (const status of screen.getAllByRole('status')) expect(status).toBeEmptyDOMElement();
  });
});

describe('selection', () => {
  const NOUN = { one: 'memory', many: 'memories' };

  it('announces the count, offers to select all matches, and is hidden without a selection', async () => {
    const user = userEvent.setup();
    const onSelectAll = jest.fn();
    const onClear = jest.fn();
    const bar = (count: number) => (
      <SelectionBar count={count} total={240} noun={NOUN} onSelectAll={onSelectAll} onClear={onClear}>
        <button type="button">Archive</button>
      </SelectionBar>
    );
    const { rerender } = render(bar(1));
    expect(screen.getByRole('status')).toHaveTextContent('1 memory selected');
    expect(screen.getByRole('region', { name: 'Selection' })).toContainElement(screen.getByText('Archive'));
    await user.click(screen.getByRole('button', { name: 'Select all 240 matching' }));
    await user.click(screen.getByRole('button', { name: 'Clear Selection' }));
    expect([onSelectAll.mock.calls.length, onClear.mock.calls.length]).toEqual([1, 1]);
    rerender(bar(240));
    expect(screen.getByRole('status')).toHaveTextContent('All 240 memories selected');
    expect(screen.queryByRole('button', { name: /Select all/ })).not.toBeInTheDocument();
    rerender(bar(0));
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
    expect(screen.queryByRole('region')).not.toBeInTheDocument();
  });

  interface ListProps {
    names: string[];
    log: string[];
    layer?: object;
    filter?: string;
  }

  function List({ names, log, layer, filter = '' }: ListProps) {
    const list = useRef<HTMLUListElement>(null);
    const say = (what: string) => (id: string) => void log.push(`${what} ${id}`);
    const selection = useSelection(names, filter);
    useListKeys(list, { selection, onArchive: (ids) => log.push(`archive ${ids.join(' and ')}`) });
    return (
      <>
        <input aria-label="Search" />
        {layer && <div {...layer} />}
        <output>{[...selection.ids].join(' ')}</output>
        <button type="button" onClick={selection.selectAll}>
          Everything
        </button>
        <ul ref={list}>
          {names.map((name) => (
            <li key={name} data-row={name}>
              <button type="button">Copy {name}</button>
              <button type="button" data-opens onClick={() => say('open')(name)}>
                {name}
              </button>
            </li>
          ))}
        </ul>
      </>
    );
  }

  it('moves focus with j and k and acts on the focused row', async () => {
    const user = userEvent.setup();
    const log: string[] = [];
    render(<List names={['one', 'two']} log={log} />);
    await user.keyboard('x{Enter}');
    expect(log).toEqual([]);
    await user.keyboard('jjj');
    expect(screen.getByRole('button', { name: 'two' })).toHaveFocus();
    await user.keyboard('k{Enter}e');
    expect(log).toEqual(['open one', 'archive one']);
  });

  const selected = () => screen.getByRole('status').textContent;

  it('archives the selected rows, regardless of focus', async () => {
    const user = userEvent.setup();
    const log: string[] = [];
    render(<List names={['one', 'two', 'three']} log={log} />);
    await user.keyboard('jxjxj');
    expect(selected()).toBe('one two');
    await user.keyboard('e');
    await user.click(document.body);
    await user.keyboard('e');
    expect(log).toEqual(['archive one and two', 'archive one and two']);
    await user.keyboard('{Escape}');
    expect(selected()).toBe('');
  });

  it('drops a row from the selection when it leaves the list, even if it returns', async () => {
    const user = userEvent.setup();
    const list = (names: string[], filter = '') => <List names={names} log={[]} filter={filter} />;
    const { rerender } = render(list(['one', 'two', 'three']));
    await user.keyboard('jxjx');
    rerender(list(['one', 'three']));
    expect(selected()).toBe('one');
    rerender(list(['one', 'two', 'three']));
    expect(selected()).toBe('one');
    rerender(list(['one', 'two', 'three'], 'another search'));
    expect(selected()).toBe('');
  });

  it('deselects one row after selecting all', async () => {
    const user = userEvent.setup();
    render(<List names={['one', 'two', 'three']} log={[]} />);
    await user.keyboard('jx');
    await user.click(screen.getByRole('button', { name: 'Everything' }));
    expect(selected()).toBe('one two three');
    await user.keyboard('jjx');
    expect(selected()).toBe('one three');
  });

  it('ignores letters in text fields, keys with Control, and all keys below an open or loading dialog', async () => {
    const user = userEvent.setup();
    const log: string[] = [];
    const { rerender } = render(<List names={['one', 'two']} log={log} />);
    await user.click(screen.getByRole('button', { name: 'Copy two' }));
    await user.keyboard('{Control>}x{/Control}');
    await user.click(screen.getByRole('textbox', { name: 'Search' }));
    await user.keyboard('jxe');
    expect(screen.getByRole('textbox')).toHaveValue('jxe');
    expect(log).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Copy two' }));
    await user.keyboard('e');
    expect(log).toEqual(['archive two']);
    rerender(<List names={['one', 'two']} log={log} layer={{ role: 'dialog' }} />);
    await user.keyboard('e');
    rerender(<List names={['one', 'two']} log={log} layer={{ 'data-layer': true }} />);
    await user.keyboard('e');
    expect(log).toHaveLength(1);
  });

  it('acts once while a key is held down, but keeps moving', async () => {
    const log: string[] = [];
    render(<List names={['one', 'two', 'three']} log={log} />);
    const press = (key: string, repeat = false) =>
      fireEvent.keyDown(document.activeElement!, { key, repeat });
    press('j');
    press('j', true);
    expect(screen.getByRole('button', { name: 'two' })).toHaveFocus();
    press('e');
    press('e', true);
    press('x');
    press('x', true);
    expect(log).toEqual(['archive two']);
    expect(selected()).toBe('two');
  });

  it('leaves the keys to an open menu', async () => {
    const user = userEvent.setup();
    const log: string[] = [];
    render(
      <>
        <List names={['one', 'two']} log={log} />
        <Dropdown
          label="More"
          trigger="…"
          items={[{ key: 'edit', label: 'Edit', onSelect: () => log.push('edit') }]}
        />
      </>,
    );
    await user.keyboard('jx');
    await user.click(screen.getByRole('button', { name: 'More' }));
    await user.keyboard('ej');
    expect(log).toEqual([]);
    expect(screen.getByRole('menuitem', { name: 'Edit' })).toHaveFocus();
    await user.keyboard('{Escape}e');
    expect(log).toEqual(['archive one']);
  });

  it('moves focus to the row that replaces a removed one', async () => {
    const user = userEvent.setup();
    const { rerender } = render(<List names={['one', 'two', 'three']} log={[]} />);
    const row = (name: string) => screen.getByRole('button', { name });
    await user.keyboard('jj');
    rerender(<List names={['one', 'three']} log={[]} />);
    expect(row('three')).toHaveFocus();
    rerender(<List names={['one']} log={[]} />);
    expect(row('one')).toHaveFocus();
    await user.click(document.body);
    rerender(<List names={['four']} log={[]} />);
    expect(document.body).toHaveFocus();
  });

  function Range({ start, onRange }: { start: Range; onRange(range: Range): void }) {
    const [value, set] = useState(start);
    return (
      <DateRange
        label="Created"
        value={value}
        onChange={(next) => {
          set(next);
          onRange(next);
        }}
      />
    );
  }

  it('covers whole local days and reports a reversed range', () => {
    const onRange = jest.fn();
    render(<Range start={{ from: null, to: null }} onRange={onRange} />);
    fireEvent.change(screen.getByLabelText('Created: from'), { target: { value: '2026-03-04' } });
    fireEvent.change(screen.getByLabelText('Created: to'), { target: { value: '2026-03-04' } });
    expect(onRange).toHaveBeenLastCalledWith({ from: startOfDay('2026-03-04'), to: endOfDay('2026-03-04') });
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    fireEvent.change(screen.getByLabelText('Created: to'), { target: { value: '2026-03-03' } });
    expect(screen.getByRole('alert')).toHaveTextContent('The start date is after the end date.');
    fireEvent.change(screen.getByLabelText('Created: to'), { target: { value: '' } });
    expect(onRange).toHaveBeenLastCalledWith({ from: startOfDay('2026-03-04'), to: null });
  });
});
