/** Looks for a block that an earlier try stored although its answer never came, so that trying again does not store it twice. */
import { fields, firstText, readRows } from '@hindsight/shared-contracts/api/client';
import type { WriteContext } from './blockWrites';

/** What a new block is told apart by. */
interface NewBlock {
  agent_id: string;
  conversation_id: string;
  content: string;
  lessons_learned?: string;
}

const LIMIT = 200;

/**
 * @param known ids that were there before the first try.
 * @returns the stored block as the service answers it; null when there is none.
 */
export async function madeBefore(
  { api, scope }: WriteContext,
  block: NewBlock,
  { known = [], signal }: { known?: readonly string[]; signal?: AbortSignal } = {},
): Promise<unknown> {
  const { agent_id, conversation_id } = block;
  const query = {
    agent_id,
    conversation_id,
    limit: LIMIT,
    sort_by: 'created_at',
    sort_order: 'desc',
  } as const;
  const rows = readRows(await api.call('GET /memory-blocks/', { query, scope, signal }), fields);
  const isSame = (row: ReturnType<typeof fields>) =>
    !known.includes(firstText(row['id'])) &&
    firstText(row['content']).trim() === block.content.trim() &&
    firstText(row['lessons_learned']).trim() === (block.lessons_learned ?? '').trim();
  return rows.items.find(isSame) ?? null;
}
