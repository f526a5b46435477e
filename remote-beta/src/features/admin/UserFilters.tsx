/** The search box and the status filter of the console. */
import { FilterChips, SearchBox, Select } from '@hindsight/shared-ui/data';
import { STATUSES } from '../../model/betaStatus';
import { STATUS_LABELS } from './texts';
import type { UserList } from './useUserView';
import styles from './UserFilters.module.css';

interface UserFiltersProps {
  list: UserList;
  onClear(): void;
}

const OPTIONS = STATUSES.map((status) => ({ value: status, label: STATUS_LABELS[status] }));

function chipsOf({ view: { search, status }, show }: UserList) {
  return [
    ...(search !== ''
      ? [{ key: 'search', label: `Search: ${search}`, onRemove: () => show({ search: '' }) }]
      : []),
    ...(status
      ? [
          {
            key: 'status',
            label: `Status: ${STATUS_LABELS[status]}`,
            onRemove: () => show({ status: null }),
          },
        ]
      : []),
  ];
}

/** Search, status and the chips of what is set. */
export function UserFilters({ list, onClear }: UserFiltersProps) {
  const { draft, type, show } = list;
  return (
    <div className={styles.filters}>
      <span className={styles.search}>
        <SearchBox label="Search people" value={draft.search} onChange={(search) => type({ search })} />
      </span>
      <Select
        label="Status"
        className={styles.status}
        value={draft.status ?? undefined}
        options={OPTIONS}
        allowClear
        onChange={(value) => show({ status: STATUSES.find((status) => status === value) ?? null })}
      />
      <FilterChips items={chipsOf(list)} onClearAll={onClear} />
    </div>
  );
}
