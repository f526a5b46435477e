/** Beta-access requests: makes one, reads the latest. */
import { desc, eq, sql } from 'drizzle-orm';
import type { BetaAccessRequest, BetaAccessStatus } from '@hindsight/shared-contracts/api';
import { mayRequestAccess } from '../domain/betaAccess';
import type { Handle } from './database';
import { audits, betaAccessRequests } from './schema/activity';
import { users } from './schema/people';
import { wireTime, wireTimeOrNull } from './wire';

/**
 * Writes a pending request and answers its id, or undefined when one is waiting or was granted.
 * The person's row is locked first, so that of two calls at once the second sees what the first did.
 */
export async function requestAccess(handle: Handle, userId: string): Promise<string | undefined> {
  const [person] = await handle
    .select({ email: users.email, status: users.betaAccessStatus })
    .from(users)
    .where(eq(users.id, userId))
    .for('update');
  if (!person || !mayRequestAccess(person.status)) return undefined;
  const [request] = await handle
    .insert(betaAccessRequests)
    .values({ userId, email: person.email })
    .onConflictDoNothing()
    .returning({ id: betaAccessRequests.id });
  if (!request) return undefined;
  await handle
    .update(users)
    .set({ betaAccessStatus: 'pending', updatedAt: sql`now()` })
    .where(eq(users.id, userId));
  await handle.insert(audits).values({
    actionType: 'beta_access_request',
    status: 'success',
    targetType: 'beta_access_request',
    targetId: request.id,
    actorUserId: userId,
  });
  return request.id;
}

/** The person's status, which lives on the person, and the latest request. */
export async function accessStatus(
  handle: Handle,
  userId: string,
): Promise<{ status: BetaAccessStatus; last_request: BetaAccessRequest | null }> {
  const [person] = await handle
    .select({ status: users.betaAccessStatus })
    .from(users)
    .where(eq(users.id, userId));
  const [request] = await handle
    .select()
    .from(betaAccessRequests)
    .where(eq(betaAccessRequests.userId, userId))
    .orderBy(desc(betaAccessRequests.requestedAt), desc(betaAccessRequests.id))
    .limit(1);
  return { status: person?.status ?? 'not_requested', last_request: request ? toWire(request) : null };
}

function toWire(row: typeof betaAccessRequests.$inferSelect): BetaAccessRequest {
  return {
    id: row.id,
    email: row.email,
    status: row.status,
    requested_at: wireTime(row.requestedAt),
    reviewed_at: wireTimeOrNull(row.reviewedAt),
    reviewer_email: row.reviewerEmail,
  };
}
