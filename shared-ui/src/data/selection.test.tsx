import { endOfDay, startOfDay } from '@hindsight/shared-contracts/rules';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { Dropdown } from '../core/float/Dropdown';
import { DateRange, type Range } from './DateRange';
import { SelectionBar } from './SelectionBar';
import { useListKeys } from './useListKeys';
import { useSelection } from './useSelection';

const NOUN = { one: 'memory', many: 'memories' };

it('counts the selection aloud, offers everything that matches, and is gone without one', async () => {
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

it('moves by j and k with the focus, and acts on the row', async () => {
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

it('archives what is selected, whichever row has the focus', async () => {
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

it('drops a row from the selection when it leaves the list, also when it returns', async () => {
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

it('leaves one row out of everything', async () => {
  const user = userEvent.setup();
  render(<List names={['one', 'two', 'three']} log={[]} />);
  await user.keyboard('jx');
  await user.click(screen.getByRole('button', { name: 'Everything' }));
  expect(selected()).toBe('one two three');
  await user.keyboard('jjx');
  expect(selected()).toBe('one three');
});

it('ignores letters while a person types, keys with Control, and all keys below a dialog that is open or on its way', async () => {
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

it('acts once while a key is held down, and moves on and on', async () => {
  const log: string[] = [];
  render(<List names={['one', 'two', 'three']} log={log} />);
  const press = (key: string, repeat = false) => fireEvent.keyDown(document.activeElement!, { key, repeat });
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

it('leaves the keys to a menu that is open over the list', async () => {
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

it('leads to the row that takes the place of the one with the focus', async () => {
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

it('spans whole local days, and reports a reversed range', () => {
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
