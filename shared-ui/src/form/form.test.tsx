import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { localDay } from '@hindsight/shared-contracts/rules';
import { localMinute, parseMoment, zoneName } from '../time/localTime';
import { Checkbox } from './Checkbox';
import { DateInput, DateTimeInput } from './DateInputs';
import { Field } from './Field';
import { NumberInput } from './NumberInput';
import { RadioGroup } from './RadioGroup';
import { MultiSelect, SelectInput } from './SelectInput';
import { Switch } from './Switch';
import { TextArea } from './TextArea';
import { TextInput } from './TextInput';
import { focusFirstError } from './focusFirstError';

describe('dates', () => {
  const LOCAL = '2026-03-04T09:15';
  const ISO = new Date(2026, 2, 4, 9, 15).toISOString();

  it('converts timestamps to local minutes and back', () => {
    expect([localMinute(ISO), parseMoment(LOCAL), localDay(ISO)]).toEqual([LOCAL, ISO, '2026-03-04']);
    expect([localMinute('x'), localDay('x'), parseMoment(''), parseMoment('2026-03-04')]).toEqual([
      '',
      '',
      null,
      null,
    ]);
  });

  it('reports the selected time and names the time zone', () => {
    const onChange = jest.fn();
    render(
      <DateTimeInput label="Expires" value={null} onChange={onChange} hint="Leave empty for no expiry." />,
    );
    const input = screen.getByLabelText('Expires');
    expect(input).toHaveAccessibleDescription(`Leave empty for no expiry. Your time zone: ${zoneName()}`);
    expect(zoneName()).toContain(Intl.DateTimeFormat().resolvedOptions().timeZone);
    fireEvent.change(input, { target: { value: LOCAL } });
    expect(onChange).toHaveBeenLastCalledWith(ISO);
  });

  it('shows a timestamp in local time and can clear it', () => {
    const onChange = jest.fn();
    render(<DateTimeInput label="Expires" value={ISO} onChange={onChange} min={ISO} />);
    const input = screen.getByLabelText('Expires');
    expect(input).toHaveValue(LOCAL);
    expect(input).toHaveAttribute('min', LOCAL);
    fireEvent.change(input, { target: { value: '' } });
    expect(onChange).toHaveBeenLastCalledWith(null);
  });

  it('reports a day unchanged', () => {
    const onChange = jest.fn();
    render(<DateInput label="From" value="2026-03-04" onChange={onChange} error="Too late" />);
    const input = screen.getByLabelText('From');
    expect(input).toHaveValue('2026-03-04');
    expect(input).toBeInvalid();
    fireEvent.change(input, { target: { value: '2026-03-05' } });
    expect(onChange).toHaveBeenLastCalledWith('2026-03-05');
  });
});

describe('fields', () => {
  function Controlled<T>({
    start,
    children,
  }: {
    start: T;
    children(value: T, set: (next: T) => void): ReactNode;
  }) {
    const [value, set] = useState(start);
    return (
      <>
        {children(value, set)}
        <output>{JSON.stringify(value)}</output>
      </>
    );
  }

  /** The value in the page's state. */
  const held = () => document.querySelector('output')!.textContent;

  it('connects label, hint and error to the control, and announces a new error', () => {
    const field = (error?: string) => (
      <TextInput label="Name" value="" onChange={() => {}} hint="As people call it" error={error} required />
    );
    const { rerender } = render(field());
    const box = screen.getByRole('textbox', { name: 'Name' });
    expect(box).toHaveAccessibleDescription('As people call it');
    expect(box).toBeRequired();
    expect(box).toBeValid();
    rerender(field('Write a name'));
    expect(screen.getByRole('alert')).toHaveTextContent('Write a name');
    expect(box).toHaveAccessibleDescription('Write a name');
    expect(box).toBeInvalid();
  });

  it('connects a custom control, given as an element or by a function', () => {
    render(
      <>
        <Field label="First" hint="One">
          <input />
        </Field>
        <Field label="Second">{(control) => <textarea {...control} />}</Field>
      </>,
    );
    expect(screen.getByRole('textbox', { name: 'First' })).toHaveAccessibleDescription('One');
    expect(screen.getByRole('textbox', { name: 'Second' })).toBeInTheDocument();
  });

  it('counts the characters of a limited text, stops at the limit and announces that', async () => {
    const user = userEvent.setup();
    render(
      <Controlled start="">
        {(value, set) => <TextArea label="Reason" value={value} onChange={set} maxLength={5} />}
      </Controlled>,
    );
    const box = screen.getByRole('textbox', { name: 'Reason' });
    await user.type(box, 'abcd');
    expect(screen.getByText('4 / 5')).toBeInTheDocument();
    expect(screen.queryByText(/limit/)).not.toBeInTheDocument();
    await user.type(box, 'efg');
    expect(held()).toBe('"abcde"');
    expect(screen.getByText('You have reached the limit of 5 characters')).toBeInTheDocument();
  });

  it('parses a number, steps with arrow keys and reports null when empty', async () => {
    const user = userEvent.setup();
    render(
      <Controlled<number | null> start={3}>
        {(value, set) => (
          <NumberInput label="Days" value={value} onChange={set} min={1} max={4} unit="days" />
        )}
      </Controlled>,
    );
    const box = screen.getByRole('spinbutton', { name: 'Days' });
    await user.click(box);
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(held()).toBe('4');
    await user.clear(box);
    expect(held()).toBe('null');
  });

  it('checks a checkbox that may be indeterminate', async () => {
    const user = userEvent.setup();
    render(
      <Controlled start={false}>
        {(value, set) => (
          <Checkbox label="All" value={value} onChange={set} indeterminate={!value} hint="Of this page" />
        )}
      </Controlled>,
    );
    const box = screen.getByRole('checkbox', { name: 'All' });
    expect(box).toBePartiallyChecked();
    expect(box).toHaveAccessibleDescription('Of this page');
    await user.click(screen.getByText('All'));
    expect(box).toBeChecked();
    expect(box).not.toBePartiallyChecked();
  });

  it('toggles a switch by keyboard, and disables it while saving', async () => {
    const user = userEvent.setup();
    const toggle = (busy: boolean) => (
      <Controlled start={false}>
        {(value, set) => <Switch label="Email" value={value} onChange={set} busy={busy} />}
      </Controlled>
    );
    const { rerender } = render(toggle(false));
    await user.tab();
    await user.keyboard(' ');
    expect(screen.getByRole('switch', { name: 'Email' })).toBeChecked();
    rerender(toggle(true));
    expect(screen.getByRole('switch', { name: 'Email' })).toBeDisabled();
  });

  it('selects one of a few options', async () => {
    const user = userEvent.setup();
    const options = [
      { value: 'viewer', label: 'Viewer', hint: 'Reads' },
      { value: 'editor', label: 'Editor' },
    ] as const;
    render(
      <Controlled<'viewer' | 'editor'> start="viewer">
        {(value, set) => (
          <RadioGroup label="Role" value={value} options={options} onChange={set} error="Too much" />
        )}
      </Controlled>,
    );
    expect(screen.getByRole('radiogroup', { name: 'Role' })).toHaveAccessibleDescription('Too much');
    await user.click(screen.getByRole('radio', { name: 'Editor' }));
    expect(held()).toBe('"editor"');
  });

  const AGENTS = [
    { value: 'a', label: 'Reviewer' },
    { value: 'b', label: 'Planner' },
  ];

  it('selects one of many options', async () => {
    const user = userEvent.setup();
    render(
      <Controlled<string | null> start={null}>
        {(value, set) => (
          <SelectInput label="Agent" value={value} options={AGENTS} onChange={set} hint="Who learned it" />
        )}
      </Controlled>,
    );
    const box = screen.getByRole('combobox', { name: 'Agent' });
    expect(box).toHaveAccessibleDescription('Who learned it');
    await user.click(box);
    await user.click(screen.getByTitle('Planner'));
    expect(held()).toBe('"b"');
  });

  it('matches options by their letters, and symbols literally', async () => {
    const user = userEvent.setup();
    const options = ['Café', 'Straße', '100%'].map((label) => ({ value: label, label }));
    render(<MultiSelect label="Keywords" value={[]} options={options} onChange={() => {}} />);
    const box = screen.getByRole('combobox', { name: 'Keywords' });
    const found = async (typed: string) => {
      await user.clear(box);
      await user.type(box, typed);
      return screen.queryAllByTitle(/./).map((one) => one.title);
    };
    expect(await found('CAFE')).toEqual(['Café']);
    expect(await found('strasse')).toEqual(['Straße']);
    expect(await found('%')).toEqual(['100%']);
  });

  it('selects several options, adds new ones where allowed, and removes the last', async () => {
    const user = userEvent.setup();
    render(
      <Controlled<string[]> start={['a']}>
        {(value, set) => (
          <MultiSelect label="Keywords" value={value} options={AGENTS} onChange={set} allowNew />
        )}
      </Controlled>,
    );
    const box = screen.getByRole('combobox', { name: 'Keywords' });
    await user.type(box, 'Plan');
    await user.click(screen.getByTitle('Planner'));
    expect(held()).toBe('["a","b"]');
    await user.clear(box);
    await user.keyboard('latency');
    await user.click(screen.getByTitle('latency'));
    expect(held()).toBe('["a","b","latency"]');
    // For 250 ms the select treats Backspace as editing the word just typed.
    await waitFor(
      async () => {
        await user.keyboard('{Backspace}');
        expect(held()).toBe('["a","b"]');
      },
      { interval: 300 },
    );
  });

  it('focuses the first invalid control', () => {
    const { container } = render(
      <form>
        <TextInput label="Name" value="x" onChange={() => {}} />
        <RadioGroup label="Role" value={null} options={AGENTS} onChange={() => {}} error="Choose one" />
        <TextInput label="Email" value="x" onChange={() => {}} error="No address" />
      </form>,
    );
    expect(focusFirstError(container)).toBe(true);
    expect(screen.getByRole('radio', { name: 'Reviewer' })).toHaveFocus();
    expect(focusFirstError(document.createElement('form'))).toBe(false);
  });
});
