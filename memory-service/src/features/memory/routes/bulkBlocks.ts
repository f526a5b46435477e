/** Archives and deletes many blocks at once, with a separate result for each. */
import { UUID_PATTERN } from '@hindsight/shared-contracts/rules';
import { mayRead, mayWrite } from '../../../platform/auth/rules/permissions';
import type { Person, TokenHolder } from '../../../platform/auth/rules/principal';
import { deleteBlock, lockBlock, setArchived } from '../queries/blockWrites';
import type { BlockRow } from '../queries/blockWrites';
import type { Database, Handle } from '../../../platform/database/database';
import type { Routes } from '../../../platform/http/route';
import { MISSING_BLOCK } from './memoryWrites';

type Change = (handle: Handle, block: BlockRow) => Promise<void>;

/** Changes each block that the caller may change, all in one transaction; `done` is the verb of the message. */
export async function changeEach(
  database: Database,
  principal: Person | TokenHolder,
  given: readonly string[],
  done: string,
  change: Change,
) {
  const ids = [...new Set(given.map((id) => id.trim().toLowerCase()))];
  const errors = await database.write(principal, async (handle) => {
    const refused = new Map<string, string>();
    // A consistent order, so that two requests wait for each other instead of deadlocking.
    for (const id of [...ids].sort()) {
      const row = UUID_PATTERN.test(id) ? await lockBlock(handle, id) : undefined;
      if (!row || !mayRead(principal, row)) refused.set(id, MISSING_BLOCK);
      else if (!mayWrite(principal, row)) refused.set(id, 'You don’t have permission to change this memory.');
      else await change(handle, row);
    }
    return refused;
  });
  const count = ids.length - errors.size;
  return {
    results: ids.map((id) => {
      const error = errors.get(id);
      return { memory_block_id: id, success: error === undefined, ...(error !== undefined && { error }) };
    }),
    successful_count: count,
    failed_count: errors.size,
    total_processed: ids.length,
    message: `${done} ${count} of ${ids.length} memory blocks.`,
  };
}

export const bulkBlockRoutes = {
  'POST /memory-blocks/bulk-archive': {
    access: 'writer',
    handle: ({ database, principal, body }) =>
      changeEach(database, principal, body.memory_block_ids, 'Archived', (handle, block) =>
        setArchived(handle, block, true, principal.userId),
      ),
  },

  'POST /memory-blocks/bulk-delete': {
    access: 'writer',
    handle: ({ database, principal, body }) =>
      changeEach(database, principal, body.memory_block_ids, 'Deleted', (handle, block) =>
        deleteBlock(handle, block, principal.userId),
      ),
  },
} satisfies Partial<Routes>;
