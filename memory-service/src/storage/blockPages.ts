/** Pages of memory blocks with exact totals. What a page costs does not grow with the workspace. */
import { eq, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { MemoryBlock } from '@hindsight/shared-contracts/api';
import type { RowFilter } from '../domain/permissions';
import { BLOCK_COLUMNS, blockOnWire, blockRows } from './blockRows';
import type { BlockJson } from './blockRows';
import { allOf, rowsAllowed } from './conditions';
import type { Handle } from './database';
import { runPrepared } from './prepared';
import { readableBlocks } from './readable';
import { memoryBlocks } from './schema/memory';
import { blockContains } from './searchText';
import type { StampedCache } from './stampedCache';
import { tallyOf } from './tallies';
import type { Tally } from './tallies';

export interface BlockPageOptions {
  rows: RowFilter;
  skip: number;
  limit: number;
  agentId: string | undefined;
  conversationId: string | undefined;
  /** Plain text; empty or blank means no search. */
  search: string | undefined;
  sortBy: 'created_at' | 'feedback_score' | 'retrieval_count' | 'id' | 'archived_at';
  descending: boolean;
  /** Blocks in use, archived ones, or both. */
  which: 'active' | 'archived' | 'all';
}

/** Where totals of searches are remembered, and under whose name: whoever sees other rows has another one. */
export interface Remembered {
  cache: StampedCache;
  caller: string;
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

function pageStatement(options: BlockPageOptions): SQL {
  const direction = sql.raw(options.descending ? 'desc' : 'asc');
  const order = sql`memory_blocks.${sql.raw(options.sortBy)} ${direction}, memory_blocks.id ${direction}`;
  // The first pages of a few sizes are asked for all day; a limit that the planner does not know would spoil their plans.
  const limit = isUsual(options)
    ? sql.raw(String(options.limit))
    : sql`${options.limit} offset ${options.skip}`;
  return blockRows(sql`select ${BLOCK_COLUMNS} from ${readableBlocks} where ${conditionOf(options)}
    order by ${order} limit ${limit}`);
}

const USUAL_SIZES: ReadonlySet<number> = new Set([10, 12, 20, 24, 25, 48, 50, 100]);

/** Is it one of the few pages that are worth a plan of their own? Everything else is planned each time. */
function isUsual({ rows, limit, skip, sortBy, conversationId, search }: BlockPageOptions): boolean {
  const isOnePlace = rows.rows !== 'organizations' || rows.organizationIds.length === 1;
  const isPlain = conversationId === undefined && !search?.trim();
  return isOnePlace && isPlain && skip === 0 && USUAL_SIZES.has(limit) && sortBy !== 'id';
}

const totalOf = (tally: Tally, which: BlockPageOptions['which']): number =>
  which === 'all' ? tally.active + tally.archived : tally[which];

/** Matching rows, one by one: for filters that the tallies know nothing of. */
async function countMatching(handle: Handle, options: BlockPageOptions): Promise<number> {
  const { rows } = await handle.execute<{ total: number }>(
    sql`select count(*)::int as total from ${readableBlocks} where ${conditionOf(options)}`,
  );
  return rows[0]?.total ?? 0;
}

async function countOf(
  handle: Handle,
  options: BlockPageOptions,
  { changes }: Tally,
  { cache, caller }: Remembered,
): Promise<number> {
  const { rows, agentId, conversationId, search, which } = options;
  const key = JSON.stringify([caller, rows, agentId, conversationId, search?.trim(), which]);
  return cache.get(`count ${key}`, changes, () => countMatching(handle, options));
}

async function rowsOf(handle: Handle, options: BlockPageOptions): Promise<BlockJson[]> {
  if (options.limit === 0) return [];
  const statement = pageStatement(options);
  if (isUsual(options)) return runPrepared<BlockJson>(handle, statement);
  return (await handle.execute<BlockJson>(statement)).rows;
}

/** One page and the exact number of all matching blocks, from one view of the data. */
export async function blockPage(
  handle: Handle,
  options: BlockPageOptions,
  remembered: Remembered,
): Promise<{ items: MemoryBlock[]; total: number }> {
  if (options.rows.rows === 'none') return { items: [], total: 0 };
  const isCounted = !options.conversationId && !options.search?.trim();
  // Both questions travel together. Further pages are looked for only where there are rows left.
  const first = options.skip === 0 ? rowsOf(handle, options) : undefined;
  const [tally] = await Promise.all([
    tallyOf(handle, options.rows, isCounted ? options.agentId : undefined),
    first,
  ]);
  const total = isCounted ? totalOf(tally, options.which) : await countOf(handle, options, tally, remembered);
  const found = options.skip >= total ? [] : await (first ?? rowsOf(handle, options));
  return { items: found.map(blockOnWire), total };
}
