/** Pages of memory blocks with exact totals. What a page costs does not grow with the workspace. */
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { RowFilter } from '../../../platform/auth/rules/permissions';
import {
  byRetrievals,
  dependsOnRetrievals,
  isByRetrievalsAlone,
  isNarrowed,
  narrowedBy,
} from './blockFilter';
import type { Narrowing } from './blockFilter';
import { BLOCK_COLUMNS, blockOnWire, blockRows, MAX_PART_BYTES } from './blockRows';
import type { BlockJson } from './blockRows';
import { allConditions, rowsAllowed, ofTenants } from '../../../platform/database/conditions';
import type { Handle } from '../../../platform/database/database';
import { firstBlocks } from './memoryBlocks';
import type { BlocksInParts } from './memoryBlocks';
import { inOrderOfIndex, keepPlans, runPrepared } from '../../../platform/database/prepared';
import { readableBlocks, readableUsage } from '../../../platform/database/readable';
import { memoryBlocks } from '../../../schema/memory';
import { blockContains } from './searchText';
import type { VersionedCache } from '../../../platform/database/stampedCache';
import { readCounters } from '../../../platform/database/counters';
import type { Counters } from '../../../platform/database/counters';
import { countWithKeyword } from './keywordCounts';
import { behindPlace, type Place } from '../../../platform/http/placeOf';
import { onTenants } from '../../../platform/database/tenants';

export interface BlockPageOptions {
  rows: RowFilter;
  skip: number;
  limit: number;
  narrowing: Narrowing;
  /** Plain text; empty or blank means no search. */
  search: string | undefined;
  sortBy: 'created_at' | 'updated_at' | 'feedback_score' | 'retrieval_count' | 'id' | 'archived_at';
  descending: boolean;
  /** The last row before the page, by what the list is sorted by. */
  after?: Place | undefined;
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

/**
 * What of a workspace's blocks is asked for.
 * @param narrowing what the blocks are narrowed by, where `usage` is not narrowed already.
 */
const buildFilter = ({ rows, search }: BlockPageOptions, narrowing: Narrowing): SQL =>
  allConditions(
    narrowedBy(rows, narrowing, 'memory_blocks'),
    search?.trim() ? blockContains(search.trim()) : undefined,
  );

const buildCondition = (options: BlockPageOptions): SQL =>
  allConditions(
    rowsAllowed(memoryBlocks, options.rows),
    WHICH[options.which],
    // The one index with that order leads with the tenant, which the view does not have.
    options.sortBy === 'id' ? ofTenants(sql`memory_blocks.tenant_id`, options.rows) : undefined,
    buildFilter(options, options.narrowing),
  );

/** The counts of retrievals of the workspace. */
function usageExpression(
  { rows, which, narrowing, sortBy, descending }: BlockPageOptions,
  behind?: SQL,
): SQL {
  const retrieved = byRetrievals(narrowing);
  // Those never retrieved come first in that order: the index begins behind them.
  const isFromLeast = retrieved && sortBy === 'retrieval_count' && !descending;
  return sql`(
    select usage.* from ${readableUsage} where ${allConditions(
      ofTenants(sql`usage.tenant_id`, rows),
      which === 'all' ? undefined : sql`usage.archived = ${which === 'archived'}`,
      retrieved,
      isFromLeast ? sql`usage.retrieval_count > 0` : undefined,
      behind,
    )}
  ) as usage`;
}

/** Whether the counts of retrievals alone decide which blocks there are. */
const isDecidedByUsage = ({ narrowing, search }: BlockPageOptions): boolean =>
  isByRetrievalsAlone(narrowing) && !search?.trim();

/** The rows behind the last one of the page before. */
const afterCursor = ({ after, sortBy, descending }: BlockPageOptions): SQL | undefined =>
  sortBy === 'retrieval_count'
    ? behindPlace(after, sql`usage.retrieval_count`, sql`usage.memory_block_id`, {
        descending,
        isNumber: true,
      })
    : behindPlace(after, sql`memory_blocks.${sql.raw(sortBy)}`, sql`memory_blocks.id`, {
        descending,
        isNumber: sortBy === 'feedback_score',
      });

/** The rows of the page as a query for `columns` of them. */
export function pageRows(options: BlockPageOptions, columns: SQL): SQL {
  const direction = sql.raw(options.descending ? 'desc' : 'asc');
  // Blocks without feedback are neither the best nor the worst.
  const unrated = sql.raw(options.sortBy === 'feedback_score' ? 'nulls last' : '');
  const isByUsage = options.sortBy === 'retrieval_count';
  const order = isByUsage
    ? sql`usage.retrieval_count ${direction}, usage.memory_block_id ${direction}`
    : sql`memory_blocks.${sql.raw(options.sortBy)} ${direction} ${unrated}, memory_blocks.id ${direction}`;
  const others = { ...options.narrowing, retrievedAfter: undefined, retrievedBefore: undefined };
  // Usage says the workspace: said of both, it would count as two independent conditions, and all blocks would be read before any is chosen.
  const condition = isByUsage
    ? buildFilter(options, others)
    : allConditions(buildCondition(options), afterCursor(options));
  // The first pages of a few sizes are asked for all day; a limit that the planner does not know would spoil their plans.
  const limit = isCommonPage(options)
    ? sql.raw(String(options.limit))
    : sql`${options.limit} offset ${options.skip}`;
  const ordered = sql`order by ${order} limit ${limit}`;
  const usage = isDecidedByUsage(options)
    ? sql`(select usage.* from ${usageExpression(options, afterCursor(options))} ${ordered}) as usage`
    : usageExpression(options, afterCursor(options));
  const from = isByUsage
    ? sql`${usage} join ${readableBlocks} on memory_blocks.id = usage.memory_block_id and ${onTenants(options.rows)('memory_blocks.tenant_id')}`
    : options.sortBy === 'id'
      ? sql`memory_blocks`
      : readableBlocks;
  if (options.sortBy === 'feedback_score' && options.which === 'all') {
    // An index of feedback holds either archived blocks or the others: the page is among the first of both.
    const first = { ...options, skip: 0, limit: options.skip + options.limit };
    const firstPage = (which: 'active' | 'archived') => pageRows({ ...first, which }, sql`memory_blocks.*`);
    return sql`select ${columns} from ((${firstPage('active')}) union all (${firstPage('archived')})) as memory_blocks ${ordered}`;
  }
  const part = isByUsage && isDecidedByUsage(options) ? sql`order by ${order}` : ordered;
  return sql`select ${columns} from ${from} where ${condition} ${part}`;
}

/** Whether the counters know how many rows there are. */
const isCounted = ({ agentIds, ...others }: Narrowing): boolean =>
  !isNarrowed(others) && (agentIds === undefined || agentIds.length === 1);

const COMMON_SIZES: ReadonlySet<number> = new Set([10, 12, 20, 24, 25, 48, 50, 100]);

/**
 * Is it one of the few pages whose plan is kept? An index has their order, whichever workspace it is, and planning them takes longer
 * than reading them. Everything else is planned each time.
 */
function isCommonPage(options: BlockPageOptions): boolean {
  const { rows, limit, skip, sortBy, narrowing, search } = options;
  const isOnePlace = rows.rows !== 'organizations' || rows.organizationIds.length === 1;
  const isPlain = isCounted(narrowing) && !search?.trim() && options.after === undefined;
  // Of two tables, and narrowed by one of them: how many rows there are decides the plan.
  const isEven = sortBy !== 'retrieval_count' || isDecidedByUsage(options);
  return isOnePlace && isPlain && isEven && skip === 0 && COMMON_SIZES.has(limit) && sortBy !== 'id';
}

const countTotal = (counters: Counters, which: BlockPageOptions['which']): number =>
  which === 'all' ? counters.active + counters.archived : counters[which];

/** Matching rows, one by one: for filters that the counters do not cover. */
async function countMatching(handle: Handle, options: BlockPageOptions): Promise<number> {
  const { keywordIds: [keyword, ...others] = [], ...rest } = options.narrowing;
  const isOneKeyword = keyword !== undefined && others.length === 0 && !isNarrowed(rest);
  if (isOneKeyword && !options.search?.trim())
    return countWithKeyword(handle, keyword, options.rows, options.which);
  const matching = isDecidedByUsage(options)
    ? usageExpression(options)
    : sql`${readableBlocks} where ${buildCondition({ ...options, sortBy: 'created_at' })}`;
  const { rows } = await handle.execute<{ total: number }>(
    sql`select count(*)::int as total from ${matching}`,
  );
  return rows[0]?.total ?? 0;
}

/** Orders that an index of one workspace has, by what is listed. */
const INDEXED: Record<BlockPageOptions['which'], readonly BlockPageOptions['sortBy'][]> = {
  active: ['created_at', 'updated_at', 'feedback_score', 'retrieval_count', 'id'],
  archived: ['archived_at', 'feedback_score', 'retrieval_count', 'id'],
  all: ['created_at', 'updated_at', 'feedback_score', 'retrieval_count', 'id'],
};

/**
 * The planner cannot know how many rows the policies let through. It guesses so few that it would read and sort the whole workspace for a
 * page deep in it.
 */
const hasIndex = ({ rows, which, sortBy, narrowing, search }: BlockPageOptions): boolean =>
  (rows.rows === 'owned' || (rows.rows === 'organizations' && rows.organizationIds.length === 1)) &&
  INDEXED[which].includes(sortBy) &&
  !isNarrowed(narrowing) &&
  !search?.trim();

/** The ids of a page, in its order. */
export async function loadIds(handle: Handle, options: BlockPageOptions): Promise<string[]> {
  if (options.limit === 0) return [];
  const find = async () => handle.execute<{ id: string }>(pageRows(options, sql`memory_blocks.id`));
  const found = await (hasIndex(options) ? inOrderOfIndex(handle, find) : find());
  return found.rows.map(({ id }) => id);
}

async function loadBlocks(handle: Handle, options: BlockPageOptions): Promise<BlocksInParts> {
  // The ids of other pages are found first: what is read past and sorted is short then.
  if (!isCommonPage(options)) return firstBlocks(handle, await loadIds(handle, options), options.rows);
  const statement = blockRows(pageRows(options, BLOCK_COLUMNS), onTenants(options.rows), MAX_PART_BYTES);
  const [, rows] = await Promise.all([keepPlans(handle), runPrepared<BlockJson>(handle, statement)]);
  const isWhole = rows.length === (rows[0]?.chosen ?? 0);
  const rest = isWhole ? [] : (await loadIds(handle, options)).slice(rows.length);
  return { items: rows.map(blockOnWire), rest };
}

/**
 * The total and the ids of the page need a scan of the matching texts, so they are cached while the workspace does not change; the
 * blocks themselves are read each time.
 */
async function countedPage(
  handle: Handle,
  options: BlockPageOptions,
  { changes, retrievals }: Counters,
  { cache, caller }: CallerCache,
): Promise<BlockPage> {
  const { rows, narrowing, search, which, sortBy, descending, skip, limit } = options;
  const isByUsage = dependsOnRetrievals(narrowing);
  const about = [caller, rows, narrowing, search?.trim(), which];
  const key = (name: string, ...more: unknown[]) => `${name} ${JSON.stringify([...about, ...more])}`;
  // A retrieval changes no workspace, but it does change these rows and their order.
  const seen = (isChanged: boolean) => (isChanged ? retrievals : null);
  const place = [
    sortBy,
    descending,
    options.after,
    skip,
    limit,
    seen(isByUsage || sortBy === 'retrieval_count'),
  ];
  const [total, ids] = await Promise.all([
    cache.get(key('count', seen(isByUsage)), changes, () => countMatching(handle, options)),
    cache.get(key('page', ...place), changes, () => loadIds(handle, options)),
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
  if (!isCounted(options.narrowing) || options.search?.trim()) {
    return countedPage(handle, options, await readCounters(handle, options.rows, undefined), remembered);
  }
  // Both queries are sent together. Further pages are queried only where there are rows left.
  const first = options.skip === 0 ? loadBlocks(handle, options) : undefined;
  const [counters] = await Promise.all([
    readCounters(handle, options.rows, options.narrowing.agentIds),
    first,
  ]);
  const total = countTotal(counters, options.which);
  if (options.skip >= total) return { items: [], rest: [], total };
  return { ...(await (first ?? loadBlocks(handle, options))), total };
}
