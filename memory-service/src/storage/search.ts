/** Finds the ids of blocks that match a search, with their scores. Who may see them is part of every query. */
import { and, eq, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { RowFilter } from '../domain/permissions';
import { allOf, rowsAllowed } from './conditions';
import type { Handle } from './database';
import { readableBlocks, readableEmbeddings } from './readable';
import { memoryBlocks } from './schema/memory';
import { blockContains } from './searchText';

/** What narrows every kind of search. */
export interface SearchFilter {
  rows: RowFilter;
  agentId: string | undefined;
  conversationId: string | undefined;
  includeArchived: boolean;
  limit: number;
}

export interface Hit {
  id: string;
  score: number;
}

function within({ rows, agentId, conversationId, includeArchived }: SearchFilter): SQL {
  return allOf(
    rowsAllowed(memoryBlocks, rows),
    includeArchived ? undefined : sql`not memory_blocks.archived`,
    agentId ? eq(memoryBlocks.agentId, agentId) : undefined,
    conversationId ? eq(memoryBlocks.conversationId, conversationId) : undefined,
  );
}

const hitsOf = (rows: Record<string, unknown>[]): Hit[] =>
  rows.map((row) => ({ id: String(row['id']), score: Number(row['score']) }));

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
    order by memory_blocks.created_at desc, memory_blocks.id desc limit ${filter.limit}`);
  return rows.map(({ id }) => id);
}

/** Blocks whose vector is near, nearest first; score is the cosine similarity. Needs the extension `vector`. */
export async function nearestBlocks(
  handle: Handle,
  filter: SearchFilter,
  { vector, model, threshold }: { vector: readonly number[]; model: string; threshold: number },
): Promise<Hit[]> {
  const distance = sql`(memory_block_embeddings.embedding::vector <=> ${JSON.stringify(vector)}::vector)`;
  const found = await handle.execute(sql`
    select memory_blocks.id, 1 - ${distance} as score from ${readableEmbeddings}
    join ${readableBlocks} on memory_blocks.id = memory_block_embeddings.memory_block_id
    where memory_block_embeddings.model = ${model}
      and cardinality(memory_block_embeddings.embedding) = ${vector.length}
      and ${within(filter)} and 1 - ${distance} >= ${threshold}
    order by ${distance}, memory_blocks.id limit ${filter.limit}`);
  return hitsOf(found.rows);
}
