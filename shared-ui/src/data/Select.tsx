/** A choice from a list, with search when the list is long. */
import type { SelectProps as AntdSelectProps } from 'antd/es/select';
import { useState } from 'react';
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

/** A press before the select is there opens it when it comes. */
function useEarlyPress(disabled: boolean | undefined) {
  const [wasPressed, setPressed] = useState(false);
  return {
    onPress: () => setPressed(!disabled),
    opened: { autoFocus: wasPressed, defaultOpen: wasPressed },
  };
}

/** A labelled single choice. */
export function Select({ label, onChange, ...rest }: SelectProps) {
  const { value, options, className } = rest;
  const chosen = options.find((option) => option.value === value)?.label;
  const { onPress, opened } = useEarlyPress(rest.disabled);
  return (
    <Later
      label={label}
      place={<SelectPlace label={label} chosen={chosen} onPress={onPress} className={className} />}
    >
      <AntdSelect<string, SelectOption>
        aria-label={label}
        placeholder={label}
        {...opened}
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
  const { onPress, opened } = useEarlyPress(rest.disabled);
  const place = (
    <SelectPlace
      label={label}
      chosen={chosen.join(', ') || undefined}
      onPress={onPress}
      className={rest.className}
    />
  );
  return (
    <Later label={label} place={place}>
      <AntdSelect<string[], SelectOption>
        aria-label={label}
        placeholder={label}
        {...opened}
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
