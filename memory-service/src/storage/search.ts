/** Finds the ids of blocks that match a search, with their scores. Who may see them is part of every query. */
import { and, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { RowFilter } from '../domain/permissions';
import { allOf, rowsAllowed } from './conditions';
import type { Handle } from './database';
import { readableBlocks, readableLinks } from './readable';
import { memoryBlocks } from './schema/memory';
import { blockContains } from './searchText';

/** What narrows every kind of search. */
export interface SearchFilter {
  rows: RowFilter;
  agentId: string | undefined;
  conversationId: string | undefined;
  keywordId: string | undefined;
  /** From the first moment on, before the second. */
  createdAfter: string | undefined;
  createdBefore: string | undefined;
  minFeedback: number | undefined;
  maxFeedback: number | undefined;
  includeArchived: boolean;
  skip: number;
  limit: number;
}

/** A filter that narrows nothing within the workspace. */
export const wholeWorkspace = ({
  rows,
  includeArchived,
  skip,
  limit,
}: Pick<SearchFilter, 'rows' | 'includeArchived' | 'skip' | 'limit'>): SearchFilter => ({
  rows,
  agentId: undefined,
  conversationId: undefined,
  keywordId: undefined,
  createdAfter: undefined,
  createdBefore: undefined,
  minFeedback: undefined,
  maxFeedback: undefined,
  includeArchived,
  skip,
  limit,
});

export interface Hit {
  id: string;
  score: number;
}

/** What a filter demands of a row besides its workspace; `found` is a row of the index of words, which knows no feedback. */
export function narrowing(filter: SearchFilter, table: 'memory_blocks' | 'found'): SQL {
  const row = sql.raw(table);
  const id = table === 'found' ? sql`found.memory_block_id` : sql`memory_blocks.id`;
  const { agentId, conversationId, keywordId, createdAfter, createdBefore } = filter;
  const feedback = allOf(
    filter.minFeedback === undefined ? undefined : sql`rated.feedback_score >= ${filter.minFeedback}`,
    filter.maxFeedback === undefined ? undefined : sql`rated.feedback_score <= ${filter.maxFeedback}`,
  );
  const isRated = filter.minFeedback !== undefined || filter.maxFeedback !== undefined;
  return allOf(
    filter.includeArchived ? undefined : sql`not ${row}.archived`,
    agentId ? sql`${row}.agent_id = ${agentId}::uuid` : undefined,
    conversationId ? sql`${row}.conversation_id = ${conversationId}::uuid` : undefined,
    createdAfter ? sql`${row}.created_at >= ${createdAfter}::timestamptz` : undefined,
    createdBefore ? sql`${row}.created_at < ${createdBefore}::timestamptz` : undefined,
    keywordId
      ? sql`${id} in (select link.memory_block_id from ${readableLinks} where link.keyword_id = ${keywordId}::uuid)`
      : undefined,
    isRated
      ? sql`exists (select 1 from readable_memory_blocks as rated where rated.id = ${id} and ${feedback})`
      : undefined,
  );
}

/** All conditions of a filter. */
export const within = (filter: SearchFilter): SQL =>
  allOf(rowsAllowed(memoryBlocks, filter.rows), narrowing(filter, 'memory_blocks'));

/** Blocks that contain any of `anyOf` and all of `allTerms`, newest first. Terms must not be blank. */
export async function containingBlocks(
  handle: Handle,
  filter: SearchFilter,
  { anyOf, allTerms }: { anyOf: readonly string[]; allTerms: readonly string[] },
): Promise<string[]> {
  const any = anyOf.length > 0 ? or(...anyOf.map(blockContains)) : undefined;
  const condition = and(within(filter), any, ...allTerms.map(blockContains));
  const { rows } = await handle.execute<{ id: string }>(sql`
    select memory_blocks.id from ${readableBlocks} where ${condition}
    order by memory_blocks.created_at desc, memory_blocks.id desc limit ${filter.limit} offset ${filter.skip}`);
  return rows.map(({ id }) => id);
}
