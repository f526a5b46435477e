/** Fair job queue. Claims skip jobs locked by others, so processes can share it. */
import { and, eq, sql } from 'drizzle-orm';
import type { Principal } from '../auth/rules/principal';
import type { Handle } from '../database/database';
import { logPersonal } from '../events/log';
import { findJob, insertJob, LEASE } from './jobs';
import type { JobRow, NewJob } from './jobs';
import { jobs } from '../../schema/operations';

/** Arbitrary number that separates these locks from those of other modules. */
const JOBS_LOCK = 18;

export interface JobLimits {
  /** Maximum number of open jobs per person, and per organization. */
  perPerson: number;
  perOrganization: number;
}

/** A job rejected because the person or organization has too many open jobs. The message is for the person. */
export class TooManyJobs extends Error {
  override name = 'TooManyJobs';
}

/** Queues a job. Throws `TooManyJobs` at the limit. */
export async function queueJob(
  handle: Handle,
  principal: Exclude<Principal, { kind: 'guest' }>,
  job: NewJob,
  limits: JobLimits,
): Promise<JobRow> {
  const { organizationId = null } = job;
  // Serializes concurrent requests, so that they do not all count the same jobs.
  for (const key of [principal.userId, organizationId])
    if (key !== null)
      await handle.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, ${JOBS_LOCK}))`);
  const { rows } = await handle.execute<{ own: number; organization: number }>(sql`
    select hindsight_open_jobs(${principal.userId}::uuid, null) as own,
      hindsight_open_jobs(null, ${organizationId}::uuid) as organization`);
  const [open] = rows;
  if (open && open.own >= limits.perPerson)
    throw new TooManyJobs(`You have ${open.own} jobs queued or running. Wait for some of them to finish.`);
  if (open && open.organization >= limits.perOrganization)
    throw new TooManyJobs(
      `Your organization has ${open.organization} jobs queued or running. Wait for some of them to finish.`,
    );
  return insertJob(handle, principal, job, undefined);
}

const UNHELD = sql`status in ('queued', 'running') and (lease_until is null or lease_until < now())`;

/**
 * Claims the next job among those waiting or with an expired lease: first by the person and organization that have both waited longest for
 * a turn, then the oldest. `former`, which this process has just worked on, goes back to the queue.
 */
export async function claimJob(
  handle: Handle,
  processId: string,
  former?: string,
): Promise<JobRow | undefined> {
  if (former !== undefined)
    await handle
      .update(jobs)
      .set({ leasedBy: null, leaseUntil: null, servedAt: sql`clock_timestamp()` })
      .where(and(eq(jobs.id, former), eq(jobs.leasedBy, processId)));
  const { rows } = await handle.execute<{ id: string }>(sql`
    with people as (
      select user_id, (select max(served_at) from jobs where jobs.user_id = waiting.user_id) as served
      from (select distinct user_id from jobs where ${UNHELD}) as waiting
    ), organizations as (
      select organization_id,
        (select max(served_at) from jobs where jobs.organization_id = waiting.organization_id) as served
      from (select distinct organization_id from jobs where ${UNHELD}) as waiting
    )
    update jobs set status = 'running', leased_by = ${processId}, lease_until = now() + ${LEASE},
      started_at = coalesce(started_at, now()), served_at = clock_timestamp()
    where id = (
      select id from jobs join people using (user_id) left join organizations using (organization_id)
      where ${UNHELD}
      order by greatest(people.served, organizations.served) nulls first, people.served nulls first,
        organizations.served nulls first, created_at, id
      for update of jobs skip locked limit 1
    ) returning id`);
  const claimed = rows[0] && (await findJob(handle, rows[0].id));
  if (claimed) await logPersonal(handle, 'jobs', 'changed', [claimed]);
  return claimed;
}

/** Whether a job of another person or organization is waiting. */
export async function hasOtherWaitingJobs(
  handle: Handle,
  { userId, organizationId }: JobRow,
): Promise<boolean> {
  const { rows } = await handle.execute<{ wait: boolean }>(sql`
    select exists (
      select 1 from jobs where ${UNHELD}
      and (user_id <> ${userId}::uuid or organization_id is distinct from ${organizationId}::uuid)
    ) as wait`);
  return rows[0]?.wait === true;
}

/** Renews the lease of a job; false if another process holds it. */
export async function renewLease(handle: Handle, jobId: string, processId: string): Promise<boolean> {
  const renewed = await handle
    .update(jobs)
    .set({ leaseUntil: sql`now() + ${LEASE}` })
    .where(and(eq(jobs.id, jobId), eq(jobs.leasedBy, processId)))
    .returning({ id: jobs.id });
  return renewed.length > 0;
}

/** Releases jobs for other processes to continue: those of one process, or all if no other process can exist. */
export async function releaseJobs(handle: Handle, processId: string | undefined): Promise<void> {
  await handle
    .update(jobs)
    .set({ leasedBy: null, leaseUntil: null })
    .where(
      and(eq(jobs.status, 'running'), processId === undefined ? undefined : eq(jobs.leasedBy, processId)),
    );
}
