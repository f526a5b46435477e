/** The people of one page: chosen, sorted, decided about. */
import type { BetaUserSort } from '@hindsight/shared-contracts/api';
import { VisuallyHidden } from '@hindsight/shared-ui/core';
import type { SettableStatus } from '../../model/betaStatus';
import type { BetaUserRow } from '../../model/betaUser';
import type { UserView } from '../../model/userView';
import { SortHeader } from './SortHeader';
import { UserRow } from './UserRow';
import styles from './UserTable.module.css';

interface UserTableProps {
  rows: readonly BetaUserRow[];
  view: UserView;
  /** Whether somebody is selected. */
  isSelected(userId: string): boolean;
  busy: boolean;
  onSort(sortBy: BetaUserSort, order: 'asc' | 'desc'): void;
  onSelect(rows: readonly BetaUserRow[], on: boolean): void;
  onDecide(row: BetaUserRow, status: SettableStatus): void;
  onHistory(row: BetaUserRow): void;
}

/** Stacked with labels where there is no room for columns; the roles are written out because of that. */
export function UserTable(props: UserTableProps) {
  const { rows, view, isSelected, busy, onSort, onSelect, onDecide, onHistory } = props;
  const chosen = rows.filter(({ userId }) => isSelected(userId)).length;
  return (
    <div className={styles.frame}>
      <table role="table" aria-label="People in the beta programme" className={styles.table}>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col" className={styles.check}>
              <input
                type="checkbox"
                aria-label="Select everybody on this page"
                checked={chosen === rows.length}
                ref={(box) => {
                  if (box) box.indeterminate = chosen > 0 && chosen < rows.length;
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
              key={row.userId}
              row={row}
              isSelected={isSelected(row.userId)}
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
