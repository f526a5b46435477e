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
export interface Narrowing {
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

/** Ranking reads a stored word list for each candidate, so a very common word is ranked among the newest of its blocks. */
export const RANKED_CANDIDATES = 500;

/** Bytes of content up to which a block counts as short: about a hundred different words. */
const SHORT_BYTES = 900;

/**
 * How well a block matches, from 0 to 1. A long text mentions everything: beyond the first hundred words each tenfold length
 * halves what a mention is worth, so that a note about the matter stands before a log that names it in passing. The length in
 * bytes is known without reading the text; counting the words would unpack the stored word list a second time.
 */
const score = (text: string) => sql`(ts_rank(search_vector, ${rankquery(text)})
    / (1 + log(greatest(bytes, ${sql.raw(String(SHORT_BYTES))}) / ${sql.raw(`${SHORT_BYTES}.0`)})))::real`;

function within({ rows, agentId, conversationId, includeArchived }: Narrowing): SQL {
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
  narrowing: Narrowing,
  { anyOf, allTerms }: { anyOf: readonly string[]; allTerms: readonly string[] },
): Promise<string[]> {
  const any = anyOf.length > 0 ? or(...anyOf.map(blockContains)) : undefined;
  const condition = and(within(narrowing), any, ...allTerms.map(blockContains));
  const { rows } = await handle.execute<{ id: string }>(sql`
    select memory_blocks.id from ${readableBlocks} where ${condition}
    order by memory_blocks.created_at desc, memory_blocks.id desc limit ${narrowing.limit}`);
  return rows.map(({ id }) => id);
}

/** The full-text query; in web-search syntax, in which any text is valid. */
const tsquery = (text: string) => sql`websearch_to_tsquery('english'::regconfig, ${text})`;

/** The same without what must not occur: a word that is absent says nothing about how well the others match. */
const rankquery = (text: string) =>
  sql`coalesce(nullif(nullif(querytree(${tsquery(text)}), 'T'), '')::tsquery, ${tsquery(text)})`;

/**
 * The statement of `fulltextHits`, so that a test can look at its plan. Rare words go by the word index; the newest matches of
 * common words are met sooner by walking the workspace from its newest block, and the planner knows which is which. Ranking
 * comes after the limit: in one step all matches would be ranked to be sorted.
 */
export function fulltextStatement(narrowing: Narrowing, text: string, minScore: number): SQL {
  return sql`
    with matches as materialized (
      select memory_blocks.id, memory_blocks.created_at, memory_blocks.search_vector, octet_length(memory_blocks.content) as bytes
      from ${readableBlocks} where memory_blocks.search_vector @@ ${tsquery(text)} and ${within(narrowing)}
      order by memory_blocks.created_at desc, memory_blocks.id desc limit ${RANKED_CANDIDATES}
    ), candidates as materialized (
      select id, created_at, ${score(text)} as score from matches
    )
    select id, score from candidates where score >= ${minScore}::real
    order by score desc, created_at desc, id desc limit ${narrowing.limit}`;
}

/** Blocks whose words match, best first. Content weighs most, then lessons, then errors. */
export async function fulltextHits(
  handle: Handle,
  narrowing: Narrowing,
  text: string,
  minScore: number,
): Promise<Hit[]> {
  return hitsOf((await handle.execute(fulltextStatement(narrowing, text, minScore))).rows);
}

/** Blocks whose vector is near, nearest first; score is the cosine similarity. Needs the extension `vector`. */
export async function nearestBlocks(
  handle: Handle,
  narrowing: Narrowing,
  { vector, model, threshold }: { vector: readonly number[]; model: string; threshold: number },
): Promise<Hit[]> {
  const distance = sql`(memory_block_embeddings.embedding::vector <=> ${JSON.stringify(vector)}::vector)`;
  const found = await handle.execute(sql`
    select memory_blocks.id, 1 - ${distance} as score from ${readableEmbeddings}
    join ${readableBlocks} on memory_blocks.id = memory_block_embeddings.memory_block_id
    where memory_block_embeddings.model = ${model}
      and cardinality(memory_block_embeddings.embedding) = ${vector.length}
      and ${within(narrowing)} and 1 - ${distance} >= ${threshold}
    order by ${distance}, memory_blocks.id limit ${narrowing.limit}`);
  return hitsOf(found.rows);
}
