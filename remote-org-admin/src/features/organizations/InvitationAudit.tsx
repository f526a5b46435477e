/** Audit trail of one invitation. */
import type { AuditEntry, Invitation } from '@hindsight/shared-contracts/api';
import { ApiError } from '@hindsight/shared-contracts/api/client';
import { Button, formatAbsoluteTime, LoadFailed, Tag, CardSkeleton } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import { useInvitationAudit } from '../../api/invitations';
import { StackedTable } from './StackedTable';
import { ACTION_LABELS, invitationTexts } from './texts';
import styles from './InvitationTable.module.css';

interface InvitationAuditProps {
  organizationId: string;
  invitation: Invitation;
  onClose(): void;
}

function Entries({ rows }: { rows: AuditEntry[] }) {
  if (rows.length === 0) return <p className={styles.none}>{invitationTexts.noAudit}</p>;
  return (
    <StackedTable
      label="Audit events"
      columns={['Time', 'Action', 'Status']}
      rows={rows.map((row) => ({
        key: row.id,
        cells: [
          <time key="time" dateTime={row.created_at}>
            {formatAbsoluteTime(row.created_at)}
          </time>,
          <span key="action" title={row.action_type}>
            {ACTION_LABELS[row.action_type] ?? row.action_type}
          </span>,
          <Tag key="status" tone={row.status === 'success' ? 'good' : 'bad'}>
            {row.status}
          </Tag>,
        ],
      }))}
    />
  );
}

/** `HTTP 403` when the service responded. */
const failureText = (error: unknown) =>
  error instanceof ApiError ? `HTTP ${error.status}` : invitationTexts.auditFailed;

/** Dialog with the entries, newest first. */
export function InvitationAudit({ organizationId, invitation, onClose }: InvitationAuditProps) {
  const audit = useInvitationAudit(organizationId, invitation.id);
  return (
    <Modal
      title="Invitation Audit"
      description={invitation.email}
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {audit.data ? (
        <Entries rows={audit.data} />
      ) : audit.error ? (
        <LoadFailed query={audit}>{failureText(audit.error)}</LoadFailed>
      ) : (
        <CardSkeleton rows="short" label="Loading the audit" count={1} />
      )}
    </Modal>
  );
}
