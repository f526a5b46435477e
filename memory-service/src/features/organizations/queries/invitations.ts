/** Stores invitations. Reports an invitation past its expiry as expired even before the status is updated. */
import { and, count, desc, eq, sql } from 'drizzle-orm';
import type { Invitation, InvitationStatus, Role } from '@hindsight/shared-contracts/api';
import { LINK_DAYS } from '../../../platform/mail/rules/linkSecrets';
import type { Handle } from '../../../platform/database/database';
import { onlyRow } from '../../../platform/database/errors';
import { audits } from '../../../schema/activity';
import { logRows } from '../../../platform/events/log';
import type { Done } from '../../../platform/events/log';
import { afterPlace, type Place } from '../../../platform/http/keyset';
import { invitations } from '../../../schema/people';
import { wireTime, wireTimeOrNull } from '../../../platform/http/wire';

const status = sql<InvitationStatus>`case
  when ${invitations.status} = 'pending' and ${invitations.expiresAt} <= now() then 'expired'
  else ${invitations.status}::text end`;

/** A declined invitation has the status revoked; the audit trail distinguishes them. */
const declined = sql<boolean>`exists (
  select 1 from ${audits} as trail
  where trail.target_type = 'invitation' and trail.target_id = ${invitations}.id
    and trail.action_type = 'invitation_decline')`;

const selection = { row: invitations, status };

export interface StoredInvitation {
  row: typeof invitations.$inferSelect;
  status: InvitationStatus;
  declined?: boolean;
}

const logInvitation = (handle: Handle, done: Done, { id, organizationId }: StoredInvitation['row']) =>
  logRows(handle, 'invitations', done, [{ id, organizationId }]);

const inDays = sql`now() + make_interval(days => ${LINK_DAYS})`;

/** One page, newest first, and the total number in that status. */
export async function listInvitations(
  handle: Handle,
  organizationId: string,
  filter: { status: string; after: Place | undefined; skip: number; limit: number },
): Promise<{ items: Invitation[]; total: number }> {
  const condition = and(
    eq(invitations.organizationId, organizationId),
    filter.status === 'all' ? undefined : sql`${status} = ${filter.status}`,
  );
  const [counted] = await handle.select({ total: count() }).from(invitations).where(condition);
  const rows = await handle
    .select({ ...selection, declined })
    .from(invitations)
    .where(and(condition, afterPlace(filter.after, sql`${invitations.createdAt}`, sql`${invitations.id}`)))
    .orderBy(desc(invitations.createdAt), desc(invitations.id))
    .limit(filter.limit)
    .offset(filter.skip);
  return { items: rows.map(invitationToWire), total: counted?.total ?? 0 };
}

/** Counts per status. */
export async function countInvitations(handle: Handle, organizationId: string) {
  const rows = await handle
    .select({ status, total: count() })
    .from(invitations)
    .where(eq(invitations.organizationId, organizationId))
    .groupBy(sql`1`);
  const counts = { pending: 0, accepted: 0, revoked: 0, expired: 0, all: 0 };
  for (const row of rows) {
    counts[row.status] += row.total;
    counts.all += row.total;
  }
  return counts;
}

/** Inserts a pending invitation; violates a unique index if one for the same email is pending. */
export async function insertInvitation(
  handle: Handle,
  given: {
    organizationId: string;
    email: string;
    role: Role;
    canRead?: boolean | null | undefined;
    canWrite?: boolean | null | undefined;
    invitedByUserId: string;
    tokenHash: string;
  },
): Promise<StoredInvitation> {
  // Expired invitations must not block a new one.
  await handle
    .update(invitations)
    .set({ status: 'expired' })
    .where(
      and(
        eq(invitations.organizationId, given.organizationId),
        eq(invitations.email, given.email),
        eq(invitations.status, 'pending'),
        sql`${invitations.expiresAt} <= now()`,
      ),
    );
  const rows = await handle
    .insert(invitations)
    .values({ ...given, expiresAt: inDays })
    .returning();
  const row = onlyRow(rows);
  await logInvitation(handle, 'added', row);
  return { row, status: 'pending' };
}

const byId = (handle: Handle, organizationId: string, id: string) =>
  handle
    .select(selection)
    .from(invitations)
    .where(and(eq(invitations.id, id), eq(invitations.organizationId, organizationId)));

/** A person's pending invitations to others, locked until the transaction ends. */
export function lockInvitations(
  handle: Handle,
  organizationId: string,
  userId: string,
): Promise<StoredInvitation[]> {
  return handle
    .select(selection)
    .from(invitations)
    .where(
      and(
        eq(invitations.organizationId, organizationId),
        eq(invitations.invitedByUserId, userId),
        sql`${status} = 'pending'`,
      ),
    )
    .orderBy(invitations.id)
    .for('update');
}

/** Finds and locks an invitation until the transaction ends. */
export async function lockInvitation(
  handle: Handle,
  organizationId: string,
  id: string,
): Promise<StoredInvitation | undefined> {
  const [found] = await byId(handle, organizationId, id).for('update');
  return found;
}

/** Finds an invitation. */
export async function findInvitation(
  handle: Handle,
  organizationId: string,
  id: string,
): Promise<StoredInvitation | undefined> {
  const [found] = await byId(handle, organizationId, id);
  return found;
}

/** Whether an invitation exists, for any invitee. Row-level security shows the row only to people involved. */
export async function invitationExists(handle: Handle, organizationId: string, id: string): Promise<boolean> {
  const { rows } = await handle.execute<{ exists: boolean }>(
    sql`select hindsight_invitation_exists(${id}::uuid, ${organizationId}::uuid) as exists`,
  );
  return rows[0]?.exists === true;
}

/** Replaces the link and extends the expiry. */
export async function renewInvitation(
  handle: Handle,
  id: string,
  tokenHash: string,
): Promise<StoredInvitation> {
  const rows = await handle
    .update(invitations)
    .set({ tokenHash, expiresAt: inDays, status: 'pending' })
    .where(eq(invitations.id, id))
    .returning();
  const row = onlyRow(rows);
  await logInvitation(handle, 'changed', row);
  return { row, status: 'pending' };
}

/** Ends an invitation and invalidates its link. */
export async function settleInvitation(
  handle: Handle,
  id: string,
  outcome: 'accepted' | 'revoked',
): Promise<void> {
  const moment = outcome === 'accepted' ? { acceptedAt: sql`now()` } : { revokedAt: sql`now()` };
  const [row] = await handle
    .update(invitations)
    .set({ status: outcome, tokenHash: null, ...moment })
    .where(eq(invitations.id, id))
    .returning();
  if (row) await logInvitation(handle, 'changed', row);
}

export function invitationToWire({
  row,
  status: current,
  declined: isDeclined = false,
}: StoredInvitation): Invitation {
  return {
    id: row.id,
    organization_id: row.organizationId,
    email: row.email,
    role: row.role,
    invited_by_user_id: row.invitedByUserId,
    status: current,
    token: null,
    created_at: wireTime(row.createdAt),
    expires_at: wireTime(row.expiresAt),
    accepted_at: wireTimeOrNull(row.acceptedAt),
    revoked_at: wireTimeOrNull(row.revokedAt),
    declined: isDeclined,
  };
}
