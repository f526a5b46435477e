/** The search box and the status filter of the console. */
import { FilterChips, SearchBox, Select } from '@hindsight/shared-ui/data';
import { STATUSES } from '../../model/betaStatus';
import type { UserView } from '../../model/userView';
import { STATUS_LABELS } from './texts';
import styles from './UserFilters.module.css';

interface UserFiltersProps {
  view: UserView;
  /** The text being typed. */
  search: string;
  onSearch(text: string): void;
  onChange(view: Partial<UserView>): void;
  onClear(): void;
}

const OPTIONS = STATUSES.map((status) => ({ value: status, label: STATUS_LABELS[status] }));

function chipsOf({ view, onSearch, onChange }: UserFiltersProps) {
  const { search, status } = view;
  const removeSearch = () => {
    onSearch('');
    onChange({ search: '' });
  };
  return [
    ...(search !== '' ? [{ key: 'search', label: `Search: ${search}`, onRemove: removeSearch }] : []),
    ...(status
      ? [
          {
            key: 'status',
            label: `Status: ${STATUS_LABELS[status]}`,
            onRemove: () => onChange({ status: null }),
          },
        ]
      : []),
  ];
}

/** Search, status and the chips of what is set. */
export function UserFilters(props: UserFiltersProps) {
  const { view, search, onSearch, onChange, onClear } = props;
  return (
    <div className={styles.filters}>
      <span className={styles.search}>
        <SearchBox label="Search people" value={search} onChange={onSearch} />
      </span>
      <Select
        label="Status"
        className={styles.status}
        value={view.status ?? undefined}
        options={OPTIONS}
        allowClear
        onChange={(value) => onChange({ status: STATUSES.find((status) => status === value) ?? null })}
      />
      <FilterChips items={chipsOf(props)} onClearAll={onClear} />
    </div>
  );
}
