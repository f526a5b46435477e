/** Pages of memory blocks with exact totals. What a page costs does not grow with the workspace. */
import { eq, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { RowFilter } from '../domain/permissions';
import { BLOCK_COLUMNS, blockOnWire, blockRows, MAX_PART_BYTES } from './blockRows';
import type { BlockJson } from './blockRows';
import { allOf, rowsAllowed } from './conditions';
import type { Handle } from './database';
import { firstBlocks } from './memoryBlocks';
import type { BlocksInParts } from './memoryBlocks';
import { runPrepared } from './prepared';
import { readableBlocks } from './readable';
import { memoryBlocks } from './schema/memory';
import { blockContains } from './searchText';
import type { VersionedCache } from './stampedCache';
import { countersOf } from './counters';
import type { Counters } from './counters';

export interface BlockPageOptions {
  rows: RowFilter;
  skip: number;
  limit: number;
  agentId: string | undefined;
  conversationId: string | undefined;
  /** Plain text; empty or blank means no search. */
  search: string | undefined;
  sortBy: 'created_at' | 'updated_at' | 'feedback_score' | 'retrieval_count' | 'id' | 'archived_at';
  descending: boolean;
  /** Blocks in use, archived ones, or both. */
  which: 'active' | 'archived' | 'all';
}

/** The cache of totals and ids of searches, with the caller's part of the key: callers who see other rows have another one. */
export interface CallerCache {
  cache: VersionedCache;
  caller: string;
}

interface BlockPage extends BlocksInParts {
  total: number;
}

const WHICH = {
  active: sql`not memory_blocks.archived`,
  archived: sql`memory_blocks.archived`,
  all: undefined,
};

function conditionOf(options: BlockPageOptions): SQL {
  const text = options.search?.trim();
  return allOf(
    rowsAllowed(memoryBlocks, options.rows),
    WHICH[options.which],
    options.agentId ? eq(memoryBlocks.agentId, options.agentId) : undefined,
    options.conversationId ? eq(memoryBlocks.conversationId, options.conversationId) : undefined,
    text ? blockContains(text) : undefined,
  );
}

/** The rows of the page as a query for `columns` of them. */
export function pageRows(options: BlockPageOptions, columns: SQL): SQL {
  const direction = sql.raw(options.descending ? 'desc' : 'asc');
  // Blocks without feedback are neither the best nor the worst.
  const unrated = sql.raw(options.sortBy === 'feedback_score' ? 'nulls last' : '');
  const order = sql`memory_blocks.${sql.raw(options.sortBy)} ${direction} ${unrated}, memory_blocks.id ${direction}`;
  // The first pages of a few sizes are asked for all day; a limit that the planner does not know would spoil their plans.
  const limit = isCommonPage(options)
    ? sql.raw(String(options.limit))
    : sql`${options.limit} offset ${options.skip}`;
  return sql`select ${columns} from ${readableBlocks} where ${conditionOf(options)}
    order by ${order} limit ${limit}`;
}

const COMMON_SIZES: ReadonlySet<number> = new Set([10, 12, 20, 24, 25, 48, 50, 100]);

/** Is it one of the few pages that are worth a plan of their own? Everything else is planned each time. */
function isCommonPage({ rows, limit, skip, sortBy, conversationId, search }: BlockPageOptions): boolean {
  const isOnePlace = rows.rows !== 'organizations' || rows.organizationIds.length === 1;
  const isPlain = conversationId === undefined && !search?.trim();
  return isOnePlace && isPlain && skip === 0 && COMMON_SIZES.has(limit) && sortBy !== 'id';
}

const totalOf = (counters: Counters, which: BlockPageOptions['which']): number =>
  which === 'all' ? counters.active + counters.archived : counters[which];

/** Matching rows, one by one: for filters that the counters do not cover. */
async function countMatching(handle: Handle, options: BlockPageOptions): Promise<number> {
  const { rows } = await handle.execute<{ total: number }>(
    sql`select count(*)::int as total from ${readableBlocks} where ${conditionOf(options)}`,
  );
  return rows[0]?.total ?? 0;
}

async function idsOf(handle: Handle, options: BlockPageOptions): Promise<string[]> {
  if (options.limit === 0) return [];
  const found = await handle.execute<{ id: string }>(pageRows(options, sql`memory_blocks.id`));
  return found.rows.map(({ id }) => id);
}

async function blocksOf(handle: Handle, options: BlockPageOptions): Promise<BlocksInParts> {
  if (options.limit === 0) return { items: [], rest: [] };
  const statement = blockRows(pageRows(options, BLOCK_COLUMNS), MAX_PART_BYTES);
  const rows = isCommonPage(options)
    ? await runPrepared<BlockJson>(handle, statement)
    : (await handle.execute<BlockJson>(statement)).rows;
  const isWhole = rows.length === (rows[0]?.chosen ?? 0);
  const rest = isWhole ? [] : (await idsOf(handle, options)).slice(rows.length);
  return { items: rows.map(blockOnWire), rest };
}

/**
 * The total and the ids of the page need a scan of the matching texts, so they are cached while the workspace does not change; the
 * blocks themselves are read each time.
 */
async function countedPage(
  handle: Handle,
  options: BlockPageOptions,
  { changes }: Counters,
  { cache, caller }: CallerCache,
): Promise<BlockPage> {
  const { rows, agentId, conversationId, search, which, sortBy, descending, skip, limit } = options;
  const about = [caller, rows, agentId, conversationId, search?.trim(), which];
  const key = (name: string, ...more: unknown[]) => `${name} ${JSON.stringify([...about, ...more])}`;
  const idsOfPage = () => idsOf(handle, options);
  const [total, ids] = await Promise.all([
    cache.get(key('count'), changes, () => countMatching(handle, options)),
    // Being read changes no workspace, but it does change this order.
    sortBy === 'retrieval_count'
      ? idsOfPage()
      : cache.get(key('page', sortBy, descending, skip, limit), changes, idsOfPage),
  ]);
  return { ...(await firstBlocks(handle, ids, rows)), total };
}

/** One page and the exact number of all matching blocks, from one view of the data. Of a page of large blocks the first part. */
export async function blockPage(
  handle: Handle,
  options: BlockPageOptions,
  remembered: CallerCache,
): Promise<BlockPage> {
  if (options.rows.rows === 'none') return { items: [], rest: [], total: 0 };
  if (options.conversationId || options.search?.trim()) {
    return countedPage(handle, options, await countersOf(handle, options.rows, undefined), remembered);
  }
  // Both queries are sent together. Further pages are queried only where there are rows left.
  const first = options.skip === 0 ? blocksOf(handle, options) : undefined;
  const [counters] = await Promise.all([countersOf(handle, options.rows, options.agentId), first]);
  const total = totalOf(counters, options.which);
  if (options.skip >= total) return { items: [], rest: [], total };
  return { ...(await (first ?? blocksOf(handle, options))), total };
}
