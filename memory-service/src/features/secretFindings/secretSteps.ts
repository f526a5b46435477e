/** Job that scans a workspace for secrets: its memories in ranges of ids, then its stored requests. */
import { and, asc, sql } from 'drizzle-orm';
import { mayWrite } from '../../platform/auth/rules/permissions';
import type { Ownership } from '../../platform/auth/rules/permissions';
import { inWorkspace } from '../../platform/database/conditions';
import type { Database, Handle } from '../../platform/database/database';
import { appendItems } from '../../platform/jobs/jobs';
import type { NewJob } from '../../platform/jobs/jobs';
import { maskNextJobs, maskQueries, maskRecords } from './queries/storedRequests';
import { memoryBlocks } from '../../schema/memory';
import { readStoredAhead, scanBlock } from '../memory';
import type { JobSteps } from '../../platform/jobs/steps';

/** Memories per step: few enough to block writers only briefly. */
const STEP_ROWS = 50;

interface Range {
  first: string;
  last: string;
}

/** Steps for stored requests; the one for jobs continues after a cursor. */
type Kept = { kept: 'records' } | { kept: 'jobs'; after?: string };

const SYSTEM = { kind: 'system' } as const;

const KEPT: readonly Kept[] = [{ kept: 'records' }, { kept: 'jobs' }];

/** Creates the job for the current memories of a workspace; later writes are screened when they happen. */
export async function secretScan(handle: Handle, place: Ownership): Promise<NewJob> {
  const { rows } = await handle.execute<Range & Record<string, unknown>>(sql`
    select min(id::text) as first, max(id::text) as last from (
      select id, (row_number() over (order by id) - 1) / ${STEP_ROWS}::int as step
      from memory_blocks where ${inWorkspace(memoryBlocks, place)}) as numbered
    group by step order by 1`);
  return {
    kind: 'secret_scan',
    options: { place },
    items: [...rows, ...KEPT],
    organizationId: place.organizationId,
  };
}

/** Creates the job that scans stored requests after secrets of one memory were masked. */
export const scanOfBlock = (block: Ownership & { id: string }): NewJob => {
  const { id, visibilityScope, ownerUserId, organizationId } = block;
  const place = { visibilityScope, ownerUserId, organizationId };
  return {
    kind: 'secret_scan',
    options: { place },
    items: [{ first: id, last: id }, ...KEPT],
    organizationId,
  };
};

/** Steps of the scan jobs. */
export function secretSteps(database: Database): JobSteps {
  return {
    concurrency: () => 1,
    failed: (_input, error) => ({ success: false, error }),
    prepare: async (input, { jobId, principal, options }) => {
      const { place } = options as { place: Ownership };
      const step = input as Range | Kept;
      // Runs as the service, since row-level security hides other people's jobs.
      if ('kept' in step) {
        const last = await database.write(SYSTEM, async (handle) =>
          step.kept === 'records' ? maskRecords(handle, place) : maskNextJobs(handle, place, step.after),
        );
        return async (handle: Handle) => {
          if (last !== undefined) await appendItems(handle, jobId, [{ kept: 'jobs', after: last }]);
          return { success: true, scanned: 0, found: 0 };
        };
      }
      const { first, last } = step;
      const inRange = and(
        inWorkspace(memoryBlocks, place),
        sql`${memoryBlocks.id} between ${first}::uuid and ${last}::uuid`,
      );
      const ids = await database.read(principal, (handle) =>
        handle.select({ id: memoryBlocks.id }).from(memoryBlocks).where(inRange),
      );
      await readStoredAhead(
        database,
        principal,
        ids.map(({ id }) => id),
      );
      await database.write(SYSTEM, (handle) => maskQueries(handle, place, step));
      return async (handle: Handle) => {
        const blocks = await handle
          .select()
          .from(memoryBlocks)
          .where(inRange)
          .orderBy(asc(memoryBlocks.id))
          .for('update');
        let found = 0;
        for (const block of blocks)
          if (mayWrite(principal, block)) found += await scanBlock(handle, block, principal.userId);
        return { success: true, scanned: blocks.length, found };
      };
    },
  };
}
