/** A choice from a list, with search when the list is long. */
import type { SelectProps as AntdSelectProps } from 'antd/es/select';
import { Later, listControl, SelectPlace } from './Later';

const AntdSelect = listControl('AntdSelect');

export interface SelectOption {
  value: string;
  label: string;
}

interface SelectProps extends Pick<
  AntdSelectProps<string, SelectOption>,
  'placeholder' | 'loading' | 'disabled' | 'allowClear' | 'id' | 'className'
> {
  /** What is chosen, e.g. `Agent`; read out and used while nothing is chosen. */
  label: string;
  value: string | undefined;
  options: SelectOption[];
  /** `undefined` after a clear. */
  onChange(value: string | undefined): void;
}

/** A labelled single choice. */
export function Select({ label, onChange, ...rest }: SelectProps) {
  const { value, options, className } = rest;
  const chosen = options.find((option) => option.value === value)?.label;
  return (
    <Later place={<SelectPlace label={label} chosen={chosen} className={className} />}>
      <AntdSelect<string, SelectOption>
        aria-label={label}
        placeholder={label}
        {...rest}
        onChange={(next) => onChange(next as string | undefined)}
        popupMatchSelectWidth={false}
      />
    </Later>
  );
}

interface SelectManyProps extends Pick<
  SelectProps,
  'label' | 'options' | 'loading' | 'disabled' | 'className'
> {
  value: readonly string[];
  onChange(value: string[]): void;
  /** No more than this many. */
  max?: number;
}

/** A labelled choice of several; those that do not fit into the line are counted. */
export function SelectMany({ label, value, options, max, ...rest }: SelectManyProps) {
  const chosen = options.filter((option) => value.includes(option.value)).map((option) => option.label);
  return (
    <Later
      place={<SelectPlace label={label} chosen={chosen.join(', ') || undefined} className={rest.className} />}
    >
      <AntdSelect<string[], SelectOption>
        aria-label={label}
        placeholder={label}
        mode="multiple"
        maxTagCount="responsive"
        maxCount={max}
        allowClear
        popupMatchSelectWidth={false}
        value={[...value]}
        options={options}
        {...rest}
      />
    </Later>
  );
}
