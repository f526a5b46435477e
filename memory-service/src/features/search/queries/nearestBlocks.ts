/** Finds blocks by their vectors. */
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { readCounters } from '../../../platform/database/counters';
import type { Handle } from '../../../platform/database/database';
import { readableBlocks, readableEmbeddings } from '../../../platform/database/readable';
import type { Hit } from './search';
import { within } from '../../memory';
import type { SearchFilter } from '../../memory';
import { onTenants } from '../../../platform/database/tenants';

export interface QueryVector {
  /** Of length 1, like all vectors. */
  vector: readonly number[];
  model: string;
  /** Whether the database has the `vector` extension. */
  hasExtension: boolean;
  /** Whether there is an index for vectors of this size. */
  isIndexed: boolean;
  /** Similarity to the workspace as a whole; 0 for a query that is not centered. */
  base: number;
  /** The query embedded by the previous model, to match memories that the current one has not embedded yet. */
  older?: QueryVector | undefined;
}

/** Up to this many vectors are compared exhaustively: fast enough, and no neighbor is missed. */
const COMPARED_ONE_BY_ONE = 10_000;
/** The newest blocks represent the whole workspace. */
const SAMPLE = 300;
/** Number of near vectors the index collects before filtering: more is more accurate. */
const COLLECTED = { least: 100, most: 1_000 };

const values = (vector: readonly number[]) => `[${vector.join(',')}]`;

/** 1 minus the cosine similarity of each row's vector. Without the extension it is a sum, as all vectors have length 1. */
function distanceTo({ vector, hasExtension }: QueryVector): SQL {
  return hasExtension
    ? sql`(memory_block_embeddings.embedding::vector <=> ${values(vector)}::vector)`
    : sql`(select 1 - sum(stored * asked) from unnest(memory_block_embeddings.embedding, ${`{${vector.join(',')}}`}::real[]) as pair(stored, asked))`;
}

const embeddedBy = ({ vector, model }: QueryVector) =>
  sql`memory_block_embeddings.model = ${model} and cardinality(memory_block_embeddings.embedding) = ${sql.raw(String(vector.length))}`;

const candidates = (filter: SearchFilter, query: QueryVector) => sql`${readableEmbeddings}
  join ${readableBlocks} on memory_blocks.id = memory_block_embeddings.memory_block_id
    and ${onTenants(filter.rows)('memory_block_embeddings.tenant_id')}
  where ${embeddedBy(query)} and ${within(filter)}`;

const compareAll = (filter: SearchFilter, query: QueryVector, limit: number) => sql`
  select id, 1 - distance as score from (
    select memory_blocks.id, ${distanceTo(query)} as distance from ${candidates(filter, query)}
  ) as found order by distance, id limit ${limit}`;

/** The mean vector of the workspace's newest blocks, ignoring filters, and their number. */
export async function measureCenter(
  handle: Handle,
  filter: SearchFilter,
  query: QueryVector,
): Promise<{ mean: readonly number[]; count: number }> {
  const mean = query.hasExtension
    ? sql`(select avg(embedding::vector)::real[] from newest)`
    : sql`array(select avg(value)::real from newest, unnest(embedding) with ordinality as one(value, place) group by place order by place)`;
  const { rows } = await handle.execute<{ mean: number[] | null; count: number }>(sql`
    with sample as materialized (
      select memory_blocks.id from ${readableBlocks} where ${within({ ...filter, narrowing: {} })} order by memory_blocks.created_at desc limit ${SAMPLE}
    ), newest as materialized (
      select embedding from sample join ${readableEmbeddings} on memory_block_embeddings.memory_block_id = sample.id
        and ${onTenants(filter.rows)('memory_block_embeddings.tenant_id')}
      where ${embeddedBy(query)}
    ) select ${mean} as mean, (select count(*)::int from newest) as count`);
  return { mean: rows[0]?.mean ?? [], count: rows[0]?.count ?? 0 };
}

/** The indexed statement, exported so that a test can inspect its plan; it uses half-precision vectors of one size. */
export function indexedStatement(filter: SearchFilter, query: QueryVector, limit: number): SQL {
  const type = sql.raw(`halfvec(${query.vector.length})`);
  return sql`
    select id, 1 - distance as score from (
      select memory_blocks.id, memory_block_embeddings.embedding::${type} <=> ${values(query.vector)}::${type} as distance
      from ${candidates(filter, query)} order by distance limit ${limit}
    ) as found order by distance, id`;
}

/** Makes the index scan continue until enough rows pass the filter. */
const widenScan = (limit: number) => sql`
  select set_config('hnsw.iterative_scan', 'strict_order', true),
    set_config('hnsw.ef_search', ${String(Math.min(COLLECTED.most, Math.max(COLLECTED.least, limit * 2)))}, true)`;

/**
 * The blocks with the nearest vectors, nearest first; score is the cosine similarity. Undefined if the database cannot compare vectors and
 * the workspace has too many.
 */
export async function nearestBlocks(
  handle: Handle,
  filter: SearchFilter,
  query: QueryVector,
): Promise<Hit[] | undefined> {
  const limit = filter.skip + filter.limit;
  const find = async (statement: SQL): Promise<Hit[]> => {
    const { rows } = await handle.execute<{ id: string; score: number }>(statement);
    return rows.map(({ id, score }) => ({ id, score: Number(score) }));
  };
  const page = (hits: Hit[]) => hits.slice(filter.skip);
  const { agentIds, conversationId, keywordIds } = filter.narrowing;
  const { active, archived } = await readCounters(handle, filter.rows, agentIds);
  const isNarrow = filter.onlySuperseded === true || (conversationId ?? keywordIds) !== undefined;
  const isLarge = !isNarrow && active + archived > COMPARED_ONE_BY_ONE;
  if (isLarge && !query.hasExtension) return undefined;
  if (isLarge && query.isIndexed) {
    await handle.execute(widenScan(limit));
    const hits = await find(indexedStatement(filter, query, limit));
    // The index scan stops at a limit; a filter this selective leaves few enough rows to compare all.
    if (hits.length >= limit) return page(hits);
  }
  return page(await find(compareAll(filter, query, limit)));
}
