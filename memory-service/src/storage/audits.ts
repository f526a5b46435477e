/** Writes the audit trail, always in the transaction of the change, and reads it. */
import { and, count, desc, eq } from 'drizzle-orm';
import type { AuditEntry } from '@hindsight/shared-contracts/api';
import type { Handle } from './database';
import { audits } from './schema/activity';
import { wireObject, wireTime } from './wire';

/** One event of the trail. */
export interface AuditEvent {
  actionType: string;
  targetType: string;
  targetId: string;
  actorUserId: string;
  organizationId?: string | null;
  reason?: string | null;
  metadata?: Record<string, unknown>;
}

/** Writes events. A failure rolls the change back: nothing happens unrecorded. */
export async function audit(handle: Handle, ...events: AuditEvent[]): Promise<void> {
  await handle.insert(audits).values(events.map((event) => ({ status: 'success' as const, ...event })));
}

export interface AuditFilter {
  organizationId: string | undefined;
  userId: string | undefined;
  targetType: string | undefined;
  targetId: string | undefined;
  skip: number;
  limit: number;
}

/** One page, newest first, and the number of all matching events. */
export async function listAudits(
  handle: Handle,
  filter: AuditFilter,
): Promise<{ items: AuditEntry[]; total: number }> {
  const condition = and(
    filter.organizationId ? eq(audits.organizationId, filter.organizationId) : undefined,
    filter.userId ? eq(audits.actorUserId, filter.userId) : undefined,
    filter.targetType ? eq(audits.targetType, filter.targetType) : undefined,
    filter.targetId ? eq(audits.targetId, filter.targetId) : undefined,
  );
  const [counted] = await handle.select({ total: count() }).from(audits).where(condition);
  const rows = await handle
    .select()
    .from(audits)
    .where(condition)
    .orderBy(desc(audits.createdAt), desc(audits.id))
    .limit(filter.limit)
    .offset(filter.skip);
  return { items: rows.map(toWire), total: counted?.total ?? 0 };
}

function toWire(row: typeof audits.$inferSelect): AuditEntry {
  return {
    id: row.id,
    action_type: row.actionType,
    status: row.status,
    target_type: row.targetType,
    target_id: row.targetId,
    organization_id: row.organizationId,
    actor_user_id: row.actorUserId,
    reason: row.reason,
    metadata: wireObject(row.metadata),
    created_at: wireTime(row.createdAt),
  };
}
