/** The table of one page of people. */
import type { BetaAccessUser, BetaUserSort } from '@hindsight/shared-contracts/api';
import { VisuallyHidden } from '@hindsight/shared-ui/core';
import type { SettableStatus } from '../../model/betaStatus';
import { SortHeader } from './SortHeader';
import { UserRow } from './UserRow';
import type { UserView } from './useUserView';
import styles from './UserTable.module.css';

interface UserTableProps {
  rows: readonly BetaAccessUser[];
  view: UserView;
  isSelected(userId: string): boolean;
  busy: boolean;
  onSort(sortBy: BetaUserSort, order: 'asc' | 'desc'): void;
  onSelect(rows: readonly BetaAccessUser[], on: boolean): void;
  onDecide(row: BetaAccessUser, status: SettableStatus): void;
  onHistory(row: BetaAccessUser): void;
}

/** Stacks its cells on a narrow screen; the roles are explicit because browsers drop them from such a table. */
export function UserTable(props: UserTableProps) {
  const { rows, view, isSelected, busy, onSort, onSelect, onDecide, onHistory } = props;
  const selected = rows.filter(({ user_id }) => isSelected(user_id)).length;
  return (
    <div className={styles.frame}>
      <table role="table" aria-label="People in the beta program" className={styles.table}>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col" className={styles.check}>
              <input
                type="checkbox"
                aria-label="Select everyone on this page"
                checked={selected === rows.length}
                ref={(box) => {
                  if (box) box.indeterminate = selected > 0 && selected < rows.length;
                }}
                onChange={(event) => onSelect(rows, event.target.checked)}
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
              isSelected={isSelected(row.user_id)}
              busy={busy}
              onSelect={(on) => onSelect([row], on)}
              onDecide={(status) => onDecide(row, status)}
              onHistory={() => onHistory(row)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
