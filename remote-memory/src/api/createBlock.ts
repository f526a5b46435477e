/** Stores a new memory block with its keywords. */
import { readMemoryDetail, type MemoryDetail } from '../model/memoryDetail';
import { newMemoryBody, type NewMemory } from '../model/newMemory';
import { reasonOf } from '../model/reasons';
import type { WriteContext } from './blockWrites';
import { changeKeyword } from './keywordWrites';

export interface Created {
  block: MemoryDetail;
  /** Keywords that could not be linked, by id, with the reason. */
  unlinked: { id: string; reason: string }[];
}

/**
 * Creates the block, then links the chosen keywords one by one; the service links words of the content by itself.
 * @throws what the client throws when the block itself could not be stored; a keyword that fails is answered.
 */
export async function createBlock({ api, scope }: WriteContext, memory: NewMemory): Promise<Created> {
  const answer = await api.call('POST /memory-blocks/', { body: newMemoryBody(memory), scope });
  const block = readMemoryDetail(answer);
  if (!block) throw new TypeError('The answer is no memory block.');
  const unlinked: Created['unlinked'] = [];
  for (const id of memory.keywords) {
    if (block.links.some((link) => link.id === id)) continue;
    const error = await changeKeyword({ api, scope }, block.id, id, true);
    if (error !== null) unlinked.push({ id, reason: reasonOf(error) });
  }
  return { block, unlinked };
}
