/** A choice from a list, with search when the list is long. */
import { Icon } from '../core/icons/Icon';
import { Select as AntdSelect, type SelectProps as AntdSelectProps } from 'antd';

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

/** From this many options on, typing searches them. */
const SEARCH_FROM = 9;
/** One object for all: with another one the library goes through its options again. */
const SEARCH_BY_LABEL = { optionFilterProp: 'label' };

/** A labelled single choice. */
export function Select({ label, options, onChange, value, ...rest }: SelectProps) {
  return (
    <AntdSelect<string, SelectOption>
      aria-label={label}
      placeholder={label}
      suffixIcon={rest.loading ? undefined : <Icon name="chevron-down" size={16} />}
      {...rest}
      value={value}
      options={options}
      onChange={(next) => onChange(next as string | undefined)}
      popupMatchSelectWidth={false}
      showSearch={options.length >= SEARCH_FROM && SEARCH_BY_LABEL}
    />
  );
}
