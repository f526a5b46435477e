/** One row of the console. */
import type { BetaAccessRequest, BetaAccessUser, BetaAccessStatus } from '@hindsight/shared-contracts/api';
import { Dropdown, Icon, RelativeTime, Tag } from '@hindsight/shared-ui/core';
import { PlainCheckbox } from '@hindsight/shared-ui/data';
import { isDestructive, SETTABLE } from '../../model/betaStatus';
import type { SettableStatus } from '../../model/betaStatus';
import { ACTION_LABELS, historyTexts, STATUS_LABELS } from './texts';
import styles from './UserTable.module.css';
import type { Tone } from '@hindsight/shared-ui/core';

const TONES: Record<BetaAccessStatus, Tone> = {
  not_requested: 'neutral',
  pending: 'warn',
  accepted: 'good',
  denied: 'bad',
  revoked: 'bad',
};

function StatusTag({ status }: { status: BetaAccessStatus }) {
  return <Tag tone={TONES[status]}>{STATUS_LABELS[status]}</Tag>;
}

interface UserRowProps {
  row: BetaAccessUser;
  isSelected: boolean;
  busy: boolean;
  onSelect(): void;
  onDecide(status: SettableStatus): void;
  onHistory(): void;
}

/** `beta-access-token` is the reviewer of decisions made through an email link. */
const reviewer = (email: string) => (email === 'beta-access-token' ? historyTexts.byLink : `by ${email}`);

function LastRequest({ request }: { request: BetaAccessRequest | null }) {
  if (!request) return <span className={styles.soft}>None</span>;
  return (
    <span className={styles.request}>
      <span>
        {STATUS_LABELS[request.status]}, requested{' '}
        <RelativeTime iso={request.requested_at} wording="sentence" />
      </span>
      {request.reviewed_at && (
        <span className={styles.soft}>
          Reviewed <RelativeTime iso={request.reviewed_at} wording="sentence" />
          {request.reviewer_email && ` ${reviewer(request.reviewer_email)}`}
        </span>
      )}
    </span>
  );
}

/** Email, name, status, latest request and the action menu. */
export function UserRow({ row, isSelected, busy, onSelect, onDecide, onHistory }: UserRowProps) {
  return (
    <tr role="row" data-selected={isSelected || undefined}>
      <td role="cell" className={styles.check}>
        <PlainCheckbox label={`Select ${row.email}`} value={isSelected} onChange={onSelect} />
      </td>
      <td role="cell" data-label="Email" className={styles.email}>
        {row.email}
      </td>
      <td role="cell" data-label="Display Name">
        {row.display_name || <span className={styles.soft}>–</span>}
      </td>
      <td role="cell" data-label="Status">
        <StatusTag status={row.beta_access_status} />
      </td>
      <td role="cell" data-label="Last request">
        <LastRequest request={row.last_request} />
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
            ...SETTABLE.filter((status) => status !== row.beta_access_status).map((status) => ({
              key: status,
              label: ACTION_LABELS[status],
              danger: isDestructive(status),
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
