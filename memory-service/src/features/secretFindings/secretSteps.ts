/** The job that looks for secrets in a workspace: its memories in ranges, then what is kept about requests. */
import { and, asc, sql } from 'drizzle-orm';
import { mayWrite } from '../../platform/auth/rules/permissions';
import type { Ownership } from '../../platform/auth/rules/permissions';
import { inWorkspace } from '../../platform/database/conditions';
import type { Database, Handle } from '../../platform/database/database';
import { appendItems } from '../../platform/jobs/jobs';
import type { NewJob } from '../../platform/jobs/jobs';
import { maskNextJobs, maskQueries, maskRecords } from './queries/keptRequests';
import { memoryBlocks } from '../../schema/memory';
import { readStoredAhead, scanBlock } from '../memory';
import type { JobSteps } from '../../platform/jobs/steps';

/** Memories of one step: few enough that writers hardly wait for it. */
const STEP_ROWS = 50;

interface Range {
  first: string;
  last: string;
}

/** A step beside the memories; that of the jobs goes on after one of them. */
type Kept = { kept: 'records' } | { kept: 'jobs'; after?: string };

const SYSTEM = { kind: 'system' } as const;

const KEPT: readonly Kept[] = [{ kept: 'records' }, { kept: 'jobs' }];

/** The job for one workspace as it is now; a memory that is written meanwhile is screened at the write. */
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

/** The job for what is kept about requests, after secrets of one memory were masked. */
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

/** The steps of these jobs. */
export function secretSteps(database: Database): JobSteps {
  return {
    concurrency: () => 1,
    failed: (_input, error) => ({ success: false, error }),
    prepare: async (input, { jobId, principal, options }) => {
      const { place } = options as { place: Ownership };
      const step = input as Range | Kept;
      // What is kept about requests is the service's own: its policies show a person no jobs of others.
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
