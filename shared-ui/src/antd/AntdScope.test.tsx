import { render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { Modal, Tooltip } from '../dialog';
import {
  Checkbox,
  DateInput,
  MultiSelect,
  NumberInput,
  RadioGroup,
  SelectInput,
  Switch,
  TextArea,
  TextInput,
} from '../form';
import { Table } from '../table';

const ignore = () => undefined;
const options = [{ value: 'a', label: 'A' }];

const parts: Record<string, ReactElement> = {
  Checkbox: <Checkbox label="Part" value onChange={ignore} />,
  DateInput: <DateInput label="Part" value={null} onChange={ignore} />,
  Modal: (
    <Modal title="Part" onClose={ignore}>
      {null}
    </Modal>
  ),
  MultiSelect: <MultiSelect label="Part" value={['a']} options={options} onChange={ignore} />,
  NumberInput: <NumberInput label="Part" value={1} onChange={ignore} />,
  RadioGroup: <RadioGroup label="Part" value="a" options={options} onChange={ignore} />,
  SelectInput: <SelectInput label="Part" value="a" options={options} clearable loading onChange={ignore} />,
  Switch: <Switch label="Part" value onChange={ignore} />,
  Table: <Table label="Part" columns={[]} rows={[{}]} rowKey={() => 'a'} loading rowSelection={{}} />,
  TextArea: <TextArea label="Part" value="" onChange={ignore} />,
  TextInput: <TextInput label="Part" value="" onChange={ignore} />,
  Tooltip: (
    <Tooltip text="Part">
      <button type="button">Part</button>
    </Tooltip>
  ),
};

it.each(Object.keys(parts))('adds no style element to the document for a %s', (name) => {
  const before = document.querySelectorAll('style').length;
  render(parts[name]!);
  expect(screen.getAllByText('Part').length).toBeGreaterThan(0);
  expect(document.querySelectorAll('style')).toHaveLength(before);
});
