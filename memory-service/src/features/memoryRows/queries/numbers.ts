/**
 * Workspace counters, block usage, queues and the change log, written by the same statement as the blocks. Each statement adds its
 * differences, so that no two writers wait for each other.
 */
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { uuids } from '../../../platform/database/conditions';
import type { Handle } from '../../../platform/database/database';
import { isDistributed } from '../../../platform/database/distribution';
import { onlyRow } from '../../../platform/database/errors';
import { runPrepared } from '../../../platform/database/prepared';
import { ofTenant } from '../../../platform/database/tenants';

/** No block: only the row type, so that no table is read. */
const NONE = sql`select (null::memory_blocks).* where false`;

/** The contribution of a block to the counters, in addition to its columns. */
export const COUNTED = sql`cross join lateral (select (not archived)::int as active, archived::int as inactive, (not archived)::int * retrieval_count as retrievals,
  (not archived)::int * coalesce(feedback_score, 0) as feedback, (not archived and feedback_score is not null)::int as rated,
  (not archived and coalesce(feedback_score, 0) >= 80)::int as high, (not archived and coalesce(feedback_score, 0) between 60 and 79)::int as medium) as counted`;

const PLACE = sql.raw('visibility_scope, owner_user_id, organization_id');

type Side = 'former' | 'latter';

/** Columns of a block whose old and new values are compared, by the consequence of a difference. */
const COMPARED = {
  listed:
    'updated_at, created_at, archived, archived_at, tenant_id, visibility_scope, agent_id, conversation_id, feedback_score, problem',
  reworded: 'content, lessons_learned, errors',
  moved: 'tenant_id',
  relabeled: 'archived, agent_id, conversation_id, created_at',
  used: 'tenant_id, archived, retrieval_count',
  compared: 'content, lessons_learned, archived, tenant_id',
};

const differ = (what: keyof typeof COMPARED) => {
  const list = (side: Side) => sql.raw(COMPARED[what].replaceAll(/\w+/g, `${side}.$&`));
  return sql`(${list('former')}) is distinct from (${list('latter')})`;
};

/**
 * Citus only: maps block ids to tenants. An id that another tenant has is rejected, as by a primary key of the whole table; no foreign key
 * cascades deletions.
 */
const PLACED = sql`,
  placed as (
    insert into row_tenants (id, tenant_id) select id, tenant_id from pair where done = 'added' returning 1
  ),
  replaced as (
    update row_tenants set tenant_id = pair.tenant_id from pair where row_tenants.id = pair.id and moved returning 1
  ),
  ${sql.join(
    [
      ['row_tenants', 'id'],
      ['memory_blocks_to_embed', 'memory_block_id'],
      ['memory_blocks_to_compare', 'memory_block_id'],
    ].map(([table, key]) =>
      sql.raw(
        `of_${table} as (delete from ${table} where ${key} in (select id from pair where done = 'removed') returning 1)`,
      ),
    ),
    sql`, `,
  )}`;

/** Queues embeddings once a model is configured: row `embeddings` of service_state. */
const QUEUED = sql`,
  to_embed as (
    insert into memory_blocks_to_embed (memory_block_id, tenant_id, text_at)
    select id, tenant_id, clock_timestamp() from pair where (reworded or done = 'added') and exists (select 1 from service_state where key = 'embeddings')
    on conflict (memory_block_id) do update set tenant_id = excluded.tenant_id, text_at = excluded.text_at, retry_at = excluded.retry_at, refusals = 0
    returning 1
  )`;

/** Queues active blocks for comparison with others: in a separate statement, whose policy sees the blocks. */
async function queueComparisons(handle: Handle, written: readonly Written[]): Promise<void> {
  const blocks = written.filter(({ compared }) => compared).map(({ id, tenant_id }) => ({ id, tenant_id }));
  if (blocks.length === 0) return;
  await runPrepared(
    handle,
    sql`
    insert into memory_blocks_to_compare (memory_block_id, tenant_id, queued_at)
    select id, tenant_id, clock_timestamp() from jsonb_to_recordset(${JSON.stringify(blocks)}::jsonb) as written (id uuid, tenant_id uuid)
    on conflict (memory_block_id) do update set tenant_id = excluded.tenant_id, queued_at = excluded.queued_at, retry_at = now()`,
  );
}

const COUNTER_COLUMNS =
  'tenant_id visibility_scope owner_user_id organization_id agent_id active archived retrievals feedback rated high medium changes'.split(
    ' ',
  );
const COUNTERS = sql.raw(COUNTER_COLUMNS.join(', '));

/** Not on Citus, where separate statements write the numbers on workers: parts of one statement would be sent there one after the other. */
const COUNT = sql`,
  tallied as (insert into workspace_tallies (${COUNTERS}) select ${COUNTERS} from counter returning 1),
  used as (
    insert into memory_block_usage (memory_block_id, tenant_id, archived, retrieval_count)
    select id, tenant_id, archived, retrieval_count from latter join pair using (id, tenant_id) where pair.used
    on conflict on constraint memory_block_usage_pkey do update set tenant_id = excluded.tenant_id, archived = excluded.archived, retrieval_count = excluded.retrieval_count
    returning 1
  )`;

/**
 * Writes the rows that depend on blocks. `former` and `latter` return the old and the new blocks; created and deleted ones are in only one
 * of the two.
 */
const writeBeside = (former: SQL, latter: SQL, isRead: boolean, answer: SQL): SQL => sql`
  with former as materialized (${former}), latter as materialized (${latter}),
  side as (select -1 as sign, former.* from former union all select 1, latter.* from latter),
  pair as (
    select coalesce(former.id, latter.id) as id, coalesce(latter.tenant_id, former.tenant_id) as tenant_id, latter.retrieval_count - former.retrieval_count as retrieved,
      case when former.id is null then 'added' when latter.id is null then 'removed' else 'changed' end as done,
      case when former.id is null or latter.id is null or ${differ('listed')}
        then 'memories' when latter.retrieval_count <> former.retrieval_count then 'retrievals' end as kind,
      former.id is not null and ${isRead ? sql`false` : differ('reworded')} as reworded, former.id is not null and ${differ('moved')} as moved,
      former.id is not null and ${differ('relabeled')} as relabeled,
      latter.id is not null and ${differ('used')} as used,
      not latter.archived and ${isRead ? sql`false` : differ('compared')} as compared
    from former full join latter on latter.id = former.id
  ),
  counter as (
    select side.tenant_id, ${PLACE}, agent_id, sum(sign * active) as active, sum(sign * inactive) as archived, sum(sign * retrievals) as retrievals,
      sum(sign * feedback) as feedback, sum(sign * rated) as rated, sum(sign * high) as high, sum(sign * medium) as medium, count(*) filter (where kind = 'memories') as changes
    from side join pair using (id) ${COUNTED}
    group by side.tenant_id, ${PLACE}, agent_id
    having count(*) filter (where kind = 'memories') > 0 or sum(sign * retrievals) <> 0
  ),
  logged as (
    insert into events (kind, ${PLACE}, ids, added, changed, removed)
    select kind, ${PLACE}, (array_agg(id))[1:100], count(*) filter (where done = 'added'),
      coalesce(sum(case kind when 'retrievals' then retrieved else 1 end) filter (where done = 'changed'), 0), count(*) filter (where done = 'removed')
    from (select distinct id, ${PLACE} from side) as place join pair using (id) where kind is not null group by kind, ${PLACE}
    returning 1
  )
  ${isRead ? sql`` : QUEUED} ${isDistributed() ? PLACED : COUNT}
  ${answer}`;

/** Remaining work for a block. */
export interface Written {
  id: string;
  tenant_id: string;
  reworded: boolean;
  moved: boolean;
  relabeled: boolean;
  compared: boolean;
}

export interface Write {
  /** The blocks to change, in their old state: all columns, locked. */
  former?: SQL;
  /** The statement that inserts, changes or deletes blocks, without its `returning`; a change reads `former`. */
  statement: SQL;
  isRemoval?: boolean;
  /** The statement inserts the rows of `former` for another tenant. */
  isCopy?: boolean;
  /** Only the retrieval count changes. */
  isRead?: boolean;
  /** The SQL text differs from call to call. */
  isOnce?: boolean;
}

type Run = <Row extends object = Record<string, unknown>>(statement: SQL) => Promise<Row[]>;

const TEXTS = COMPARED.reworded.split(', ');
/** The columns of a block sent to the coordinator; texts as hashes, enough to detect a change. */
const COMPARED_COLUMNS = [
  ...new Set(['id', 'owner_user_id', 'organization_id', ...Object.values(COMPARED).join(', ').split(', ')]),
];
const hashTexts = (row: string, side: Side): SQL =>
  sql.raw(
    COMPARED_COLUMNS.map(
      (column) => `${TEXTS.includes(column) ? 'md5' : ''}(${row}.${column}) as ${side}_${column}`,
    ).join(', '),
  );

/** The blocks of one side of these rows, as a query. */
function readSide(rows: readonly Record<string, unknown>[], side: Side): SQL {
  const blocks = rows
    .filter((row) => typeof row[`${side}_id`] === 'string')
    .map((row) => Object.fromEntries(COMPARED_COLUMNS.map((column) => [column, row[`${side}_${column}`]])));
  return sql`select * from jsonb_populate_recordset(null::memory_blocks, ${JSON.stringify(blocks)}::jsonb)`;
}

/** Writes blocks on the worker of a tenant; returns their old and new state. */
async function writeOnWorker(run: Run, { former, statement, isRemoval, isCopy }: Write) {
  if (isRemoval) return run(sql`${statement} returning ${hashTexts('memory_blocks', 'former')}`);
  const latter = hashTexts('memory_blocks', 'latter');
  if (!former) return run(sql`${statement} returning ${latter}`);
  if (!isCopy)
    return run(
      sql`with former as (${former}) ${statement} returning ${hashTexts('former', 'former')}, ${latter}`,
    );
  const copied = await run(
    sql`select ${hashTexts('memory_blocks', 'former')} from (${former}) as memory_blocks`,
  );
  return [...copied, ...(await run(sql`with former as (${former}) ${statement} returning ${latter}`))];
}

type Pair = Written & { used: boolean };

interface Beside extends Record<string, unknown> {
  pairs: Pair[];
  counters: Record<string, unknown>[];
}

/** Writes the counters of tenants and the usage of blocks on their workers. */
async function countOnWorkers(handle: Handle, { pairs, counters }: Beside): Promise<void> {
  const values = counters.map(
    (counter) =>
      sql`(${sql.join(
        COUNTER_COLUMNS.map((name) => sql`${counter[name]}`),
        sql`, `,
      )})`,
  );
  if (values.length > 0)
    await handle.execute(
      sql`insert into workspace_tallies (${COUNTERS}) values ${sql.join(values, sql`, `)}`,
    );
  const used = pairs.filter((pair) => pair.used);
  if (used[0])
    await runPrepared(
      handle,
      sql`
      insert into memory_block_usage (memory_block_id, tenant_id, archived, retrieval_count)
      select id, tenant_id, archived, retrieval_count from memory_blocks
      where id = any (${uuids(used.map(({ id }) => id))}) and ${ofTenant(used[0].tenant_id)('tenant_id')}
      on conflict on constraint memory_block_usage_pkey do update set archived = excluded.archived, retrieval_count = excluded.retrieval_count`,
    );
}

/** Writes blocks and their dependent rows in one statement. */
function writeWhole(run: Run, { former = NONE, statement, isRemoval, isRead = false }: Write) {
  const written = sql`${statement} returning memory_blocks.*`;
  const [before, after] = isRemoval ? [written, NONE] : [former, written];
  const answer = sql`select id, tenant_id, reworded, moved, relabeled, compared from pair where reworded or moved or relabeled or compared`;
  return run<Written>(writeBeside(before, after, isRead, answer));
}

/** The same for distributed tables: the worker writes the blocks, the coordinator its dependent rows, the worker its counters. */
async function writeApart(handle: Handle, run: Run, write: Write): Promise<Written[]> {
  const rows = await writeOnWorker(run, write);
  if (rows.length === 0) return [];
  const answer = sql`select (select jsonb_agg(pair) from pair) as pairs, coalesce((select jsonb_agg(counter) from counter), '[]') as counters`;
  const [former, latter] = [readSide(rows, 'former'), readSide(rows, 'latter')];
  const beside = onlyRow(
    await runPrepared<Beside>(handle, writeBeside(former, latter, write.isRead ?? false, answer)),
  );
  await countOnWorkers(handle, beside);
  return beside.pairs;
}

/** Writes blocks of one tenant; returns the remaining work for each. Any change except a retrieval changes the lists. */
export async function writeRows(handle: Handle, write: Write): Promise<Written[]> {
  const run: Run = async <Row extends object>(text: SQL) =>
    write.isOnce
      ? ((await handle.execute(text)).rows as Row[])
      : runPrepared<Row & Record<string, unknown>>(handle, text);
  const written = await (isDistributed() ? writeApart(handle, run, write) : writeWhole(run, write));
  await queueComparisons(handle, written);
  return written;
}
