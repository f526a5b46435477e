/** Vectors of blocks and the embedding queue. Each write to a block queues it. */
import { MAX_COUNTED_UNINDEXED } from '@hindsight/shared-contracts/rules';
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Handle } from '../../../platform/database/database';
import { uuids } from '../../../platform/database/conditions';
import { isDistributed } from '../../../platform/database/distribution';
import { eachTenant } from '../../../platform/database/tenants';
import type { TenantCondition } from '../../../platform/database/tenants';

export interface WaitingBlock {
  id: string;
  text: string;
  /** When the text was written, in the database's text format. */
  textAt: string;
  refusals: number;
}

/** Row of `service_state` with the current embedding model; while it exists, writes are queued. */
const MODEL_KEY = 'embeddings';
/** Lease of a claimed block; a process that holds it longer has died. */
const LEASE = sql`interval '5 minutes'`;
/** Back-off for a rejected text in hours: 1, 2, 4, up to 32. */
const LONGEST_PAUSE = 5;

const queue = (condition: ReturnType<typeof sql>) => sql`
  insert into memory_blocks_to_embed (memory_block_id, tenant_id, text_at)
  select block.id, block.tenant_id, block.updated_at
  from memory_blocks as block where ${condition}
  on conflict (memory_block_id) do nothing`;

/** Queues blocks that have no vector of the model. */
export async function queueMissing(handle: Handle, model: string): Promise<void> {
  await handle.execute(
    queue(sql`not exists (select 1 from memory_block_embeddings as known
      where known.memory_block_id = block.id and known.tenant_id = block.tenant_id and known.model = ${model})`),
  );
}

/** Stored description of an embedder: enough to query it again after another one was configured. */
export type KeptModel = { name: string; model: string | undefined } & (
  | { kind: 'server'; baseUrl: string }
  | { kind: 'local'; folder: string }
);

interface State {
  model: string;
  size?: number | undefined;
  kept?: KeptModel;
  /** The previous model. */
  older?: KeptModel | undefined;
}

async function readState(handle: Handle): Promise<State | undefined> {
  const { rows } = await handle.execute<{ value: string }>(
    sql`select value from service_state where key = ${MODEL_KEY}`,
  );
  return rows[0] && (JSON.parse(rows[0].value) as State);
}

/** The previous model, as long as any vectors of it remain. */
export async function olderModel(handle: Handle, model: string): Promise<KeptModel | undefined> {
  const state = await readState(handle);
  const older = state?.model === model ? state.older : undefined;
  if (!older) return undefined;
  const { rows } = await handle.execute(
    sql`select 1 from memory_block_embeddings where model = ${older.name} limit 1`,
  );
  return rows.length > 0 ? older : undefined;
}

/**
 * Makes `model` the current one and queues the blocks without a vector of it. A model that returns vectors of another size counts as a new
 * model. A process that learns the size (`size`) of a replaced model changes nothing. Returns the known size.
 */
export async function adoptModel(
  handle: Handle,
  kept: KeptModel,
  size?: number,
): Promise<number | undefined> {
  const model = kept.name;
  const known = await readState(handle);
  if (known && known.model !== model && size !== undefined) return size;
  if (known?.model === model && (size === undefined || known.size === size)) return known.size;
  await handle.execute(sql`insert into service_state (key, value) values (${MODEL_KEY}, ${JSON.stringify({ model, size, kept, older: known?.model === model ? known.older : known?.kept } satisfies State)})
    on conflict (key) do update set value = excluded.value`);
  if (known?.model === model && known.size !== undefined)
    await handle.execute(
      sql`delete from memory_block_embeddings where model = ${model} and cardinality(embedding) <> ${size}`,
    );
  await queueMissing(handle, model);
  return size;
}

/** Whether the model is still current. During a rolling update, a process with the previous one still runs. */
const isAdopted = (model: string) => sql`exists (
  select 1 from service_state where key = ${MODEL_KEY} and value::jsonb ->> 'model' = ${model}::text)`;

/**
 * Claims the newest due blocks for this process; none for a replaced model. Blocks that already have a vector were queued twice and are
 * dequeued.
 */
export async function claimBlocks(
  handle: Handle,
  model: string,
  limit: number,
): Promise<{ blocks: WaitingBlock[]; isEmpty: boolean }> {
  const claimed = await handle.execute<{ id: string; text_at: string; refusals: number }>(sql`
    update memory_blocks_to_embed as waiting set retry_at = now() + ${LEASE}
    from (
      select memory_block_id from memory_blocks_to_embed where retry_at <= now() and ${isAdopted(model)} order by text_at desc limit ${limit} for update skip locked
    ) as due where waiting.memory_block_id = due.memory_block_id
    returning waiting.memory_block_id as id, waiting.text_at::text as text_at, waiting.refusals`);
  if (claimed.rows.length === 0) return { blocks: [], isEmpty: true };
  const claimedIds = claimed.rows.map(({ id }) => id);
  const queryClaimed = (query: (ids: readonly string[], here: TenantCondition) => SQL) =>
    eachTenant(
      handle,
      'memory_blocks',
      claimedIds,
      async (ids, here) => (await handle.execute<{ id: string; text: string }>(query(ids, here))).rows,
    );
  const twice = await queryClaimed(
    (ids, here) => sql`
      select memory_block_id as id, '' as text from memory_block_embeddings
      where memory_block_id = any (${uuids(ids)}) and model = ${model} and ${here('tenant_id')}`,
  );
  const done = new Set(twice.map(({ id }) => id));
  if (done.size > 0)
    await handle.execute(
      sql`delete from memory_blocks_to_embed where memory_block_id = any (${uuids([...done])})`,
    );
  // Read after the queue, so that no text is older than its queue entry says.
  const texts = await queryClaimed(
    (ids, here) => sql`
      select id, concat_ws(E'\n', content, lessons_learned, errors) as text from memory_blocks
      where id = any (${uuids(ids)}) and ${here('tenant_id')}`,
  );
  const toText = new Map(texts.map(({ id, text }) => [id, text]));
  const blocks = claimed.rows.flatMap(({ id, text_at: textAt, refusals }) => {
    const text = toText.get(id);
    return text === undefined || done.has(id) ? [] : [{ id, text, textAt, refusals }];
  });
  return { blocks, isEmpty: false };
}

/** Returns those of the blocks that are still claimed to the queue, due after this many seconds. */
export async function releaseBlocks(
  handle: Handle,
  blocks: readonly WaitingBlock[],
  seconds = 0,
): Promise<void> {
  await handle.execute(sql`update memory_blocks_to_embed set retry_at = now() + make_interval(secs => ${seconds})
    where memory_block_id = any (${uuids(blocks.map(({ id }) => id))}) and retry_at > now()`);
}

/** Postpones a block whose text the server rejects, with exponential back-off. */
export async function postponeBlock(handle: Handle, { id, textAt, refusals }: WaitingBlock): Promise<void> {
  const hours = 2 ** Math.min(refusals, LONGEST_PAUSE);
  await handle.execute(sql`update memory_blocks_to_embed set retry_at = now() + make_interval(hours => ${hours}), refusals = refusals + 1
    where memory_block_id = ${id} and text_at = ${textAt}::timestamptz`);
}

/**
 * Stores vectors and dequeues their blocks. A block that was deleted or edited in the meantime, or is locked by an edit, is skipped and
 * stays in the queue. Nothing here waits for a lock, so deadlocks are impossible.
 */
export async function storeEmbeddings(
  handle: Handle,
  model: string,
  blocks: readonly (WaitingBlock & { vector: readonly number[] })[],
): Promise<void> {
  const rows = blocks.map(({ id, textAt, vector }) => ({ id, text_at: textAt, embedding: vector }));
  const made = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as made(id uuid, text_at timestamptz, embedding real[])`;
  await eachTenant(
    handle,
    'memory_blocks',
    blocks.map(({ id }) => id),
    async (ids, here) => {
      const { rows: locked } = await handle.execute<{ id: string }>(sql`
        select id from memory_blocks where id = any (${uuids(ids)}) and ${here('tenant_id')} for share skip locked`);
      // A locked block can no longer be edited, so its queue entry is current.
      const { rows: current } = await handle.execute<{ id: string; tenant_id: string }>(sql`
        delete from memory_blocks_to_embed as waiting using ${made}
        where waiting.memory_block_id = made.id and waiting.text_at = made.text_at and made.id = any (${uuids(locked.map(({ id }) => id))})
          and ${isAdopted(model)} returning waiting.memory_block_id as id, waiting.tenant_id`);
      if (current.length > 0)
        await handle.execute(sql`
          insert into memory_block_embeddings (memory_block_id, tenant_id, model, embedding, updated_at)
          select made.id, current.tenant_id, ${model}, made.embedding, now() from ${made}
          join jsonb_to_recordset(${JSON.stringify(current)}::jsonb) as current(id uuid, tenant_id uuid) on current.id = made.id
          on conflict on constraint memory_block_embeddings_pkey do update set model = excluded.model, embedding = excluded.embedding, updated_at = excluded.updated_at
          returning 1`);
      return [];
    },
  );
}

/** Number of queued blocks in all workspaces. */
export async function countAllWaiting(handle: Handle): Promise<number> {
  const { rows } = await handle.execute<{ blocks: number }>(
    sql`select count(*)::int as blocks from memory_blocks_to_embed`,
  );
  return rows[0]?.blocks ?? 0;
}

/** Number of queued blocks of the tenants without a vector of the models, up to `MAX_COUNTED_UNINDEXED`. */
export async function countWaiting(
  handle: Handle,
  tenants: readonly string[],
  includeArchived: boolean,
  models: readonly string[],
): Promise<number> {
  const known = isDistributed()
    ? sql`true`
    : sql`not exists (select 1 from memory_block_embeddings as known
          where known.memory_block_id = memory_blocks_to_embed.memory_block_id and known.model = any (${sql.param([...models])}::text[]))`;
  const { rows: waiting } = await handle.execute<{ id: string }>(sql`
    select memory_block_id as id from memory_blocks_to_embed where tenant_id = any (${uuids(tenants)}) and ${known} limit ${MAX_COUNTED_UNINDEXED}`);
  const counts = await eachTenant(
    handle,
    'memory_blocks',
    waiting.map(({ id }) => id),
    async (ids, here) => {
      const { rows } = await handle.execute<{ blocks: number }>(sql`
        select count(*)::int as blocks from readable_memory_blocks as block
        where block.id = any (${uuids(ids)}) and ${here('block.tenant_id')} and (${includeArchived} or not block.archived)
          and not exists (select 1 from memory_block_embeddings as known where known.memory_block_id = block.id and ${here('known.tenant_id')}
            and known.model = any (${sql.param([...models])}::text[]))`);
      return rows;
    },
  );
  return counts.reduce((sum, { blocks }) => sum + blocks, 0);
}
