/** Vector support of the database: the extension `vector`, and an HNSW index for vectors of one size. */
import type { Database } from '../../../platform/database/database';
import { ensureIndex } from '../../../platform/database/indexes';

export interface VectorSupport {
  /** The operators of the extension are available. */
  hasExtension: boolean;
  /** Why no index is possible; undefined if one is. */
  noIndex?: string;
}

/** First version of the extension whose index scan continues until enough rows pass a filter. */
const ITERATIVE_SCAN = [0, 8] as const;
/** Maximum size that a half-precision index supports. */
const MAX_SIZE = 4_000;
const NAME = /^memory_block_embeddings_\d+_idx$/;

const ask = <Row extends Record<string, unknown>>(database: Database, text: string) =>
  database.ask<Row>({ name: '', text, values: [] });

/** Creates the extension if possible and reports what it supports. Throws when the database does not respond. */
export async function enableVectors(database: Database): Promise<VectorSupport> {
  const [offered] = await ask(database, `select 1 from pg_available_extensions where name = 'vector'`);
  if (!offered) return { hasExtension: false, noIndex: 'The database server lacks the extension "vector".' };
  try {
    await ask(database, 'create extension if not exists vector');
  } catch (error) {
    if ((error as { code?: string }).code !== INSUFFICIENT_PRIVILEGE) throw error;
    return {
      hasExtension: false,
      noIndex: 'The database account isn’t allowed to create the extension "vector".',
    };
  }
  const [installed] = await ask<{ version: string }>(
    database,
    `select extversion as version from pg_extension where extname = 'vector'`,
  );
  const [major = 0, minor = 0] = (installed?.version ?? '').split('.').map(Number);
  const isOld = major === ITERATIVE_SCAN[0] && minor < ITERATIVE_SCAN[1];
  return isOld
    ? { hasExtension: true, noIndex: 'The extension "vector" is older than 0.8.' }
    : { hasExtension: true };
}

const INSUFFICIENT_PRIVILEGE = '42501';

/** Creates the index for vectors of this size without blocking writes, and drops those of other sizes. Returns whether there is one now. */
export async function ensureVectorIndex(
  database: Database,
  isEmbedded: boolean,
  size: number,
): Promise<boolean> {
  if (size > MAX_SIZE) return false;
  const name = `memory_block_embeddings_${size}_idx`;
  const rows = await ask<{ name: string }>(
    database,
    `select indexname as name from pg_indexes where schemaname = 'public' and tablename = 'memory_block_embeddings'`,
  );
  const others = rows.filter((row) => NAME.test(row.name) && row.name !== name);
  for (const other of others)
    await ask(database, `drop index ${isEmbedded ? '' : 'concurrently'} if exists ${other.name}`);
  return ensureIndex(database, isEmbedded, {
    name,
    definition: `on memory_block_embeddings using hnsw ((embedding::halfvec(${size})) halfvec_cosine_ops) where cardinality(embedding) = ${size}`,
  });
}
