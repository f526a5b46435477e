/** One page of users as a table. */
import type { BetaAccessUser, BetaUserSort } from '@hindsight/shared-contracts/api';
import { VisuallyHidden, Icon } from '@hindsight/shared-ui/core';
import { PlainCheckbox } from '@hindsight/shared-ui/data';
import type { Selection } from '@hindsight/shared-ui/data';
import type { SettableStatus } from '../../model/betaStatus';
import { UserRow } from './UserRow';
import type { UserView } from './useUserView';
import styles from './UserTable.module.css';

interface SortHeaderProps {
  label: string;
  sortBy: BetaUserSort;
  view: UserView;
  onSort(sortBy: BetaUserSort, order: 'asc' | 'desc'): void;
}

/** A second click reverses the order. Times start with the newest. */
function SortHeader({ label, sortBy, view, onSort }: SortHeaderProps) {
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

interface UserTableProps {
  rows: readonly BetaAccessUser[];
  view: UserView;
  selection: Selection;
  busy: boolean;
  onSort(sortBy: BetaUserSort, order: 'asc' | 'desc'): void;
  onDecide(row: BetaAccessUser, status: SettableStatus): void;
  onHistory(row: BetaAccessUser): void;
}

/** Stacks its cells on narrow screens; ARIA roles are explicit because browsers drop them from a table with another `display`. */
export function UserTable(props: UserTableProps) {
  const { rows, view, selection, busy, onSort, onDecide, onHistory } = props;
  const { ids, toggle, set } = selection;
  const selected = rows.filter(({ user_id }) => ids.has(user_id)).length;
  return (
    <div className={styles.frame}>
      <table role="table" aria-label="People in the beta program" className={styles.table}>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col" className={styles.check}>
              <PlainCheckbox
                label="Select everyone on this page"
                value={selected === rows.length}
                indeterminate={selected > 0 && selected < rows.length}
                onChange={(all) => set(all ? rows.map(({ user_id }) => user_id) : [])}
              />
            </th>
            <SortHeader label="Email" sortBy="email" view={view} onSort={onSort} />
            <SortHeader label="Display Name" sortBy="display_name" view={view} onSort={onSort} />
            <SortHeader label="Status" sortBy="status" view={view} onSort={onSort} />
            <SortHeader label="Last request" sortBy="requested_at" view={view} onSort={onSort} />
            <th role="columnheader" scope="col">
              <VisuallyHidden>Actions</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <UserRow
              key={row.user_id}
              row={row}
              isSelected={ids.has(row.user_id)}
              busy={busy}
              onSelect={() => toggle(row.user_id)}
              onDecide={(status) => onDecide(row, status)}
              onHistory={() => onHistory(row)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
