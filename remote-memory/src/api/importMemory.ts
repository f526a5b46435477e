/** Stores one memory of an import. */
import type { ImportItem } from '../model/importRead';
import { safeLink } from '../model/memory';
import type { WriteContext } from './memoryWrites';

/** Where a memory of the file goes. */
interface Target {
  agentId: string;
  conversationId: string;
  /** The same at each try, so that the service makes one memory of them. */
  idempotencyKey: string;
}

/**
 * Stores what the file says, without its keywords (see `importKeywords`); the service links the keywords of the content itself.
 * @returns the id of the new memory, for an undo.
 */
export async function importMemory(
  { api, scope }: WriteContext,
  item: ImportItem,
  { agentId, conversationId, idempotencyKey }: Target,
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
  return (await api.call('POST /memory-blocks/', { body, scope, idempotencyKey })).id;
}
