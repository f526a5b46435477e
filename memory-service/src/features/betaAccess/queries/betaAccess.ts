/** Stores beta-access requests and decisions. The current status lives on the user; requests are the history. */
import { and, asc, count, desc, eq, inArray, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type {
  BetaAccessRequest,
  BetaAccessStatus,
  BetaAccessUser,
  BetaUserSort,
} from '@hindsight/shared-contracts/api';
import { mayRequestAccess } from '../rules/betaAccess';
import { LINK_DAYS } from '../../../platform/mail/rules/linkSecrets';
import { audit } from '../../../platform/database/audits';
import { allConditions, containsLetters } from '../../../platform/database/conditions';
import type { Handle } from '../../../platform/database/database';
import { onlyRow } from '../../../platform/database/errors';
import { logRows } from '../../../platform/events/log';
import { betaAccessRequests as requests } from '../../../schema/activity';
import { users } from '../../../schema/people';
import { wireTime, wireTimeOrNull } from '../../../platform/http/wire';

export type RequestRow = typeof requests.$inferSelect;
const inDays = sql`now() + make_interval(days => ${LINK_DAYS})`;

/**
 * Inserts a pending request and returns its id, or undefined when one is already pending or granted. Locks the user's row first, so that
 * the second of two concurrent calls sees the first.
 */
export async function requestAccess(
  handle: Handle,
  userId: string,
  reviewTokenHash: string,
): Promise<RequestRow | undefined> {
  const [person] = await handle
    .select({ email: users.email, status: users.betaAccessStatus })
    .from(users)
    .where(eq(users.id, userId))
    .for('update');
  if (!person || !mayRequestAccess(person.status)) return undefined;
  const [request] = await handle
    .insert(requests)
    .values({ userId, email: person.email, reviewTokenHash, reviewTokenExpiresAt: inDays })
    .onConflictDoNothing()
    .returning();
  if (!request) return undefined;
  await setStatus(handle, userId, 'pending');
  await audit(handle, {
    actionType: 'beta_access_request',
    targetType: 'beta_access_request',
    targetId: request.id,
    actorUserId: userId,
  });
  return request;
}

async function setStatus(handle: Handle, userId: string, status: BetaAccessStatus): Promise<void> {
  await handle
    .update(users)
    .set({ betaAccessStatus: status, updatedAt: sql`now()` })
    .where(eq(users.id, userId));
  await logRows(handle, 'access', 'changed', [{ id: userId, ownerUserId: userId }]);
}

/** The person's status and their latest request. */
export async function accessStatus(
  handle: Handle,
  userId: string,
): Promise<{ status: BetaAccessStatus; last_request: BetaAccessRequest | null }> {
  const [person] = await handle
    .select({ status: users.betaAccessStatus })
    .from(users)
    .where(eq(users.id, userId));
  const latest = (await latestRequests(handle, [userId])).get(userId);
  return { status: person?.status ?? 'not_requested', last_request: latest ?? null };
}

/** The latest request of each person, in one query. */
async function latestRequests(
  handle: Handle,
  userIds: readonly string[],
): Promise<Map<string, BetaAccessRequest>> {
  if (userIds.length === 0) return new Map();
  const rows = await handle
    .selectDistinctOn([requests.userId])
    .from(requests)
    .where(inArray(requests.userId, [...userIds]))
    .orderBy(asc(requests.userId), desc(requests.requestedAt), desc(requests.id));
  return new Map(rows.map((row) => [row.userId, requestToWire(row)]));
}

/** Finds and locks a request; `isTokenExpired` uses the database's clock. */
export async function lockRequest(
  handle: Handle,
  id: string,
): Promise<{ row: RequestRow; isTokenExpired: boolean } | undefined> {
  const [found] = await handle
    .select({
      row: requests,
      isTokenExpired: sql<boolean>`coalesce(${requests.reviewTokenExpiresAt} <= now(), true)`,
    })
    .from(requests)
    .where(eq(requests.id, id))
    .for('update');
  return found;
}

/** The decider: a beta admin, or the holder of a mailed link. */
export interface Reviewer {
  userId: string;
  email: string;
  viaToken: boolean;
}

/** Decides a locked pending request. Keeps the hash of the link, so that the link can still be verified afterwards. */
export async function decideRequest(
  handle: Handle,
  row: RequestRow,
  decision: 'accepted' | 'denied',
  reviewer: Reviewer,
  reason: string | null,
): Promise<void> {
  await handle
    .update(requests)
    .set({ status: decision, reviewedAt: sql`now()`, reviewerEmail: reviewer.email, reason })
    .where(eq(requests.id, row.id));
  await setStatus(handle, row.userId, decision);
  await audit(handle, {
    actionType: 'beta_access_review',
    targetType: 'beta_access_request',
    targetId: row.id,
    actorUserId: reviewer.userId,
    reason,
    metadata: {
      decision,
      reviewer_email: reviewer.email,
      ...(reviewer.viaToken && { via_token: true }),
    },
  });
}

/** Replaces the link. @returns its expiry. */
export async function renewReviewToken(handle: Handle, id: string, hash: string): Promise<string> {
  const rows = await handle
    .update(requests)
    .set({ reviewTokenHash: hash, reviewTokenExpiresAt: inDays })
    .where(eq(requests.id, id))
    .returning({ expires: requests.reviewTokenExpiresAt });
  return wireTime(onlyRow(rows).expires ?? '');
}

/** Requests pending for at least this many days, oldest first. */
export async function pendingRequests(handle: Handle, olderThanDays: number): Promise<BetaAccessRequest[]> {
  const rows = await handle
    .select()
    .from(requests)
    .where(
      and(
        eq(requests.status, 'pending'),
        sql`${requests.requestedAt} <= now() - make_interval(days => ${olderThanDays})`,
      ),
    )
    .orderBy(asc(requests.requestedAt), asc(requests.id));
  return rows.map(requestToWire);
}

/** Missing values sort last in both directions; ties sort by email. */
function buildOrder(sortBy: BetaUserSort, order: 'asc' | 'desc'): SQL[] {
  const by = {
    email: sql`${users.email}`,
    display_name: sql`lower(${users.displayName})`,
    status: sql`${users.betaAccessStatus}::text`,
    requested_at: sql`(select max(requested_at) from beta_access_requests where user_id = ${users.id})`,
  }[sortBy];
  return [order === 'asc' ? sql`${by} asc nulls last` : sql`${by} desc nulls last`, asc(users.email)];
}

/** Matching people, sorted, and their total number. */
export async function listBetaUsers(
  handle: Handle,
  filter: {
    skip: number;
    limit: number | undefined;
    search: string | undefined;
    status: BetaAccessStatus | undefined;
    sortBy: BetaUserSort;
    sortOrder: 'asc' | 'desc';
  },
): Promise<{ users: BetaAccessUser[]; total: number }> {
  const text = filter.search?.trim();
  const condition = allConditions(
    filter.status ? eq(users.betaAccessStatus, filter.status) : undefined,
    text
      ? sql`(${containsLetters(users.email, text)} or ${containsLetters(users.displayName, text)})`
      : undefined,
  );
  const [counted] = await handle.select({ total: count() }).from(users).where(condition);
  const query = handle
    .select()
    .from(users)
    .where(condition)
    .orderBy(...buildOrder(filter.sortBy, filter.sortOrder))
    .offset(filter.skip)
    .$dynamic();
  const rows = await (filter.limit === undefined ? query : query.limit(filter.limit));
  const latest = await latestRequests(
    handle,
    rows.map((row) => row.id),
  );
  return {
    users: rows.map((row) => userToWire(row, latest.get(row.id) ?? null)),
    total: counted?.total ?? 0,
  };
}

/** Sets a person's status and that of their latest request. Undefined when the person does not exist. */
export async function setBetaStatus(
  handle: Handle,
  userId: string,
  status: Exclude<BetaAccessStatus, 'pending'>,
  reviewer: Reviewer,
): Promise<{ user: BetaAccessUser; changed: boolean } | undefined> {
  const [person] = await handle.select().from(users).where(eq(users.id, userId)).for('update');
  if (!person) return undefined;
  const changed = person.betaAccessStatus !== status;
  if (changed) {
    const outcome = status === 'accepted' ? 'accepted' : 'denied';
    await handle.execute(sql`
      update beta_access_requests
      set status = ${outcome}::beta_request_status, reviewed_at = now(), reviewer_email = ${reviewer.email}
      where id = (select id from beta_access_requests where user_id = ${userId}::uuid
        order by requested_at desc, id desc limit 1)`);
    await setStatus(handle, userId, status);
    await audit(handle, {
      actionType: 'beta_access_review',
      targetType: 'beta_access_user',
      targetId: userId,
      actorUserId: reviewer.userId,
      metadata: { manual: true, previous_status: person.betaAccessStatus, new_status: status },
    });
  }
  const latest = (await latestRequests(handle, [userId])).get(userId) ?? null;
  return { user: userToWire({ ...person, betaAccessStatus: status }, latest), changed };
}

function userToWire(row: typeof users.$inferSelect, last: BetaAccessRequest | null): BetaAccessUser {
  return {
    user_id: row.id,
    email: row.email,
    display_name: row.displayName,
    beta_access_status: row.betaAccessStatus,
    last_request: last,
  };
}

function requestToWire(row: RequestRow): BetaAccessRequest {
  return {
    id: row.id,
    email: row.email,
    status: row.status,
    requested_at: wireTime(row.requestedAt),
    reviewed_at: wireTimeOrNull(row.reviewedAt),
    reviewer_email: row.reviewerEmail,
  };
}
