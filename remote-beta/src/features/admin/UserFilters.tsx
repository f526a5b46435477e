/** The search box and the status filter of the console. */
import { FilterChips, ListSearch, Select, useDraft } from '@hindsight/shared-ui/data';
import { STATUSES } from '../../model/betaStatus';
import { STATUS_LABELS } from './texts';
import type { UserList } from './useUserView';
import styles from './UserFilters.module.css';

interface UserFiltersProps {
  list: UserList;
  onClear(): void;
}

const OPTIONS = [
  { value: '', label: 'Any status' },
  ...STATUSES.map((status) => ({ value: status, label: STATUS_LABELS[status] })),
];

function buildChips({ view: { search, status }, show }: UserList) {
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

/** Search, status and a chip for each active filter. */
export function UserFilters({ list, onClear }: UserFiltersProps) {
  const { show } = list;
  const chosen = useDraft(list, 'status');
  return (
    <div className={styles.filters}>
      <span className={styles.search}>
        <ListSearch list={list} label="Search people" />
      </span>
      <Select
        label="Status"
        className={styles.status}
        value={chosen ?? ''}
        options={OPTIONS}
        onChange={(value) => show({ status: STATUSES.find((status) => status === value) ?? null })}
      />
      <FilterChips items={buildChips(list)} onClearAll={onClear} />
    </div>
  );
}
