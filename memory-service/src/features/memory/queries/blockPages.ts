/** Pages of memory blocks with exact totals. The cost of a page does not grow with the workspace. */
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { RowFilter } from '../../../platform/auth/rules/permissions';
import {
  retrievalCondition,
  dependsOnRetrievals,
  isByRetrievalsAlone,
  isNarrowed,
  narrowingCondition,
} from './blockFilter';
import type { Narrowing } from './blockFilter';
import { BLOCK_COLUMNS, blockOnWire, blockRows, MAX_PART_BYTES } from './blockRows';
import type { BlockJson } from './blockRows';
import { allConditions, rowsAllowed, inFilterTenants } from '../../../platform/database/conditions';
import type { Handle } from '../../../platform/database/database';
import { firstBlocks } from './memoryBlocks';
import type { BlocksInParts } from './memoryBlocks';
import { withIndexOrder, forceGenericPlans, runPrepared } from '../../../platform/database/prepared';
import { readableBlocks, readableUsage } from '../../../platform/database/readable';
import { memoryBlocks } from '../../../schema/memory';
import { blockContains } from './searchText';
import type { VersionedCache } from '../../../platform/database/stampedCache';
import { readCounters } from '../../../platform/database/counters';
import type { Counters } from '../../../platform/database/counters';
import { countWithKeyword } from './keywordCounts';
import { afterPlace, type Place } from '../../../platform/http/keyset';
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
  /** Cursor: the last row before the page, by sort key. */
  after?: Place | undefined;
  /** Active blocks, archived ones, or both. */
  which: 'active' | 'archived' | 'all';
}

/** Cache of totals and ids of searches, with the caller's part of the key: callers who see other rows have another one. */
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
 * Condition on the blocks of a workspace.
 * @param narrowing the filter of the blocks, unless `usage` is already filtered.
 */
const buildFilter = ({ rows, search }: BlockPageOptions, narrowing: Narrowing): SQL =>
  allConditions(
    narrowingCondition(rows, narrowing, 'memory_blocks'),
    search?.trim() ? blockContains(search.trim()) : undefined,
  );

const buildCondition = (options: BlockPageOptions): SQL =>
  allConditions(
    rowsAllowed(memoryBlocks, options.rows),
    WHICH[options.which],
    // The only index with that order leads with the tenant, which the view lacks.
    options.sortBy === 'id' ? inFilterTenants(sql`memory_blocks.tenant_id`, options.rows) : undefined,
    buildFilter(options, options.narrowing),
  );

/** Retrieval counts of the workspace. */
function usageExpression(
  { rows, which, narrowing, sortBy, descending }: BlockPageOptions,
  behind?: SQL,
): SQL {
  const retrieved = retrievalCondition(narrowing);
  // In this order, never-retrieved blocks come first, before the rows of the index.
  const isFromLeast = retrieved && sortBy === 'retrieval_count' && !descending;
  return sql`(
    select usage.* from ${readableUsage} where ${allConditions(
      inFilterTenants(sql`usage.tenant_id`, rows),
      which === 'all' ? undefined : sql`usage.archived = ${which === 'archived'}`,
      retrieved,
      isFromLeast ? sql`usage.retrieval_count > 0` : undefined,
      behind,
    )}
  ) as usage`;
}

/** Whether the retrieval counts alone select the blocks. */
const isDecidedByUsage = ({ narrowing, search }: BlockPageOptions): boolean =>
  isByRetrievalsAlone(narrowing) && !search?.trim();

/** The rows after the cursor. */
const afterCursor = ({ after, sortBy, descending }: BlockPageOptions): SQL | undefined =>
  sortBy === 'retrieval_count'
    ? afterPlace(after, sql`usage.retrieval_count`, sql`usage.memory_block_id`, {
        descending,
        isNumber: true,
      })
    : afterPlace(after, sql`memory_blocks.${sql.raw(sortBy)}`, sql`memory_blocks.id`, {
        descending,
        isNumber: sortBy === 'feedback_score',
      });

/** Query for `columns` of the rows of the page. */
export function pageRows(options: BlockPageOptions, columns: SQL): SQL {
  const direction = sql.raw(options.descending ? 'desc' : 'asc');
  // Blocks without feedback are neither the best nor the worst.
  const unrated = sql.raw(options.sortBy === 'feedback_score' ? 'nulls last' : '');
  const isByUsage = options.sortBy === 'retrieval_count';
  const order = isByUsage
    ? sql`usage.retrieval_count ${direction}, usage.memory_block_id ${direction}`
    : sql`memory_blocks.${sql.raw(options.sortBy)} ${direction} ${unrated}, memory_blocks.id ${direction}`;
  const others = { ...options.narrowing, retrievedAfter: undefined, retrievedBefore: undefined };
  // Only usage names the workspace: as two conditions, the planner would treat them as independent and read all blocks before selecting
  // any.
  const condition = isByUsage
    ? buildFilter(options, others)
    : allConditions(buildCondition(options), afterCursor(options));
  // The first pages of a few sizes are very frequent; a limit as a parameter would spoil their plans.
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
    // An index of feedback holds either archived or active blocks: the page is among the first rows of both.
    const first = { ...options, skip: 0, limit: options.skip + options.limit };
    const firstPage = (which: 'active' | 'archived') => pageRows({ ...first, which }, sql`memory_blocks.*`);
    return sql`select ${columns} from ((${firstPage('active')}) union all (${firstPage('archived')})) as memory_blocks ${ordered}`;
  }
  const part = isByUsage && isDecidedByUsage(options) ? sql`order by ${order}` : ordered;
  return sql`select ${columns} from ${from} where ${condition} ${part}`;
}

/** Whether the counters know the number of rows. */
const isCounted = ({ agentIds, ...others }: Narrowing): boolean =>
  !isNarrowed(others) && (agentIds === undefined || agentIds.length === 1);

const COMMON_SIZES: ReadonlySet<number> = new Set([10, 12, 20, 24, 25, 48, 50, 100]);

/**
 * Whether this is one of the few pages with a cached plan. An index has their order in any workspace, and planning takes longer than
 * reading them. All other pages are planned each time.
 */
function isCommonPage(options: BlockPageOptions): boolean {
  const { rows, limit, skip, sortBy, narrowing, search } = options;
  const isOnePlace = rows.rows !== 'organizations' || rows.organizationIds.length === 1;
  const isPlain = isCounted(narrowing) && !search?.trim() && options.after === undefined;
  // With a join of two tables, one of them filtered, the number of rows decides the plan.
  const isEven = sortBy !== 'retrieval_count' || isDecidedByUsage(options);
  return isOnePlace && isPlain && isEven && skip === 0 && COMMON_SIZES.has(limit) && sortBy !== 'id';
}

const countTotal = (counters: Counters, which: BlockPageOptions['which']): number =>
  which === 'all' ? counters.active + counters.archived : counters[which];

/** Counts matching rows individually: for filters that the counters do not cover. */
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

/** Sort orders with an index per workspace, by what is listed. */
const INDEXED: Record<BlockPageOptions['which'], readonly BlockPageOptions['sortBy'][]> = {
  active: ['created_at', 'updated_at', 'feedback_score', 'retrieval_count', 'id'],
  archived: ['archived_at', 'feedback_score', 'retrieval_count', 'id'],
  all: ['created_at', 'updated_at', 'feedback_score', 'retrieval_count', 'id'],
};

/**
 * Whether an index has the order. The planner cannot know how many rows pass the policies: it expects so few that it would read and sort
 * the whole workspace for a page deep in it.
 */
const hasIndex = ({ rows, which, sortBy, narrowing, search }: BlockPageOptions): boolean =>
  (rows.rows === 'owned' || (rows.rows === 'organizations' && rows.organizationIds.length === 1)) &&
  INDEXED[which].includes(sortBy) &&
  !isNarrowed(narrowing) &&
  !search?.trim();

/** The ids of a page, in order. */
export async function loadIds(handle: Handle, options: BlockPageOptions): Promise<string[]> {
  if (options.limit === 0) return [];
  const find = async () => handle.execute<{ id: string }>(pageRows(options, sql`memory_blocks.id`));
  const found = await (hasIndex(options) ? withIndexOrder(handle, find) : find());
  return found.rows.map(({ id }) => id);
}

async function loadBlocks(handle: Handle, options: BlockPageOptions): Promise<BlocksInParts> {
  // For other pages, find the ids first, which keeps the skipped and sorted rows short.
  if (!isCommonPage(options)) return firstBlocks(handle, await loadIds(handle, options), options.rows);
  const statement = blockRows(pageRows(options, BLOCK_COLUMNS), onTenants(options.rows), MAX_PART_BYTES);
  const [, rows] = await Promise.all([forceGenericPlans(handle), runPrepared<BlockJson>(handle, statement)]);
  const isWhole = rows.length === (rows[0]?.chosen ?? 0);
  const rest = isWhole ? [] : (await loadIds(handle, options)).slice(rows.length);
  return { items: rows.map(blockOnWire), rest };
}

/**
 * Total and ids of the page require a scan of the matching texts, so they are cached until the workspace changes; the blocks themselves are
 * read each time.
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
  // A retrieval does not count as a change of the workspace, but affects these rows and their order.
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

/** One page and the exact number of all matching blocks, from one snapshot. Of a page of large blocks, only the first part. */
export async function blockPage(
  handle: Handle,
  options: BlockPageOptions,
  remembered: CallerCache,
): Promise<BlockPage> {
  if (options.rows.rows === 'none') return { items: [], rest: [], total: 0 };
  if (!isCounted(options.narrowing) || options.search?.trim()) {
    return countedPage(handle, options, await readCounters(handle, options.rows, undefined), remembered);
  }
  // Send both queries together. Later pages are read only if rows remain.
  const first = options.skip === 0 ? loadBlocks(handle, options) : undefined;
  const [counters] = await Promise.all([
    readCounters(handle, options.rows, options.narrowing.agentIds),
    first,
  ]);
  const total = countTotal(counters, options.which);
  if (options.skip >= total) return { items: [], rest: [], total };
  return { ...(await (first ?? loadBlocks(handle, options))), total };
}
