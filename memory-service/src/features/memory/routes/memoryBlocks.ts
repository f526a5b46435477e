/** Memory blocks and the number of their conversations. */
import type { MemoryBlock } from '@hindsight/shared-contracts/api';
import { listRows, mayRead, mayWrite, toOwnership } from '../../../platform/auth/rules/permissions';
import { describePlace } from '../../../platform/http/keyset';
import { totalPages } from '../../../platform/http/rules/paging';
import type { Principal } from '../../../platform/auth/rules/principal';
import type { Scope } from '../../../platform/auth/rules/scope';
import { blockPage } from '../queries/blockPages';
import type { BlockPageOptions } from '../queries/blockPages';
import { conversationEvents } from '../queries/conversationEvents';
import type { RetrievalsShown } from '../queries/conversationEvents';
import { countConversations, findBlock, firstBlocks } from '../queries/memoryBlocks';
import { callerKey } from '../../../platform/database/rowLevelSecurity';
import { supersededBy } from '../queries/successors';
import { toNarrowing } from '../queries/blockFilter';
import { supportsUnrated, withZeroScores } from '../../../platform/http/preferHeader';
import { UNRATED_AS_NULL } from '@hindsight/shared-contracts/api';
import { HttpProblem } from '../../../platform/http/problem';
import type { Call, Routes } from '../../../platform/http/route';
import { streamedPage } from '../streamedPage';

/** Names of the public service for the creation time. */
const CREATION_ALIASES = { creation_date: 'created_at', timestamp: 'created_at' } as const;

/** The state of a block that an edit with `If-Match` is based on. Reading does not change it. */
export const entityTag = (block: Pick<MemoryBlock, 'updated_at'>) => `"${block.updated_at}"`;

/** A page of a list, restricted to what the caller may see. */
async function answerPage(
  call: Call<'GET /memory-blocks/'> | Call<'GET /memory-blocks/archived/'>,
  which: BlockPageOptions['which'],
) {
  const { database, header, operations, principal, query, scope } = call;
  const { sort_by: sortBy, sort_order: order, skip, limit } = query;
  if (sortBy === 'feedback_score' && query.after !== undefined && !supportsUnrated(header('prefer')))
    throw new HttpProblem(
      422,
      `Lists sorted by feedback accept “after” only with “Prefer: ${UNRATED_AS_NULL}”, which distinguishes no score from 0.`,
    );
  const options = {
    rows: listRows(principal, scope()),
    skip,
    limit,
    narrowing: toNarrowing(query),
    search: query.search_query,
    sortBy: sortBy === 'creation_date' || sortBy === 'timestamp' ? CREATION_ALIASES[sortBy] : sortBy,
    descending: order === 'desc',
    after: describePlace(query.after, sortBy),
    which,
  };
  const remembered = { cache: operations.remembered, caller: callerKey(principal) };
  const { total, ...blocks } = await database.read(principal, (handle) =>
    blockPage(handle, options, remembered),
  );
  const totals = { total_items: total, total_pages: totalPages(total, limit) };
  if (blocks.rest.length === 0) return { items: blocks.items, ...totals };
  const shape = supportsUnrated(header('prefer')) ? undefined : withZeroScores;
  const next = (ids: readonly string[]) =>
    database.read(principal, (handle) => firstBlocks(handle, ids, options.rows));
  return streamedPage(blocks, { totals, next, shape });
}

/** Whose retrievals of a workspace's memories the caller may see. */
function retrievalsShown(principal: Principal, scope: Scope): RetrievalsShown {
  if (principal.kind === 'guest') return 'none';
  return mayWrite(principal, toOwnership(principal, scope)) ? 'all' : { of: principal.userId };
}

export const memoryBlockRoutes = {
  'GET /memory-blocks/': {
    access: 'memory',
    repeatable: true,
    handle: (call) => answerPage(call, call.query.include_archived ? 'all' : 'active'),
  },

  'GET /memory-blocks/archived/': {
    access: 'memory',
    repeatable: true,
    handle: (call) => answerPage(call, 'archived'),
  },

  'GET /memory-blocks/{id}': {
    access: 'memory',
    handle: async ({ database, principal, params, operations, setHeader }) => {
      const found = await database.read(principal, async (handle) => {
        const block = await findBlock(handle, params.id);
        return block && { ...block, superseded: await supersededBy(handle, block.block.id, block.ownership) };
      });
      // A block that the caller may not see is reported as missing.
      if (!found || !mayRead(principal, found.ownership))
        throw new HttpProblem(404, 'Memory block not found');
      operations.retrievals.opened(principal, params.id);
      setHeader('etag', entityTag(found.block));
      return found.superseded.length > 0 ? { ...found.block, superseded: found.superseded } : found.block;
    },
  },

  'GET /conversations/count': {
    access: 'memory',
    repeatable: true,
    handle: async ({ database, principal, query, scope }) => {
      const rows = listRows(principal, scope());
      const count = await database.read(principal, (handle) =>
        countConversations(handle, rows, query.include_archived),
      );
      return { count };
    },
  },

  'GET /conversations/{id}/events': {
    access: 'memory',
    handle: async ({ database, principal, params, query, scope, operations }) => {
      // Include retrievals from a moment ago.
      await operations.retrievals.flush();
      const options = { rows: listRows(principal, scope()), conversationId: params.id, ...query };
      const { items, total } = await database.read(principal, (handle) =>
        conversationEvents(handle, {
          ...options,
          retrievals: retrievalsShown(principal, scope()),
        }),
      );
      return { items, total_items: total, total_pages: totalPages(total, query.limit) };
    },
  },
} satisfies Partial<Routes>;
