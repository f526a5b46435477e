/** Stores one memory of an import. */
import { fields, firstText } from '@hindsight/shared-contracts/api/client';
import type { ImportItem } from '../model/importRead';
import { safeLink } from '../model/memoryDetail';
import type { WriteContext } from './blockWrites';
import { madeBefore } from './madeBefore';

/** Where a memory of the file goes. */
interface Target {
  agentId: string;
  conversationId: string;
  /** Of all tries of this memory: the service makes one block of them. Absent where it does not know such keys. */
  key?: string;
}

/**
 * Stores what the file says, without its keywords (see `importKeywords`); the service links words of the content by itself.
 * @param again an earlier try may have stored it: then that block is taken, unless it was there before (`known`).
 * @returns the id of the new block, for an undo.
 * @throws TypeError when the answer names no block.
 */
export async function importBlock(
  context: WriteContext,
  item: ImportItem,
  { agentId, conversationId, key }: Target,
  again: { known: readonly string[]; signal: AbortSignal } | null = null,
): Promise<string> {
  const link = safeLink(item.externalLink);
  const body = {
    agent_id: agentId,
    conversation_id: conversationId,
    content: item.content,
    ...(item.lesson === '' ? {} : { lessons_learned: item.lesson }),
    ...(item.errors === '' ? {} : { errors: item.errors }),
    ...(link === null ? {} : { external_history_link: link }),
    ...(item.score === null ? {} : { feedback_score: item.score }),
    ...(item.metadata === null ? {} : { metadata_col: item.metadata }),
  };
  const { api, scope } = context;
  const earlier = again ? await madeBefore(context, body, again) : null;
  const id = firstText(
    fields(earlier ?? (await api.call('POST /memory-blocks/', { body, scope, idempotencyKey: key })))['id'],
  );
  if (id === '') throw new TypeError('The answer is no memory block.');
  return id;
}
