/** Reads memory blocks: pages, single ones, and counts of conversations. */
import { and, asc, count, countDistinct, desc, eq, inArray, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Keyword, MemoryBlock } from '@hindsight/shared-contracts/api';
import type { Ownership, RowFilter } from '../domain/permissions';
import { allOf, rowsAllowed } from './conditions';
import type { Handle } from './database';
import { agents, keywords, memoryBlockKeywords, memoryBlocks } from './schema/memory';
import { blockContains } from './searchText';
import { wireObject, wireTime, wireTimeOrNull } from './wire';

export interface BlockListOptions {
  rows: RowFilter;
  skip: number;
  limit: number;
  agentId: string | undefined;
  conversationId: string | undefined;
  /** Plain text; empty or blank means no search. */
  search: string | undefined;
  sortBy: 'created_at' | 'feedback_score' | 'retrieval_count' | 'id';
  descending: boolean;
  includeArchived: boolean;
}

const sortColumns = {
  created_at: memoryBlocks.createdAt,
  feedback_score: memoryBlocks.feedbackScore,
  retrieval_count: memoryBlocks.retrievalCount,
  id: memoryBlocks.id,
};

function listCondition(options: BlockListOptions): SQL {
  const text = options.search?.trim();
  return allOf(
    rowsAllowed(memoryBlocks, options.rows),
    options.includeArchived ? undefined : sql`not archived`,
    options.agentId ? eq(memoryBlocks.agentId, options.agentId) : undefined,
    options.conversationId ? eq(memoryBlocks.conversationId, options.conversationId) : undefined,
    text ? blockContains(text) : undefined,
  );
}

/** Ids of one page and the exact number of all matching rows. */
export async function matchingBlocks(
  handle: Handle,
  options: BlockListOptions,
): Promise<{ ids: string[]; total: number }> {
  const condition = listCondition(options);
  const [counted] = await handle.select({ total: count() }).from(memoryBlocks).where(condition);
  const total = counted?.total ?? 0;
  if (options.limit === 0 || options.skip >= total) return { ids: [], total };
  const order = options.descending ? desc : asc;
  const rows = await handle
    .select({ id: memoryBlocks.id })
    .from(memoryBlocks)
    .where(condition)
    .orderBy(order(sortColumns[options.sortBy]), order(memoryBlocks.id))
    .limit(options.limit)
    .offset(options.skip);
  return { ids: rows.map(({ id }) => id), total };
}

/** Blocks by their ids, in the order of the ids; those that are out of the rows' reach are left out. */
export async function blocksByIds(
  handle: Handle,
  ids: readonly string[],
  rows: RowFilter | undefined,
): Promise<MemoryBlock[]> {
  if (ids.length === 0) return [];
  const found = await handle
    .select({ block: memoryBlocks, agentName: agents.name })
    .from(memoryBlocks)
    .innerJoin(agents, eq(agents.id, memoryBlocks.agentId))
    .where(allOf(inArray(memoryBlocks.id, [...ids]), rows && rowsAllowed(memoryBlocks, rows)));
  const words = await keywordsOf(
    handle,
    found.map((row) => row.block.id),
  );
  const byId = new Map(
    found.map((row) => [row.block.id, toWire(row.block, row.agentName, words.get(row.block.id) ?? [])]),
  );
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** One block with the columns that decide who may see it, or undefined. */
export async function findBlock(
  handle: Handle,
  id: string,
): Promise<{ ownership: Ownership; block: MemoryBlock } | undefined> {
  const [row] = await handle
    .select({ block: memoryBlocks, agentName: agents.name })
    .from(memoryBlocks)
    .innerJoin(agents, eq(agents.id, memoryBlocks.agentId))
    .where(eq(memoryBlocks.id, id));
  if (!row) return undefined;
  const words = await keywordsOf(handle, [id]);
  return { ownership: row.block, block: toWire(row.block, row.agentName, words.get(id) ?? []) };
}

/** Distinct conversations of the blocks that are not archived. */
export async function countConversations(handle: Handle, rows: RowFilter): Promise<number> {
  const [counted] = await handle
    .select({ total: countDistinct(memoryBlocks.conversationId) })
    .from(memoryBlocks)
    .where(and(rowsAllowed(memoryBlocks, rows), sql`not archived`));
  return counted?.total ?? 0;
}

/** The keywords of many blocks with one query, in alphabetical order. */
async function keywordsOf(handle: Handle, blockIds: string[]): Promise<Map<string, Keyword[]>> {
  const byBlock = new Map<string, Keyword[]>();
  if (blockIds.length === 0) return byBlock;
  const rows = await handle
    .select({ blockId: memoryBlockKeywords.memoryBlockId, keyword: keywords })
    .from(memoryBlockKeywords)
    .innerJoin(keywords, eq(keywords.id, memoryBlockKeywords.keywordId))
    .where(inArray(memoryBlockKeywords.memoryBlockId, blockIds))
    .orderBy(asc(keywords.text), asc(keywords.id));
  for (const { blockId, keyword } of rows) {
    const list = byBlock.get(blockId) ?? [];
    list.push(keywordToWire(keyword));
    byBlock.set(blockId, list);
  }
  return byBlock;
}

export function keywordToWire(row: typeof keywords.$inferSelect): Keyword {
  return {
    keyword_id: row.id,
    id: row.id,
    keyword_text: row.text,
    keyword: row.text,
    visibility_scope: row.visibilityScope,
    owner_user_id: row.ownerUserId,
    organization_id: row.organizationId,
    created_at: wireTime(row.createdAt),
  };
}

function toWire(row: typeof memoryBlocks.$inferSelect, agentName: string, words: Keyword[]): MemoryBlock {
  return {
    id: row.id,
    agent_id: row.agentId,
    agent_name: agentName,
    conversation_id: row.conversationId,
    content: row.content,
    errors: row.errors,
    lessons_learned: row.lessonsLearned,
    summary: row.summary,
    external_history_link: row.externalHistoryLink,
    priority: row.priority,
    category: row.category,
    metadata_col: wireObject(row.metadata),
    feedback_score: row.feedbackScore,
    retrieval_count: row.retrievalCount,
    archived: row.archived,
    archived_at: wireTimeOrNull(row.archivedAt),
    visibility_scope: row.visibilityScope,
    owner_user_id: row.ownerUserId,
    organization_id: row.organizationId,
    content_embedding: null,
    timestamp: wireTime(row.createdAt),
    created_at: wireTime(row.createdAt),
    updated_at: wireTime(row.updatedAt),
    keywords: words,
  };
}
