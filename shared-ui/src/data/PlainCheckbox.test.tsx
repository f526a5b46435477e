import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PlainCheckbox } from './PlainCheckbox';

it('has its label as a name, shown or not, and hands out what it becomes', async () => {
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

it('cannot be changed while it is disabled', async () => {
  const onChange = jest.fn();
  render(<PlainCheckbox label="Select all" value={false} disabled onChange={onChange} />);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all' }));
  expect(onChange).not.toHaveBeenCalled();
});
