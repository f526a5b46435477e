/**
 * Compares derived data with its source rows: counters, usage, the search index and tenants. Excludes the event log, whose rows are the
 * only record of what happened.
 */
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { uuids } from '../platform/database/conditions';
import { COUNTED, dropDocuments, indexBlocks, OF_BLOCKS, readWords } from '../features/memoryRows';
import { eachTenant } from '../platform/database/tenants';
import type { Database, Handle } from '../platform/database/database';
import { isDistributed } from '../platform/database/distribution';
import { DISTRIBUTED } from '../platform/database/citus';

const SYSTEM = { kind: 'system' } as const;
/** Rows repaired per transaction. */
const BATCH = 500;
/** Example ids per report line. */
const NAMED = 5;

interface Derived {
  name: string;
  /** Query for the ids of differing rows. */
  differing: SQL;
  /** Repairs the rows with these ids. */
  repair: (handle: Handle, ids: readonly string[]) => Promise<unknown>;
}

const PLACE = sql.raw('tenant_id, visibility_scope, owner_user_id, organization_id, agent_id');
const COUNTERS = ['active', 'archived', 'retrievals', 'feedback', 'rated', 'high', 'medium'].map(
  sql.identifier,
);
const all = (column: (name: SQL) => SQL, separator = sql`, `) =>
  sql.join(
    COUNTERS.map((name) => column(sql`${name}`)),
    separator,
  );

/** Missing counts per agent and workspace; excludes `changes`, which only grows and has no correct value. */
const missingCounts = sql`
  select ${PLACE}, ${all((name) => sql`sum(${name}) as ${name}`)} from (
    select ${PLACE}, active, inactive as archived, retrievals, feedback, rated, high, medium from memory_blocks ${COUNTED}
    union all select ${PLACE}, ${all((name) => sql`-${name}`)} from workspace_tallies
  ) as sides group by ${PLACE} having ${all((name) => sql`sum(${name}) <> 0`, sql` or `)}`;

/** Missing term frequencies; the empty term counts documents and their lengths. */
const missingTerms = sql`
  select tenant_id, term, sum(documents) as documents, sum(length) as length from (
    select tenant_id, word.lexeme as term, 1 as documents, 0 as length from search_documents, unnest(words) as word where word.positions is not null
    union all select tenant_id, '', 1, length from search_documents
    union all select tenant_id, term, -documents, -length from search_terms
    union all select tenant_id, term, -documents, -length from search_term_changes
  ) as sides group by tenant_id, term having sum(documents) <> 0 or sum(length) <> 0`;

const LATEST = sql`select tenant_id, memory_block_id, max(created_at) as at from retrieval_events group by tenant_id, memory_block_id`;

/** Derived numbers of workspaces and blocks. */
export const NUMBERS: readonly Derived[] = [
  {
    name: 'workspace_tallies',
    differing: sql`select agent_id as id from (${missingCounts}) as missing`,
    repair: (handle, ids) =>
      handle.execute(sql`
      insert into workspace_tallies (${PLACE}, ${all((name) => name)}, changes)
      select missing.*, 1 from (${missingCounts}) as missing where agent_id = any (${uuids(ids)})`),
  },
  {
    name: 'memory_block_usage',
    differing: sql`
      select block.id from memory_blocks as block left join memory_block_usage as usage
        on usage.memory_block_id = block.id and usage.tenant_id = block.tenant_id
      where (usage.tenant_id, usage.archived, usage.retrieval_count) is distinct from (block.tenant_id, block.archived, block.retrieval_count)`,
    repair: (handle, ids) =>
      handle.execute(sql`
      insert into memory_block_usage (memory_block_id, tenant_id, archived, retrieval_count)
      select id, tenant_id, archived, retrieval_count from memory_blocks where id = any (${uuids(ids)})
      on conflict on constraint memory_block_usage_pkey do update set tenant_id = excluded.tenant_id, archived = excluded.archived, retrieval_count = excluded.retrieval_count`),
  },
  {
    name: 'memory_block_usage.last_retrieved_at',
    // Retrieval records expire, so a later stored time is not a difference.
    differing: sql`select memory_block_id as id from memory_block_usage as usage join (${LATEST}) as latest using (tenant_id, memory_block_id)
      where usage.last_retrieved_at < latest.at or usage.last_retrieved_at is null`,
    repair: (handle, ids) =>
      handle.execute(sql`
      update memory_block_usage as usage set last_retrieved_at = latest.at from (${LATEST}) as latest
      where latest.memory_block_id = usage.memory_block_id and latest.tenant_id = usage.tenant_id and usage.memory_block_id = any (${uuids(ids)})`),
  },
];

const DERIVED: readonly Derived[] = [
  ...NUMBERS,
  {
    name: 'search_documents',
    // Word positions depend on the order in which keywords were added; the words do not.
    differing: sql`
      select block.id from memory_blocks as block left join search_documents as document
        on document.memory_block_id = block.id and document.tenant_id = block.tenant_id
      where (document.tenant_id, document.agent_id, document.conversation_id, document.archived, document.created_at, document.length, strip(document.words))
        is distinct from (block.tenant_id, block.agent_id, block.conversation_id, block.archived, block.created_at, length(document.words),
          strip(${readWords(() => sql`true`)}))
      union all select memory_block_id from search_documents as document
      where not exists (select 1 from memory_blocks where memory_blocks.id = document.memory_block_id and memory_blocks.tenant_id = document.tenant_id)`,
    repair: async (handle, ids) => {
      await eachTenant(handle, 'memory_blocks', ids, async (those, here) => {
        await dropDocuments(handle, those, here);
        await indexBlocks(handle, those, here);
        return [];
      });
    },
  },
  {
    name: 'search_terms',
    differing: sql`select distinct tenant_id as id from (${missingTerms}) as missing`,
    repair: (handle, ids) =>
      handle.execute(sql`
      insert into search_term_changes (tenant_id, term, documents, length)
      select missing.* from (${missingTerms}) as missing where tenant_id = any (${uuids(ids)})`),
  },
];

/**
 * Tables whose tenant comes from a parent row, with the column that references it. In all other tables, a check constraint rejects a wrong
 * tenant.
 */
const TENANTS: readonly (Derived & { table: string })[] = (
  [
    ['memory_blocks', 'memory_block_id', OF_BLOCKS],
    ['jobs', 'job_id', ['job_items']],
    ['keywords', 'first_id', ['keyword_distinctions']],
  ] as const
).flatMap(([parent, key, tables]) =>
  tables.map((name) => {
    const child = sql`child.${sql.identifier(key)}`;
    const table = sql`${sql.identifier(name)} as child`;
    const wrong = sql`parent.id = ${child} and child.tenant_id <> parent.tenant_id`;
    const owner = sql`${sql.identifier(parent)} as parent`;
    return {
      table: name,
      name: `${name}.tenant_id`,
      differing: sql`select ${child} as id from ${table} join ${owner} on ${wrong}`,
      repair: (handle: Handle, ids: readonly string[]) =>
        handle.execute(
          sql`update ${table} set tenant_id = parent.tenant_id from ${owner} where ${wrong} and ${child} = any (${uuids(ids)})`,
        ),
    };
  }),
);

/** The id-to-tenant map of distributed tables. */
const ROW_TENANTS: Derived = {
  name: 'row_tenants',
  differing: sql`
    with named as materialized (select id, tenant_id from memory_blocks union all select id, tenant_id from keywords)
    select coalesce(named.id, row_tenants.id) as id from named full join row_tenants on row_tenants.id = named.id
    where named.tenant_id is distinct from row_tenants.tenant_id`,
  repair: async (handle, ids) => {
    await handle.execute(sql`delete from row_tenants where id = any (${uuids(ids)})`);
    await handle.execute(sql`
      insert into row_tenants (id, tenant_id) select id, tenant_id from memory_blocks where id = any (${uuids(ids)})
      union all select id, tenant_id from keywords where id = any (${uuids(ids)})`);
  },
};

/** In a distributed database, foreign keys already reject a row whose tenant differs from its memory's. */
const listDerived = (): readonly Derived[] =>
  isDistributed()
    ? [ROW_TENANTS, ...TENANTS.filter(({ table }) => !DISTRIBUTED.includes(table)), ...DERIVED]
    : [...TENANTS, ...DERIVED];

export interface Difference {
  /** The table or column that differs from its source rows. */
  name: string;
  count: number;
  /** Some of the differing ids: memory blocks, agents, tenants or row positions. */
  examples: string[];
}

/** Finds differences, and fixes them if `repairs` is set. Safe while the service runs. @returns the differences found. */
export async function rebuild(database: Database, repairs: boolean): Promise<Difference[]> {
  const found: Difference[] = [];
  for (const { name, differing, repair } of listDerived()) {
    const { rows } = await database.read(SYSTEM, (handle) => handle.execute<{ id: string }>(differing));
    if (rows.length === 0) continue;
    const ids = rows.map(({ id }) => id);
    found.push({ name, count: ids.length, examples: ids.slice(0, NAMED) });
    for (let from = 0; repairs && from < ids.length; from += BATCH)
      await database.write(SYSTEM, (handle) => repair(handle, ids.slice(from, from + BATCH)));
  }
  return found;
}
