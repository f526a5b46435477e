/** The job that looks for secrets in the memories of a workspace: each step looks through a range of them. */
import { and, asc, sql } from 'drizzle-orm';
import { mayWrite } from '../domain/permissions';
import type { Ownership } from '../domain/permissions';
import { inWorkspace } from '../storage/conditions';
import type { Handle } from '../storage/database';
import type { NewJob } from '../storage/jobs';
import { memoryBlocks } from '../storage/schema/memory';
import { scanBlock } from '../storage/storedSecrets';
import type { JobSteps } from './steps';

/** Memories of one step: few enough that writers hardly wait for it. */
const STEP_ROWS = 50;

interface Range {
  first: string;
  last: string;
}

/** The job for one workspace as it is now; a memory that is written meanwhile is screened at the write. */
export async function secretScan(handle: Handle, place: Ownership): Promise<NewJob> {
  const { rows } = await handle.execute<Range & Record<string, unknown>>(sql`
    select min(id::text) as first, max(id::text) as last from (
      select id, (row_number() over (order by id) - 1) / ${STEP_ROWS}::int as step
      from memory_blocks where ${inWorkspace(memoryBlocks, place)}) as numbered
    group by step order by 1`);
  return { kind: 'secret_scan', options: { place }, items: rows };
}

/** The steps of that job. */
export function secretSteps(): JobSteps {
  return {
    concurrency: () => 1,
    failed: (_input, error) => ({ success: false, error }),
    prepare: (input, { principal, options }) => {
      const { first, last } = input as Range;
      const { place } = options as { place: Ownership };
      return Promise.resolve(async (handle: Handle) => {
        const blocks = await handle
          .select()
          .from(memoryBlocks)
          .where(
            and(
              inWorkspace(memoryBlocks, place),
              sql`${memoryBlocks.id} between ${first}::uuid and ${last}::uuid`,
            ),
          )
          .orderBy(asc(memoryBlocks.id))
          .for('update');
        let found = 0;
        for (const block of blocks)
          if (mayWrite(principal, block)) found += await scanBlock(handle, block, principal.userId);
        return { success: true, scanned: blocks.length, found };
      });
    },
  };
}
