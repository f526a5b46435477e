/** Jobs that carry out a person's decisions block by block: linking chosen keywords, archiving. */
import { UUID_PATTERN } from '@hindsight/shared-contracts/rules';
import { mayRead, mayWrite } from '../../platform/auth/rules/permissions';
import { applyOne, lockBlock, MISSING } from '../memory';
import type { KeywordApplication } from '../memory';
import { prune } from './pruning';
import { StepProblem } from '../../platform/jobs/steps';
import type { JobSteps } from '../../platform/jobs/steps';

/** Links the keywords chosen for each block. */
export function keywordApplicationSteps(): JobSteps {
  return {
    concurrency: () => 1,
    failed: (input, error) => ({
      memory_block_id: (input as KeywordApplication).memory_block_id,
      success: false,
      error,
    }),
    prepare: (input, { principal }) =>
      Promise.resolve(async (handle) => ({
        ...(await applyOne(handle, principal, input as KeywordApplication)),
      })),
  };
}

/** Archives each block that the caller may change. */
export function pruningSteps(): JobSteps {
  return {
    concurrency: () => 1,
    failed: (input, error) => ({ memory_block_id: String(input), success: false, error }),
    prepare: (input, { principal }) =>
      Promise.resolve(async (handle) => {
        const id = String(input).trim().toLowerCase();
        const row = UUID_PATTERN.test(id) ? await lockBlock(handle, id) : undefined;
        if (!row || !mayRead(principal, row)) throw new StepProblem(MISSING);
        if (!mayWrite(principal, row))
          throw new StepProblem('You don’t have permission to change this memory.');
        await prune(handle, row, principal.userId);
        return { memory_block_id: id, success: true };
      }),
  };
}
