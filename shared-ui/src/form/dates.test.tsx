import { localDay } from '@hindsight/shared-contracts/rules';
import { fireEvent, render, screen } from '@testing-library/react';
import { localMinute, parseMoment, zoneName } from '../time/localTime';
import { DateInput, DateTimeInput } from './DateInputs';

const LOCAL = '2026-03-04T09:15';
const ISO = new Date(2026, 2, 4, 9, 15).toISOString();

it('turns moments into local minutes and back', () => {
  expect([localMinute(ISO), parseMoment(LOCAL), localDay(ISO)]).toEqual([LOCAL, ISO, '2026-03-04']);
  expect([localMinute('x'), localDay('x'), parseMoment(''), parseMoment('2026-03-04')]).toEqual([
    '',
    '',
    null,
    null,
  ]);
});

it('reports the moment that is written, and names the zone', () => {
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

it('shows a moment where the reader is, and lets it go', () => {
  const onChange = jest.fn();
  render(<DateTimeInput label="Expires" value={ISO} onChange={onChange} min={ISO} />);
  const input = screen.getByLabelText('Expires');
  expect(input).toHaveValue(LOCAL);
  expect(input).toHaveAttribute('min', LOCAL);
  fireEvent.change(input, { target: { value: '' } });
  expect(onChange).toHaveBeenLastCalledWith(null);
});

it('takes a day as it is written', () => {
  const onChange = jest.fn();
  render(<DateInput label="From" value="2026-03-04" onChange={onChange} error="Too late" />);
  const input = screen.getByLabelText('From');
  expect(input).toHaveValue('2026-03-04');
  expect(input).toBeInvalid();
  fireEvent.change(input, { target: { value: '2026-03-05' } });
  expect(onChange).toHaveBeenLastCalledWith('2026-03-05');
});
