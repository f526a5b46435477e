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

/**
 * Creates the block, then links the chosen keywords one by one; the service links words of the content by itself.
 * @param again an earlier try may have stored it: then that block is taken instead of a second one.
 * @throws what the client throws when the block itself could not be stored; a keyword that fails is answered.
 */
export async function createBlock(context: WriteContext, memory: NewMemory, again = false): Promise<Created> {
  const { api, scope } = context;
  const body = newMemoryBody(memory);
  const earlier = again ? await madeBefore(context, body) : null;
  const answer = earlier ?? (await api.call('POST /memory-blocks/', { body, scope }));
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
