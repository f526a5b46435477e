/** Invitations of one status. */
import type { Invitation, InvitationStatus, Role } from '@hindsight/shared-contracts/api';
import {
  Button,
  formatAbsoluteTime,
  formatDay,
  hintOnHover,
  RelativeTime,
  CardSkeleton,
  Tag,
  VisuallyHidden,
  type Tone,
} from '@hindsight/shared-ui/core';
import type { InvitationFilter } from '../../model/invitation';
import { StackedTable } from './StackedTable';
import { FILTER_LABELS, invitationTexts, ROLE_LABELS } from './texts';
import styles from './InvitationTable.module.css';

const COLUMNS = ['Email', 'Role', 'Status', 'Created', 'Expires', 'Actions'] as const;

const TONES: Record<InvitationStatus, Tone> = {
  pending: 'warn',
  accepted: 'good',
  revoked: 'neutral',
  expired: 'bad',
};

interface InvitationTableProps {
  filter: InvitationFilter;
  /** Undefined while loading. */
  rows: Invitation[] | undefined;
  /** Roles that the user may grant. */
  grants: readonly Role[];
  /** The invitation being changed. */
  busy: { id: string; action: 'resend' | 'revoke' } | null;
  onResend(row: Invitation): void;
  onRevoke(row: Invitation): void;
  onAudit(row: Invitation): void;
}

/** The date, with the exact time as a tooltip. */
function Day({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} {...hintOnHover(() => formatAbsoluteTime(iso))}>
      {formatDay(iso)}
    </time>
  );
}

/** Why the email cannot be resent; null when it can. */
function resendLockReason(row: Invitation, grants: readonly Role[]): string | null {
  if (row.status !== 'pending') return invitationTexts.resendPendingOnly;
  return grants.includes(row.role) ? null : invitationTexts.ownersOnly;
}

/** One row per invitation, with its actions. */
export function InvitationTable(props: InvitationTableProps) {
  const { filter, rows, grants, busy, onResend, onRevoke, onAudit } = props;
  if (!rows) return <CardSkeleton rows="short" label="Loading invitations" count={1} />;
  if (rows.length === 0) {
    const kind = filter === 'all' ? '' : `${FILTER_LABELS[filter].toLowerCase()} `;
    return <p className={styles.none}>No {kind}invitations.</p>;
  }
  return (
    <StackedTable
      label={`${FILTER_LABELS[filter]} invitations`}
      columns={COLUMNS}
      rows={rows.map((row) => {
        const lockReason = resendLockReason(row, grants);
        const suffix = <VisuallyHidden> invitation of {row.email}</VisuallyHidden>;
        return {
          key: row.id,
          cells: [
            row.email,
            ROLE_LABELS[row.role],
            <Tag key="status" tone={TONES[row.status]}>
              {row.declined ? invitationTexts.declined : FILTER_LABELS[row.status]}
            </Tag>,
            <RelativeTime key="created" iso={row.created_at} wording="time" />,
            <Day key="expires" iso={row.expires_at} />,
            <span key="actions" className={styles.actions}>
              <Button
                size="small"
                disabled={lockReason}
                loading={busy?.id === row.id && busy.action === 'resend'}
                onClick={() => onResend(row)}
              >
                Resend{suffix}
              </Button>
              <Button
                type="text"
                size="small"
                danger
                disabled={row.status === 'pending' ? null : invitationTexts.revokePendingOnly}
                loading={busy?.id === row.id && busy.action === 'revoke'}
                onClick={() => onRevoke(row)}
              >
                Revoke{suffix}
              </Button>
              <Button size="small" type="text" onClick={() => onAudit(row)}>
                View Audit{suffix}
              </Button>
            </span>,
          ],
        };
      })}
    />
  );
}
