/** antd's select with what both of our selects have in common. */
import { nameFinder } from '@hindsight/shared-contracts/rules';
import Select, { type SelectProps } from 'antd/es/select';
import { Icon } from '../core/icons/Icon';
import { AntdScope } from './AntdScope';

/** Up to this many options all are in sight; from here on typing searches them. */
const SEARCH_FROM = 9;
/** One object for all: with another one antd goes through its options again. */
const SEARCH_BY_LABEL = {
  filterOption: (typed: string, option?: object) =>
    option !== undefined && 'label' in option && nameFinder(typed)(String(option.label)),
};

/** A choice from a list; typing searches long lists, and every list of several choices. */
export function AntdSelect<Value, Option extends object>(props: SelectProps<Value, Option>) {
  const { options = [], mode, loading } = props;
  const isSearchable = mode !== undefined || options.length >= SEARCH_FROM;
  return (
    <AntdScope>
      <Select<Value, Option>
        showSearch={isSearchable && SEARCH_BY_LABEL}
        notFoundContent="Nothing found"
        {...props}
        // Unlike antd's own arrow screen readers skip it; while options load, antd shows a spinner instead.
        suffixIcon={loading ? undefined : <Icon name="chevron-down" size={16} />}
      />
    </AntdScope>
  );
}
