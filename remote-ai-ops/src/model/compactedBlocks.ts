/** The blocks that a run of compactions changed, with the way back to what they were. */
import { numberOr } from '@hindsight/shared-contracts/api/client';
import type { Run } from './run';

export interface CompactedBlock {
  id: string;
  /** Version that keeps the texts before. */
  version: number;
  method: unknown;
}

/** The blocks of a run whose version before is known. */
export function compactedBlocks(run: Run): CompactedBlock[] {
  return run.tally.rows.flatMap((row) => {
    const version = numberOr(row['version'], null);
    const id = row['memory_block_id'];
    return version === null || typeof id !== 'string' ? [] : [{ id, version, method: row['generated_by'] }];
  });
}
