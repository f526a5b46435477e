/** Stores the vectors of blocks and finds those that lack one or whose text has changed since. */
import { sql } from 'drizzle-orm';
import type { Handle } from './database';

/** Fingerprint of the text that a vector was made of. */
const SOURCE = sql.raw(
  `md5(memory_blocks.content || E'\\n' || coalesce(memory_blocks.lessons_learned, '') || E'\\n' || coalesce(memory_blocks.errors, ''))`,
);

export interface BlockToEmbed {
  id: string;
  text: string;
  sourceHash: string;
}

/** Makes the extension available; throws where the server does not have it. */
export async function enableVectors(handle: Handle): Promise<void> {
  await handle.execute(sql`create extension if not exists vector`);
}

/** Blocks without a current vector of this model, newest first. */
export async function blocksToEmbed(handle: Handle, model: string, limit: number): Promise<BlockToEmbed[]> {
  const { rows } = await handle.execute<{ id: string; text: string; source_hash: string }>(sql`
    select memory_blocks.id, ${SOURCE} as source_hash,
      concat_ws(E'\n', memory_blocks.content, memory_blocks.lessons_learned, memory_blocks.errors) as text
    from memory_blocks
    left join memory_block_embeddings as known
      on known.memory_block_id = memory_blocks.id and known.model = ${model}
    where known.memory_block_id is null
      or (known.updated_at < memory_blocks.updated_at and known.source_hash <> ${SOURCE})
    order by memory_blocks.created_at desc, memory_blocks.id desc limit ${limit}`);
  return rows.map((row) => ({ id: row.id, text: row.text, sourceHash: row.source_hash }));
}

/** Writes vectors; a block that was deleted meanwhile is passed over. */
export async function storeEmbeddings(
  handle: Handle,
  model: string,
  vectors: readonly { id: string; sourceHash: string; vector: readonly number[] }[],
): Promise<void> {
  const rows = vectors.map(({ id, sourceHash, vector }) => ({
    memory_block_id: id,
    model,
    source_hash: sourceHash,
    embedding: vector,
    updated_at: new Date().toISOString(),
  }));
  await handle.execute(sql`
    insert into memory_block_embeddings (memory_block_id, model, source_hash, embedding, updated_at)
    select made.memory_block_id, made.model, made.source_hash, made.embedding, made.updated_at
    from jsonb_populate_recordset(null::memory_block_embeddings, ${JSON.stringify(rows)}::jsonb) as made
    join memory_blocks on memory_blocks.id = made.memory_block_id
    on conflict (memory_block_id) do update set model = excluded.model, source_hash = excluded.source_hash,
      embedding = excluded.embedding, updated_at = excluded.updated_at`);
}
