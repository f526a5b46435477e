/** Stores a new memory with its keywords. */
import { describeError } from '@hindsight/shared-contracts/rules';
import { toMemory, type Memory } from '../model/memory';
import { newMemoryBody, type NewMemory } from '../model/newMemory';
import { linkKeyword, type WriteContext } from './memoryWrites';

export interface Created {
  memory: Memory;
  /** Keywords that failed to link, with the reason. */
  unlinked: { id: string; reason: string }[];
}

/**
 * Creates the memory, then links the selected keywords one by one; the service links keywords found in the content.
 * @param idempotencyKey stays the same for the same text, so a retry after a lost response creates no duplicate.
 * @throws errors of the client when creating the memory fails; failed keywords are part of the result.
 */
export async function createMemory(
  context: WriteContext,
  draft: NewMemory,
  idempotencyKey: string,
): Promise<Created> {
  const { api, scope } = context;
  const body = newMemoryBody(draft);
  const memory = toMemory(await api.call('POST /memory-blocks/', { body, scope, idempotencyKey }));
  const unlinked: Created['unlinked'] = [];
  for (const id of draft.keywords) {
    if (memory.keywords.some((keyword) => keyword.id === id)) continue;
    try {
      await linkKeyword(context, memory.id, id);
    } catch (error) {
      unlinked.push({ id, reason: describeError(error) });
    }
  }
  return { memory, unlinked };
}
