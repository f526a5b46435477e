/** One person of the console. */
import { Dropdown, Icon, RelativeTime } from '@hindsight/shared-ui/core';
import { ACTION_LABELS, SETTABLE, STATUS_LABELS, type SettableStatus } from '../../model/betaStatus';
import type { BetaUserRow, RequestRow } from '../../model/betaUser';
import { StatusTag } from './StatusTag';
import styles from './UserTable.module.css';

interface UserRowProps {
  row: BetaUserRow;
  isSelected: boolean;
  busy: boolean;
  onSelect(on: boolean): void;
  onDecide(status: SettableStatus): void;
  onHistory(): void;
}

/** Who reviewed; a link proves nobody's name. */
const reviewer = (email: string) => (email === 'beta-access-token' ? 'by the link of a mail' : `by ${email}`);

function LastRequest({ request }: { request: RequestRow | null }) {
  if (!request) return <span className={styles.soft}>None</span>;
  return (
    <span className={styles.request}>
      <span>
        {STATUS_LABELS[request.status]}
        {request.requestedAt !== '' && (
          <>
            , asked <RelativeTime iso={request.requestedAt} wording="time" />
          </>
        )}
      </span>
      {request.reviewedAt !== '' && (
        <span className={styles.soft}>
          Reviewed <RelativeTime iso={request.reviewedAt} wording="time" />
          {request.reviewerEmail !== '' && ` ${reviewer(request.reviewerEmail)}`}
        </span>
      )}
    </span>
  );
}

export function UserRow({ row, isSelected, busy, onSelect, onDecide, onHistory }: UserRowProps) {
  return (
    <tr role="row" data-selected={isSelected || undefined}>
      <td role="cell" className={styles.check}>
        <input
          type="checkbox"
          aria-label={`Select ${row.email}`}
          checked={isSelected}
          onChange={(event) => onSelect(event.target.checked)}
        />
      </td>
      <td role="cell" data-label="Email" className={styles.email}>
        {row.email}
      </td>
      <td role="cell" data-label="Display Name">
        {row.displayName || <span className={styles.soft}>–</span>}
      </td>
      <td role="cell" data-label="Status">
        <StatusTag status={row.status} />
      </td>
      <td role="cell" data-label="Last request">
        <LastRequest request={row.lastRequest} />
      </td>
      <td role="cell" className={styles.actions}>
        <Dropdown
          label={`Change ${row.email}`}
          triggerClassName={styles.trigger}
          trigger={
            <>
              Change
              <Icon name="chevron-down" size={16} />
            </>
          }
          items={[
            ...SETTABLE.filter((status) => status !== row.status).map((status) => ({
              key: status,
              label: ACTION_LABELS[status],
              danger: status === 'denied' || status === 'revoked',
              disabled: busy,
              onSelect: () => onDecide(status),
            })),
            { key: 'history', label: 'View history', icon: 'clock' as const, onSelect: onHistory },
          ]}
        />
      </td>
    </tr>
  );
}
