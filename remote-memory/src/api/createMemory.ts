/** Stores a new memory with its keywords. */
import { describeError } from '@hindsight/shared-contracts/rules';
import { toMemory, type Memory } from '../model/memory';
import { newMemoryBody, type NewMemory } from '../model/newMemory';
import { linkKeyword, type WriteContext } from './memoryWrites';

export interface Created {
  memory: Memory;
  /** Keywords that could not be linked, with the reason. */
  unlinked: { id: string; reason: string }[];
}

/**
 * Creates the memory, then links the chosen keywords one by one; the service links the keywords of the content itself.
 * @param idempotencyKey the same for the same text, so that trying again after a lost answer makes no second memory.
 * @throws what the client throws when the memory itself could not be stored; keywords that fail are part of the answer.
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
