/** Subscriptions to the weekly digest, and its figures. */
import { sql } from 'drizzle-orm';
import type { RowFilter } from '../../../platform/auth/rules/permissions';
import type { WeekOfWorkspace } from '../rules/digest';
import { missedQuestions, summarizeActivity } from '../../agentActivity';
import { newMemories } from '../../analytics';
import { narrowingCondition } from '../../memory';
import type { Narrowing } from '../../memory';
import { rowsAllowed } from '../../../platform/database/conditions';
import type { Database, Handle } from '../../../platform/database/database';
import { readableBlocks } from '../../../platform/database/readable';
import { listReviewItems } from '../../review';
import { memoryBlocks } from '../../../schema/memory';
import { getOrCreateState } from '../../../platform/database/serviceState';
import { wireTime } from '../../../platform/http/wire';

/** HMAC key of the links, shared by all processes. */
export const digestSecret = (database: Database, make: () => string): Promise<string> =>
  getOrCreateState(database, 'links of digests', make);

/** When the person's next digest is due; null when it is off. */
export async function loadDigest(handle: Handle, userId: string): Promise<string | null> {
  const { rows } = await handle.execute<{ due: string }>(
    sql`select due_at::text as due from digests where user_id = ${userId}::uuid`,
  );
  return rows[0] ? wireTime(rows[0].due) : null;
}

/** Turns the digest on; no-op when it is already on. */
export async function startDigest(handle: Handle, userId: string, due: Date): Promise<void> {
  await handle.execute(sql`
    insert into digests (user_id, due_at) values (${userId}::uuid, ${due.toISOString()}::timestamptz) on conflict (user_id) do nothing`);
}

/** Turns the digest off and deletes pending digest mails. */
export async function endDigest(handle: Handle, userId: string): Promise<void> {
  await handle.execute(sql`delete from digests where user_id = ${userId}::uuid`);
  await handle.execute(sql`
    delete from mails where event = 'weekly_digest' and actor_user_id = ${userId}::uuid and status = 'pending'`);
}

/** Lease of a claimed digest; a process that holds it longer is considered dead. */
const LEASE = sql`interval '15 minutes'`;

export interface DueDigest {
  userId: string;
  email: string;
  due: string;
}

/** Claims due digests for this process. */
export async function claimDigests(handle: Handle, limit: number): Promise<DueDigest[]> {
  const { rows } = await handle.execute<DueDigest & Record<string, unknown>>(sql`
    with claimed as (
      update digests set retry_at = now() + ${LEASE} where user_id in (
        select user_id from digests where due_at <= now() and retry_at <= now() order by due_at limit ${limit} for update skip locked
      ) returning user_id, due_at
    )
    select users.id as "userId", users.email, claimed.due_at::text as due from claimed join users on users.id = claimed.user_id`);
  return rows;
}

/** The organizations that still exist, locked against deletion until the transaction ends. */
export async function lockExistingOrganizations(
  handle: Handle,
  organizationIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await handle.execute<{ id: string }>(
    sql`select id from organizations where id = any (${sql.param(organizationIds)}::uuid[]) order by id for key share`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Reschedules a claimed digest; false when it was turned off or sent by another process. */
export async function finishDigest(handle: Handle, { userId, due }: DueDigest, next: Date): Promise<boolean> {
  const { rows } = await handle.execute(sql`
    update digests set due_at = ${next.toISOString()}::timestamptz, retry_at = now()
    where user_id = ${userId}::uuid and due_at = ${due}::timestamptz returning user_id`);
  return rows.length > 0;
}

async function countRows(handle: Handle, rows: RowFilter, narrowing: Narrowing): Promise<number> {
  const found = await handle.execute<{ count: number }>(sql`
    select count(*)::int as count from ${readableBlocks}
    where not archived and ${rowsAllowed(memoryBlocks, rows)} and ${narrowingCondition(rows, narrowing, 'memory_blocks')}`);
  return found.rows[0]?.count ?? 0;
}

const MOST_MISSED = 100;

/** One week of a workspace, as in the dashboard's news. Call it as the recipient, so that permissions apply. */
export async function loadWeek(
  handle: Handle,
  rows: RowFilter,
  { from, until }: { from: Date; until: Date },
): Promise<WeekOfWorkspace> {
  const [since, before] = [from.toISOString(), until.toISOString()];
  const retrieved = { retrievedAfter: since, retrievedBefore: before };
  const { counts } = await listReviewItems(handle, {
    rows,
    kinds: undefined,
    withSecrets: true,
    after: undefined,
    skip: 0,
    limit: 0,
  });
  const { days } = await summarizeActivity(handle, { visible: rows, since, until: before });
  return {
    learned: await newMemories(handle, rows, since),
    retrieved: await countRows(handle, rows, retrieved),
    helped: await countRows(handle, rows, { ...retrieved, feedback: 'high' }),
    marked: await countRows(handle, rows, { feedback: 'marked' }),
    waiting: Object.values(counts).reduce((sum, count) => sum + count, 0),
    refused: days.reduce((sum, day) => sum + day.refused, 0),
    missed: (await missedQuestions(handle, { visible: rows, since, until: before, limit: MOST_MISSED }))
      .length,
  };
}
