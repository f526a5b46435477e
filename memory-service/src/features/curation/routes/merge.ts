/** Manual merging of blocks. */
import { mergeBlocks, readMergeAhead } from '../mergeBlocks';
import type { MergeRefusal } from '../mergeBlocks';
import { findBlock } from '../../memory';
import { HttpProblem } from '../../../platform/http/problem';
import type { Routes } from '../../../platform/http/route';

const REFUSALS: Record<MergeRefusal, [status: number, detail: string]> = {
  missing: [404, 'Memory block not found'],
  forbidden: [403, 'Cannot merge: you must have write access to every memory block.'],
  mixed: [409, 'You can’t merge memory blocks from different workspaces.'],
  archived: [409, 'You can’t merge an archived memory block.'],
};

function mergeProblem(reason: MergeRefusal): HttpProblem {
  const [status, detail] = REFUSALS[reason];
  return new HttpProblem(status, detail);
}

export const mergeRoutes = {
  'POST /memory-blocks/merge': {
    access: 'writer',
    handle: async ({ database, principal, body }) => {
      const { memory_block_ids: ids, merged_content: content } = body;
      await readMergeAhead(database, principal, ids, { content });
      return database.write(principal, async (handle) => {
        const merged = await mergeBlocks(handle, principal, ids, { content, origin: 'merged_from' });
        if (typeof merged === 'string') throw mergeProblem(merged);
        const found = await findBlock(handle, merged.id);
        if (!found) throw new Error('The new memory was not found.');
        return { ...found.block, archived_memory_ids: ids };
      });
    },
  },
} satisfies Partial<Routes>;
