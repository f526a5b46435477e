/** Finds the ids of blocks that match a search, with their scores. Who may see them is part of every query. */
import { and, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { RowFilter } from '../domain/permissions';
import { allOf, rowsAllowed } from './conditions';
import type { Handle } from './database';
import { narrowedBy } from './blockFilter';
import type { Narrowing } from './blockFilter';
import { readableBlocks } from './readable';
import { memoryBlocks } from './schema/memory';
import { uuids } from './searchTerms';
import { blockContains } from './searchText';

/** What narrows every kind of search, and which part of the hits is asked for. */
export interface SearchFilter {
  rows: RowFilter;
  narrowing: Narrowing;
  includeArchived: boolean;
  /** Nothing but blocks that a newer one replaces. */
  onlySuperseded?: boolean;
  skip: number;
  limit: number;
}

export interface Hit {
  id: string;
  score: number;
}

/** A block that a newer one replaces is archived and names it. */
export const SUPERSEDED = sql`memory_blocks.archived and memory_blocks.metadata ? 'superseded_by'`;

/** All conditions of a filter. */
export const within = ({ rows, narrowing, includeArchived, onlySuperseded }: SearchFilter): SQL =>
  allOf(
    rowsAllowed(memoryBlocks, rows),
    includeArchived ? undefined : sql`not memory_blocks.archived`,
    onlySuperseded ? SUPERSEDED : undefined,
    narrowedBy(rows, narrowing, 'memory_blocks'),
  );

/** Blocks that contain any of `anyOf` and all of `allTerms`, newest first, with the blocks `also`. Terms must not be blank. */
export async function containingBlocks(
  handle: Handle,
  filter: SearchFilter,
  { anyOf, allTerms }: { anyOf: readonly string[]; allTerms: readonly string[] },
  also: readonly string[] = [],
): Promise<string[]> {
  const any = anyOf.length > 0 ? or(...anyOf.map(blockContains)) : undefined;
  const matching = and(any, ...allTerms.map(blockContains));
  const named = also.length > 0 ? sql`memory_blocks.id = any (${uuids(also)})` : undefined;
  const condition = and(within(filter), or(matching, named));
  const { rows } = await handle.execute<{ id: string }>(sql`
    select memory_blocks.id from ${readableBlocks} where ${condition}
    order by memory_blocks.created_at desc, memory_blocks.id desc limit ${filter.limit} offset ${filter.skip}`);
  return rows.map(({ id }) => id);
}
