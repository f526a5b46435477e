/** Writes the audit trail, always in the transaction of the change. */
import type { ReviewKind } from '@hindsight/shared-contracts/api';
import type { AuditAction } from '@hindsight/shared-contracts/rules';
import type { Handle } from './database';
import { audits } from '../../schema/activity';

/** One event of the trail. */
export interface AuditEvent {
  actionType: AuditAction;
  targetType: string;
  targetId: string;
  actorUserId: string;
  organizationId?: string | null;
  reason?: string | null;
  metadata?: Record<string, unknown>;
}

/** Writes events. A failure rolls the change back: nothing happens unrecorded. */
export async function audit(handle: Handle, ...events: AuditEvent[]): Promise<void> {
  await handle.insert(audits).values(
    events.map((event) => ({
      status: 'success' as const,
      tenantId: event.organizationId ?? event.actorUserId,
      ...event,
    })),
  );
}

/** The name that the audit trail has for an item of the review inbox. */
export const targetType = (kind: ReviewKind): string =>
  kind === 'consolidation' ? 'consolidation_suggestion' : `review_${kind}`;
