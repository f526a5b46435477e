/** The invitations of one status. */
import type { InvitationStatus, Role } from '@hindsight/shared-contracts/api';
import {
  Button,
  formatAbsoluteTime,
  RelativeTime,
  Tag,
  VisuallyHidden,
  type Tone,
} from '@hindsight/shared-ui/core';
import { ROLE_LABELS } from '../../model/access';
import { FILTER_LABELS, mayResend, type InvitationFilter, type InvitationRow } from '../../model/invitation';
import { SmallTable } from '../parts/SmallTable';
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
  /** Undefined while they load. */
  rows: InvitationRow[] | undefined;
  /** Roles that the person may give, and so invite to. */
  grants: readonly Role[];
  /** Id of the invitation that is being changed. */
  busyWith: string | null;
  onResend(row: InvitationRow): void;
  onRevoke(row: InvitationRow): void;
  onAudit(row: InvitationRow): void;
}

/** A day with its year; the exact time as hint. */
function Day({ iso }: { iso: string }) {
  if (Number.isNaN(Date.parse(iso))) return <>–</>;
  return (
    <time dateTime={iso} title={formatAbsoluteTime(iso)}>
      {new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }).format(new Date(iso))}
    </time>
  );
}

/** Why no new mail can be sent; null when it can. */
function resendLock(row: InvitationRow, grants: readonly Role[]): string | null {
  if (!mayResend(row)) return 'Only pending invitations can be sent again.';
  return grants.includes(row.role) ? null : 'Only an owner can invite owners.';
}

/** Resend for pending ones; Revoke and View Audit always. */
export function InvitationTable(props: InvitationTableProps) {
  const { filter, rows, grants, busyWith, onResend, onRevoke, onAudit } = props;
  if (!rows) {
    return (
      <div role="status">
        <VisuallyHidden>Loading invitations</VisuallyHidden>
        <span className={styles.shape} aria-hidden />
      </div>
    );
  }
  if (rows.length === 0) {
    const kind = filter === 'all' ? '' : `${FILTER_LABELS[filter].toLowerCase()} `;
    return <p className={styles.none}>No {kind}invitations.</p>;
  }
  return (
    <SmallTable
      label={`${FILTER_LABELS[filter]} invitations`}
      columns={COLUMNS}
      rows={rows.map((row) => {
        const lock = resendLock(row, grants);
        const of = <VisuallyHidden> invitation of {row.email}</VisuallyHidden>;
        return {
          key: row.id,
          cells: [
            row.email,
            ROLE_LABELS[row.role],
            <Tag key="status" tone={TONES[row.status]}>
              {FILTER_LABELS[row.status]}
            </Tag>,
            row.createdAt ? <RelativeTime key="created" iso={row.createdAt} wording="time" /> : '–',
            <Day key="expires" iso={row.expiresAt} />,
            <span key="actions" className={styles.actions}>
              <Button
                size="small"
                disabled={lock !== null || busyWith === row.id}
                title={lock ?? undefined}
                onClick={() => onResend(row)}
              >
                Resend{of}
              </Button>
              <Button
                type="text"
                size="small"
                danger
                disabled={busyWith === row.id}
                onClick={() => onRevoke(row)}
              >
                Revoke{of}
              </Button>
              <Button size="small" type="text" onClick={() => onAudit(row)}>
                View Audit{of}
              </Button>
            </span>,
          ],
        };
      })}
    />
  );
}
