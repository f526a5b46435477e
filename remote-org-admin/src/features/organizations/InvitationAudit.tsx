/** What happened to one invitation. */
import { Button, formatAbsoluteTime, Tag, VisuallyHidden } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import { useInvitationAudit } from '../../api/invitations';
import type { InvitationRow } from '../../model/invitation';
import { actionText, auditError, NO_AUDIT, type AuditRow } from '../../model/invitationAudit';
import { SmallTable } from '../parts/SmallTable';
import styles from './InvitationTable.module.css';

interface InvitationAuditProps {
  organizationId: string;
  invitation: InvitationRow;
  onClose(): void;
}

function Entries({ rows }: { rows: AuditRow[] }) {
  if (rows.length === 0) return <p className={styles.none}>{NO_AUDIT}</p>;
  return (
    <SmallTable
      label="Audit events"
      columns={['Time', 'Action', 'Status']}
      rows={rows.map((row, index) => ({
        key: row.id || String(index),
        cells: [
          <time key="time" dateTime={row.createdAt}>
            {formatAbsoluteTime(row.createdAt) || '–'}
          </time>,
          <span key="action" title={row.action}>
            {actionText(row.action)}
          </span>,
          <Tag key="status" tone={row.status === 'success' ? 'good' : 'bad'}>
            {row.status}
          </Tag>,
        ],
      }))}
    />
  );
}

/** Newest first. */
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
        <p role="alert" className={styles.none}>
          {auditError(audit.error)}{' '}
          <Button size="small" loading={audit.isFetching} onClick={() => void audit.refetch()}>
            Try Again
          </Button>
        </p>
      ) : (
        <div role="status">
          <VisuallyHidden>Loading the audit</VisuallyHidden>
          <span className={styles.shape} aria-hidden />
        </div>
      )}
    </Modal>
  );
}
