/** Memory blocks and the count of their conversations. */
import { listRows, mayRead } from '../../domain/permissions';
import { totalPages } from '../../domain/paging';
import type { Principal } from '../../domain/principal';
import type { Database } from '../../storage/database';
import { blocksByIds, countConversations, findBlock, matchingBlocks } from '../../storage/memoryBlocks';
import type { BlockListOptions } from '../../storage/memoryBlocks';
import { HttpProblem } from '../problem';
import type { Routes } from '../route';

/** Names that the public service knows for the creation time. */
const CREATION_ALIASES = { creation_date: 'created_at', timestamp: 'created_at' } as const;

/**
 * A page. Behind the database's wall no index may serve a pattern or a bare count, so the service itself finds the ids, by a
 * query that names the rows allowed; the blocks are read as the caller, who passes the wall again.
 */
async function pageOf(database: Database, principal: Principal, options: BlockListOptions) {
  const { ids, total } = await database.read({ kind: 'system' }, (handle) => matchingBlocks(handle, options));
  const items = await database.read(principal, (handle) => blocksByIds(handle, ids, options.rows));
  return { items, total };
}

export const memoryBlockRoutes = {
  'GET /memory-blocks/': {
    access: 'memory',
    handle: async ({ database, principal, query, scope }) => {
      const { sort_by: sortBy } = query;
      const options = {
        rows: listRows(principal, scope()),
        skip: query.skip,
        limit: query.limit,
        agentId: query.agent_id,
        conversationId: query.conversation_id,
        search: query.search_query,
        sortBy: sortBy === 'creation_date' || sortBy === 'timestamp' ? CREATION_ALIASES[sortBy] : sortBy,
        descending: query.sort_order === 'desc',
        includeArchived: query.include_archived,
      };
      const page = await pageOf(database, principal, options);
      return {
        items: page.items,
        total_items: page.total,
        total_pages: totalPages(page.total, query.limit),
      };
    },
  },

  'GET /memory-blocks/{id}': {
    access: 'memory',
    handle: async ({ database, principal, params, operations }) => {
      const found = await database.read(principal, (handle) => findBlock(handle, params.id));
      // A block that the caller may not see is answered like one that does not exist.
      if (!found || !mayRead(principal, found.ownership))
        throw new HttpProblem(404, 'Memory block not found');
      operations.retrievals.opened(principal, params.id);
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
