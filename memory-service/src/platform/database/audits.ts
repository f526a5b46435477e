/** Writes the audit trail, always in the transaction of the audited change. */
import type { ReviewKind } from '@hindsight/shared-contracts/api';
import type { AuditAction } from '@hindsight/shared-contracts/rules';
import type { Handle } from './database';
import { audits } from '../../schema/activity';

/** One audit trail entry. */
export interface AuditEvent {
  actionType: AuditAction;
  targetType: string;
  targetId: string;
  actorUserId: string;
  organizationId?: string | null;
  reason?: string | null;
  metadata?: Record<string, unknown>;
}

/** Writes audit events. A failure rolls the change back, so nothing happens unrecorded. */
export async function audit(handle: Handle, ...events: AuditEvent[]): Promise<void> {
  await handle.insert(audits).values(
    events.map((event) => ({
      status: 'success' as const,
      tenantId: event.organizationId ?? event.actorUserId,
      ...event,
    })),
  );
}

/** Audit target type of an item in the review inbox. */
export const targetType = (kind: ReviewKind): string =>
  kind === 'consolidation' ? 'consolidation_suggestion' : `review_${kind}`;
