/** The audit entries of one invitation. */
import { ApiError, fields, firstText } from '@hindsight/shared-contracts/api/client';
import { listIn } from '@hindsight/shared-contracts/api/rows';

export interface AuditRow {
  id: string;
  /** ISO time; empty when unknown. */
  createdAt: string;
  action: string;
  status: string;
}

/** As many entries of an organization as are asked for. */
export const AUDIT_LIMIT = 200;
export const NO_AUDIT = 'No audit events for this invitation.';
const FAILED = 'Failed to load';

/** Keeps the entries whose target is this invitation: a service may not be able to choose them itself. */
export function readAudit(answer: unknown, invitationId: string): AuditRow[] {
  return listIn(answer)
    .map(fields)
    .filter((row) => row['target_type'] === 'invitation' && row['target_id'] === invitationId)
    .map((row) => ({
      id: firstText(row['id']),
      createdAt: firstText(row['created_at']),
      action: firstText(row['action_type']),
      status: firstText(row['status']),
    }));
}

/** `HTTP 403` when the service answered, else that it failed. */
export function auditError(error: unknown): string {
  return error instanceof ApiError ? `HTTP ${error.status}` : FAILED;
}

/** `invitation_resend` in words: `Resent`. */
export function actionText(action: string): string {
  const known: Record<string, string> = {
    invitation_create: 'Sent',
    invitation_resend: 'Sent again',
    invitation_revoke: 'Revoked',
    invitation_accept: 'Accepted',
    invitation_decline: 'Declined',
  };
  return known[action] ?? action;
}
