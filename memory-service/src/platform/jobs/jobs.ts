/** Stores jobs and their steps. `jobQueue.ts` decides their order. */
import { and, asc, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Job } from '@hindsight/shared-contracts/api';
import type { Principal } from '../auth/rules/principal';
import { maskSecrets } from '../secretScanning/replaceSecrets';
import type { Handle } from '../database/database';
import { onlyRow } from '../database/errors';
import { logPersonal } from '../events/log';
import { afterPlace, type Place } from '../http/keyset';
import { jobItems, jobs } from '../../schema/operations';

export type JobRow = typeof jobs.$inferSelect;
export type JobKind = Job['kind'];
export type Outcome = Record<string, unknown> & { success: boolean };

/** How long a process holds a job without renewing the lease. */
export const LEASE = sql`interval '15 seconds'`;

/** Upper bound above the steps of any job. */
export const MAX_ITEMS = 1_000_000;

export interface NewJob {
  kind: JobKind;
  options: Record<string, unknown>;
  items: readonly unknown[];
  runId?: string | null | undefined;
  /** The organization the job works for, which shares turns with others; the caller is a member. */
  organizationId?: string | null;
}

/** Inserts a job with its steps. With `heldBy` it starts in that process immediately instead of waiting for a claim. */
export async function insertJob(
  handle: Handle,
  principal: Exclude<Principal, { kind: 'guest' }>,
  { kind, options: given, items: steps, runId = null, organizationId = null }: NewJob,
  heldBy: string | undefined,
): Promise<JobRow> {
  const { options, items } = await maskSecrets({ options: given, items: steps });
  const made = onlyRow(
    await handle
      .insert(jobs)
      .values({
        kind,
        options,
        runId,
        organizationId,
        total: items.length,
        userId: principal.userId,
        tenantId: organizationId ?? principal.userId,
        token: principal.kind === 'token' ? { id: principal.token.id } : null,
        ...(heldBy !== undefined && {
          status: 'running' as const,
          leasedBy: heldBy,
          leaseUntil: sql`now() + ${LEASE}`,
          startedAt: sql`now()`,
        }),
      })
      .returning(),
  );
  await addItems(handle, made, items, 0);
  await logPersonal(handle, 'jobs', 'added', [made]);
  return made;
}

const NAMED = sql.raw('id, user_id as "userId"');
type Named = { id: string; userId: string };

async function addItems(
  handle: Handle,
  { id, tenantId }: Pick<JobRow, 'id' | 'tenantId'>,
  items: readonly unknown[],
  from: number,
): Promise<void> {
  await handle.execute(sql`
    insert into job_items (job_id, tenant_id, position, input)
    select ${id}::uuid, ${tenantId}::uuid, ${from}::int + ordinality - 1, value
    from jsonb_array_elements(${JSON.stringify(items)}::jsonb) with ordinality`);
}

/** Adds steps discovered by an earlier step. */
export async function appendItems(handle: Handle, jobId: string, items: readonly unknown[]): Promise<void> {
  const [job] = await handle.select().from(jobs).where(eq(jobs.id, jobId)).for('update');
  if (!job || items.length === 0) return;
  await addItems(handle, job, items, job.total);
  await handle
    .update(jobs)
    .set({ total: job.total + items.length })
    .where(eq(jobs.id, jobId));
}

export async function findJob(handle: Handle, id: string): Promise<JobRow | undefined> {
  const [row] = await handle.select().from(jobs).where(eq(jobs.id, id));
  return row;
}

/** One page of a person's jobs, newest first, with the total count. `tokenId` limits it to jobs started by that token. */
export async function listJobs(
  handle: Handle,
  userId: string,
  {
    after,
    skip,
    limit,
    active,
    tokenId,
  }: { after: Place | undefined; skip: number; limit: number; active: boolean; tokenId?: string },
): Promise<{ rows: JobRow[]; total: number }> {
  const condition = and(
    eq(jobs.userId, userId),
    active ? inArray(jobs.status, ['queued', 'running']) : undefined,
    tokenId === undefined ? undefined : sql`${jobs.token} ->> 'id' = ${tokenId}`,
  );
  const [counted] = await handle.select({ total: count() }).from(jobs).where(condition);
  const rows = await handle
    .select()
    .from(jobs)
    .where(and(condition, afterPlace(after, sql`${jobs.createdAt}`, sql`${jobs.id}`)))
    .orderBy(desc(jobs.createdAt), desc(jobs.id))
    .limit(limit)
    .offset(skip);
  return { rows, total: counted?.total ?? 0 };
}

/** The next steps without an outcome. */
export async function openItems(
  handle: Handle,
  jobId: string,
  limit: number,
): Promise<{ position: number; input: unknown }[]> {
  return handle
    .select({ position: jobItems.position, input: jobItems.input })
    .from(jobItems)
    .where(and(eq(jobItems.jobId, jobId), isNull(jobItems.outcome)))
    .orderBy(asc(jobItems.position))
    .limit(limit);
}

/** Locks a step. False if it already has an outcome and must not be repeated. */
export async function lockItem(handle: Handle, jobId: string, position: number): Promise<boolean> {
  const { rows } = await handle.execute<{ is_open: boolean }>(sql`
    select outcome is null as is_open from job_items
    where job_id = ${jobId}::uuid and position = ${position} for update`);
  return rows[0]?.is_open === true;
}

/** Stores the outcome of a locked step and counts it. */
export async function closeItem(
  handle: Handle,
  jobId: string,
  position: number,
  given: Outcome,
): Promise<void> {
  const outcome = await maskSecrets(given);
  await handle.execute(sql`
    update job_items set outcome = ${JSON.stringify(outcome)}::jsonb
    where job_id = ${jobId}::uuid and position = ${position}`);
  const { rows } = await handle.execute<Named>(sql`
    update jobs set done = done + 1, succeeded = succeeded + ${outcome.success ? 1 : 0},
      failed = failed + ${outcome.success ? 0 : 1} where id = ${jobId}::uuid returning ${NAMED}`);
  await logPersonal(handle, 'jobs', 'changed', rows);
}

/** Finishes a job held by this process. */
export async function finishJob(
  handle: Handle,
  jobId: string,
  status: 'completed' | 'failed' | 'cancelled',
  error: string | null = null,
): Promise<void> {
  const rows = await handle
    .update(jobs)
    .set({
      status,
      error,
      leasedBy: null,
      leaseUntil: null,
      finishedAt: sql`now()`,
      servedAt: sql`clock_timestamp()`,
    })
    .where(and(eq(jobs.id, jobId), sql`status in ('queued', 'running')`))
    .returning({ id: jobs.id, userId: jobs.userId });
  await logPersonal(handle, 'jobs', 'changed', rows);
}

/** Requests the cancellation of a job; a queued one is canceled immediately. */
export async function requestCancel(handle: Handle, jobId: string): Promise<void> {
  const { rows } = await handle.execute<Named>(sql`
    update jobs set cancel_requested = true,
      status = case when leased_by is null then 'cancelled'::job_status else status end,
      finished_at = case when leased_by is null then now() else finished_at end
    where id = ${jobId}::uuid and status in ('queued', 'running') returning ${NAMED}`);
  await logPersonal(handle, 'jobs', 'changed', rows);
}

/** Outcomes of the finished steps, in step order. */
export async function loadOutcomes(handle: Handle, jobId: string): Promise<Outcome[]> {
  const rows = await handle
    .select({ outcome: jobItems.outcome })
    .from(jobItems)
    .where(and(eq(jobItems.jobId, jobId), sql`outcome is not null`))
    .orderBy(asc(jobItems.position));
  return rows.map(({ outcome }) => outcome as Outcome);
}

const ENDED: ReadonlySet<JobRow['status']> = new Set(['completed', 'failed', 'cancelled']);

export const hasEnded = (job: JobRow): boolean => ENDED.has(job.status);
