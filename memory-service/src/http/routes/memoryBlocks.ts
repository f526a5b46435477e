/** Memory blocks and the count of their conversations. */
import type { MemoryBlock } from '@hindsight/shared-contracts/api';
import { listRows, mayRead } from '../../domain/permissions';
import { totalPages } from '../../domain/paging';
import type { Principal } from '../../domain/principal';
import { blockPage } from '../../storage/blockPages';
import type { BlockPageOptions } from '../../storage/blockPages';
import { countConversations, findBlock } from '../../storage/memoryBlocks';
import { callerKey } from '../../storage/wall';
import { HttpProblem } from '../problem';
import type { Routes, Services } from '../route';

/** Names that the public service knows for the creation time. */
const CREATION_ALIASES = { creation_date: 'created_at', timestamp: 'created_at' } as const;

/** Names the state of a block that an edit with `If-Match` is based on. That it is read changes nothing of it. */
export const entityTag = (block: Pick<MemoryBlock, 'updated_at'>) => `"${block.updated_at}"`;

/** A page, as the caller may see it. */
export function pageOf(
  { database, operations, principal }: Services & { principal: Principal },
  options: BlockPageOptions,
) {
  const remembered = { cache: operations.remembered, caller: callerKey(principal) };
  return database.read(principal, (handle) => blockPage(handle, options, remembered));
}

export const memoryBlockRoutes = {
  'GET /memory-blocks/': {
    access: 'memory',
    handle: async (call) => {
      const { principal, query, scope } = call;
      const { sort_by: sortBy } = query;
      const page = await pageOf(call, {
        rows: listRows(principal, scope()),
        skip: query.skip,
        limit: query.limit,
        agentId: query.agent_id,
        conversationId: query.conversation_id,
        search: query.search_query,
        sortBy: sortBy === 'creation_date' || sortBy === 'timestamp' ? CREATION_ALIASES[sortBy] : sortBy,
        descending: query.sort_order === 'desc',
        which: query.include_archived ? 'all' : 'active',
      });
      return {
        items: page.items,
        total_items: page.total,
        total_pages: totalPages(page.total, query.limit),
      };
    },
  },

  'GET /memory-blocks/{id}': {
    access: 'memory',
    handle: async ({ database, principal, params, operations, setHeader }) => {
      const found = await database.read(principal, (handle) => findBlock(handle, params.id));
      // A block that the caller may not see is answered like one that does not exist.
      if (!found || !mayRead(principal, found.ownership))
        throw new HttpProblem(404, 'Memory block not found');
      operations.retrievals.opened(principal, params.id);
      setHeader('etag', entityTag(found.block));
      return found.block;
    },
  },

  'GET /conversations/count': {
    access: 'memory',
    handle: async ({ database, principal, scope }) => {
      const rows = listRows(principal, scope());
      return { count: await database.read(principal, (handle) => countConversations(handle, rows)) };
    },
  },
} satisfies Partial<Routes>;
