/** antd's select with the behavior that both of our selects share. */
import { nameFinder } from '@hindsight/shared-contracts/rules';
import Select, { type SelectProps } from 'antd/es/select';
import { Icon } from '../core/icons/Icon';
import { AntdScope } from './AntdScope';

/** Lists with at least this many options are searchable; shorter ones are fully visible. */
const SEARCH_FROM = 9;
/** A shared object: a new identity makes antd filter its options again. */
const SEARCH_BY_LABEL = {
  filterOption: (typed: string, option?: object) =>
    option !== undefined && 'label' in option && nameFinder(typed)(String(option.label)),
};

/** A select; long lists and all multiple selects are searchable by typing. */
export function AntdSelect<Value, Option extends object>(props: SelectProps<Value, Option>) {
  const { options = [], mode, loading } = props;
  const isSearchable = mode !== undefined || options.length >= SEARCH_FROM;
  return (
    <AntdScope>
      <Select<Value, Option>
        showSearch={isSearchable && SEARCH_BY_LABEL}
        notFoundContent="Nothing found"
        {...props}
        // Screen readers skip this icon, unlike antd's arrow; while options load, antd shows a spinner instead.
        suffixIcon={loading ? undefined : <Icon name="chevron-down" size={16} />}
      />
    </AntdScope>
  );
}
