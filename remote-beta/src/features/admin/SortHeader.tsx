/** The header of a sortable column. */
import type { BetaUserSort } from '@hindsight/shared-contracts/api';
import { Icon } from '@hindsight/shared-ui/core';
import type { UserView } from './useUserView';
import styles from './UserTable.module.css';

interface SortHeaderProps {
  label: string;
  sortBy: BetaUserSort;
  view: UserView;
  onSort(sortBy: BetaUserSort, order: 'asc' | 'desc'): void;
}

/** Clicking again reverses the order. Times start with the newest. */
export function SortHeader({ label, sortBy, view, onSort }: SortHeaderProps) {
  const isSorted = view.sort === sortBy;
  const first = sortBy === 'requested_at' ? 'desc' : 'asc';
  const next = isSorted ? (view.order === 'asc' ? 'desc' : 'asc') : first;
  const sorted = isSorted ? (view.order === 'asc' ? 'ascending' : 'descending') : undefined;
  return (
    <th role="columnheader" scope="col" aria-sort={sorted}>
      <button type="button" className={styles.sort} onClick={() => onSort(sortBy, next)}>
        {label}
        <span className={styles.arrow} data-order={isSorted ? view.order : undefined}>
          <Icon name="chevron-down" size={14} />
        </span>
      </button>
    </th>
  );
}
