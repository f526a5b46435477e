/** Stores a new memory block with its keywords. */
import { readMemoryDetail, type MemoryDetail } from '../model/memoryDetail';
import { newMemoryBody, type NewMemory } from '../model/newMemory';
import { reasonOf } from '../model/reasons';
import type { WriteContext } from './blockWrites';
import { changeKeyword } from './keywordWrites';
import { madeBefore } from './madeBefore';

export interface Created {
  block: MemoryDetail;
  /** Keywords that could not be linked, by id, with the reason. */
  unlinked: { id: string; reason: string }[];
}

/** A try to store a memory. */
interface Try {
  /** Of all tries of one form: the service makes one block of them. */
  key: string;
  /** An earlier one may have stored it: then that block is taken instead of a second one. */
  again: boolean;
}

/**
 * Creates the block, then links the chosen keywords one by one; the service links words of the content by itself.
 * @throws what the client throws when the block itself could not be stored; a keyword that fails is answered.
 */
export async function createBlock(
  context: WriteContext,
  memory: NewMemory,
  { key, again }: Try,
): Promise<Created> {
  const { api, scope } = context;
  const body = newMemoryBody(memory);
  const earlier = again ? await madeBefore(context, body) : null;
  const answer = earlier ?? (await api.call('POST /memory-blocks/', { body, scope, idempotencyKey: key }));
  const block = readMemoryDetail(answer);
  if (!block) throw new TypeError('The answer is no memory block.');
  const unlinked: Created['unlinked'] = [];
  for (const id of memory.keywords) {
    if (block.links.some((link) => link.id === id)) continue;
    const error = await changeKeyword(context, block.id, id, true);
    if (error !== null) unlinked.push({ id, reason: reasonOf(error) });
  }
  return { block, unlinked };
}
