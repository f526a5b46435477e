/** The memories that a run of compactions changed, and where their earlier texts are. */
import type { GeneratedBy } from '@hindsight/shared-contracts/api';
import { readId } from './batches';
import type { Run } from './run';

export interface CompactedBlock {
  id: string;
  /** The version that keeps the earlier texts. */
  version: number;
  method: GeneratedBy | undefined;
}

/** The memories of a run whose earlier version is known. */
export const compactedBlocks = ({ rows }: Run): CompactedBlock[] =>
  rows.flatMap((row) => {
    const { version, generated_by: method } = row as { version?: number; generated_by?: GeneratedBy };
    return version === undefined ? [] : [{ id: readId(row), version, method }];
  });
