/**
 * Distributes the tables that grow with memories over Citus workers, by tenant. The same statements run there as on a single PostgreSQL;
 * only definitions differ: keys begin with the tenant, policies and views have no subquery, foreign keys stay within a tenant.
 */
import type pg from 'pg';
import { StartupError } from '../config/startupError';

/** Tables sharded by tenant; the rows of a tenant are colocated on one worker. */
export const DISTRIBUTED: readonly string[] = [
  'memory_blocks',
  'keywords',
  'memory_block_keywords',
  'memory_block_usage',
  'memory_block_versions',
  'memory_block_feedback',
  'memory_block_fingerprints',
  'memory_block_embeddings',
  'retrieval_events',
  'search_documents',
  'search_terms',
  'search_term_changes',
  'workspace_tallies',
];

/** Tables replicated to every worker: they are small and joined with the sharded ones. */
const REFERENCE = ['agents', 'proposals', 'secret_findings', 'keyword_distinctions'] as const;

const list = (names: readonly string[]) => `array[${names.map((name) => `'${name}'`).join(', ')}]`;
const PLACED = list([...DISTRIBUTED, ...REFERENCE]);

/**
 * Drops the foreign keys of these tables, because rows on a worker cannot reference rows on the coordinator, nor the reverse. Those within
 * a tenant are re-created below.
 */
const DROP_FOREIGN_KEYS = `
  for each_row in select conrelid::regclass as relation, conname from pg_constraint
    where contype = 'f' and conparentid = 0 and (conrelid::regclass::text = any (${PLACED}) or confrelid::regclass::text = any (${PLACED})) loop
    execute format('alter table %s drop constraint %I', each_row.relation, each_row.conname);
  end loop;`;

/** Unique keys of sharded tables must contain the tenant. */
const LEAD_KEYS = `
  alter table workspace_tallies drop constraint workspace_tallies_pkey;
  for each_row in select conrelid::regclass as relation, conname, contype, pg_get_constraintdef(pg_constraint.oid) as definition from pg_constraint
    where contype in ('p', 'u') and conparentid = 0
      and (conrelid::regclass::text = any (${list(DISTRIBUTED)}) or conrelid in (select inhrelid from pg_inherits where inhparent = 'retrieval_events'::regclass))
      and not exists (select from pg_attribute where attrelid = conrelid and attnum = any (conkey) and attname = 'tenant_id') loop
    execute format('alter table %s drop constraint %I', each_row.relation, each_row.conname);
    execute format('alter table %s add constraint %I %s', each_row.relation, each_row.conname, replace(each_row.definition, '(', '(tenant_id, '));
  end loop;
  for each_row in select indexrelid::regclass as index, pg_get_indexdef(indexrelid) as definition from pg_index
    where indisunique and indrelid::regclass::text = any (${list(DISTRIBUTED)}) and not exists (select from pg_constraint where conindid = indexrelid)
      and not exists (select from pg_attribute where attrelid = indrelid and attnum = any (indkey) and attname = 'tenant_id') loop
    execute format('drop index %s', each_row.index);
    execute regexp_replace(each_row.definition, 'USING btree \\(', 'USING btree (tenant_id, ');
  end loop;`;

const EVERYTHING = `current_setting('hindsight.kind', true) = 'superadmin'`;
const among = (fact: string, column = 'tenant_id') =>
  `${EVERYTHING} or ${column} = any (nullif(current_setting('hindsight.${fact}', true), '')::uuid[])`;

/** Secret findings stay hidden even when their memory is public. */
const narrow = `${EVERYTHING} or (visibility_scope <> 'public' and tenant_id = any (nullif(current_setting('hindsight.readable', true), '')::uuid[]))`;

/** Same rules as the regular policies and views, expressed by the tenant of each row alone. */
const COMPARE_TENANTS = `
  for each_row in select polname, relname, polcmd from pg_policy join pg_class on pg_class.oid = polrelid where relname = any (${PLACED} || 'memory_blocks_to_compare'::text) loop
    execute format('drop policy %I on %I', each_row.polname, each_row.relname);
    execute format('create policy %I on %I for %s', each_row.polname, each_row.relname, case each_row.polcmd
      when 'r' then case each_row.relname when 'secret_findings' then $$select using (${narrow})$$ else $$select using (${among('readable')})$$ end
      when 'a' then $$insert with check (${among('writable')})$$
      when 'w' then case each_row.relname when 'secret_findings' then $$update using (${narrow})$$ else $$update using (${among('readable')})$$ end || $$ with check (${among('writable')})$$
      when 'd' then $$delete using (${among('writable')})$$
      else case each_row.relname when 'memory_blocks_to_compare' then $$all using (${among('writable')})$$ else $$all using (${among('readable')})$$ end end);
  end loop;
  for each_row in select relname, pg_get_viewdef(oid) as definition from pg_class where relkind = 'v' and relname like 'readable\\_%' loop
    execute format('create or replace view %I as %s where ${among('readable', '%I.tenant_id').replaceAll("'", "''")}', each_row.relname,
      regexp_replace(each_row.definition, '\\s+WHERE .*$', ''),
      coalesce((regexp_match(each_row.definition, '(\\w+)\\.memory_block_id'))[1], substr(each_row.relname, 10)));
  end loop;`;

/**
 * `row_tenants` stays on the coordinator: it maps an id to its tenant, and thereby to a worker. The foreign key of keywords is deferred,
 * because a memory that moves briefly keeps the keywords of its former tenant.
 */
const STEPS = `
do $step$
declare
  each_row record;
  name text;
begin
  create table row_tenants (id uuid primary key, tenant_id uuid not null);
  insert into row_tenants select id, tenant_id from memory_blocks union all select id, tenant_id from keywords;
  alter table row_tenants enable row level security;
  create policy row_tenants_all on row_tenants using (${among('readable')} or tenant_id = any (nullif(current_setting('hindsight.writable', true), '')::uuid[]))
    with check (${among('writable')});
  grant select, insert, update, delete on row_tenants to hindsight_app;
  ${DROP_FOREIGN_KEYS}
  ${LEAD_KEYS}
  ${COMPARE_TENANTS}
  foreach name in array ${list(REFERENCE)} loop
    perform create_reference_table(name);
  end loop;
  foreach name in array ${list(DISTRIBUTED)} loop
    perform create_distributed_table(name, 'tenant_id', colocate_with => case name when 'memory_blocks' then 'default' else 'memory_blocks' end);
    if name like 'memory\\_block\\_%' or name in ('search_documents', 'retrieval_events') then
      execute format('alter table %I add constraint %I foreign key (tenant_id, memory_block_id) references memory_blocks (tenant_id, id) on delete cascade',
        name, name || '_tenant_memory_block_id_fk');
    end if;
  end loop;
  alter table memory_block_keywords add constraint memory_block_keywords_tenant_keyword_id_fk
    foreign key (tenant_id, keyword_id) references keywords (tenant_id, id) on delete cascade deferrable initially deferred;
  alter table memory_blocks add constraint memory_blocks_agent_id_agents_id_fk foreign key (agent_id) references agents (id) on delete restrict;
end $step$`;

/**
 * Propagates transaction settings, which policies compare, to workers. One connection per worker lets a transaction read its own writes.
 * The connection settings of the service hold on workers as well: JIT compilation of a query took half a second there.
 */
const SETTINGS = [
  "timezone = 'UTC'",
  'jit = off',
  "work_mem = '32MB'",
  "citus.propagate_set_commands = 'local'",
  "citus.multi_shard_modify_mode = 'sequential'",
  'citus.max_adaptive_executor_pool_size = 1',
];

/**
 * Workers check policies before any function that might leak a row, which rules out the indexes for words and substrings. These functions
 * leak nothing, but only an administrator may declare that.
 */
const TELL_NOTHING = ['ts_match_vq(tsvector, tsquery)', 'textlike(text, text)', 'texticlike(text, text)'];

/** Declares the functions leakproof; returns the statements left for an administrator, with the workers concerned. */
export async function declareLeakproof(client: pg.ClientBase): Promise<string | undefined> {
  for (const name of TELL_NOTHING)
    await client.query(`select from run_command_on_workers('alter function pg_catalog.${name} leakproof')`);
  const { rows } = await client.query<{ worker: string }>(`
    select nodename || ':' || nodeport as worker from run_command_on_workers($$
      select bool_and(proleakproof) from pg_proc where oid::regprocedure::text = any ('{${TELL_NOTHING.map((name) => `"${name.replace(' ', '')}"`).join()}}')$$)
    where result is distinct from 't' order by 1`);
  if (rows.length === 0) return undefined;
  const statements = TELL_NOTHING.map((name) => `ALTER FUNCTION pg_catalog.${name} LEAKPROOF;`).join(' ');
  return `Searches on ${rows.map(({ worker }) => worker).join(', ')} read all memories of a workspace, because the database account can’t declare operators leakproof. As an administrator run in its database there: ${statements}`;
}

/** Gives rows without a primary key a full replica identity, else they cannot move to another worker while being written. */
const NAME_ROWS = `
do $step$
declare
  relation regclass;
begin
  for relation in select oid from pg_class where relkind = 'r' and relreplident = 'd' and not exists (select from pg_index where indrelid = oid and indisprimary)
    and (oid::regclass::text = any (${list(DISTRIBUTED)}) or oid in (select inhrelid from pg_inherits where inhparent = 'retrieval_events'::regclass)) loop
    execute format('alter table %s replica identity full', relation);
  end loop;
end $step$`;

interface Found {
  hasExtension: boolean;
  isEmpty: boolean;
}

/** Throws StartupError if tables must be distributed but cannot be. */
async function shouldDistribute(
  client: pg.ClientBase,
  engine: 'postgresql' | 'citus' | undefined,
): Promise<boolean> {
  const { rows } = await client.query<Found>(`
    select exists (select from pg_extension where extname = 'citus') as "hasExtension",
      not exists (select from users) and not exists (select from memory_blocks) as "isEmpty"`);
  const [found] = rows;
  if (!found?.hasExtension) {
    if (engine !== 'citus') return false;
    throw new StartupError(
      'DATABASE_ENGINE is citus, but the database lacks the extension. As an administrator run CREATE EXTENSION citus in it and in the database of that name on each worker, then add the workers with citus_add_node.',
    );
  }
  const { rows: workers } = await client.query(
    'select from pg_dist_node where shouldhaveshards and isactive',
  );
  if (workers.length === 0 && engine === 'citus')
    throw new StartupError('DATABASE_ENGINE is citus, but no worker was added with citus_add_node.');
  return engine === 'citus' || (found.isEmpty && workers.length > 0);
}

/**
 * Distributes the tables where requested and not yet done; returns whether they are distributed. Without an explicit setting, only a new
 * database is distributed.
 */
export async function distributeTables(
  client: pg.ClientBase,
  engine: 'postgresql' | 'citus' | undefined,
  warn: (text: string) => void,
): Promise<boolean> {
  const areDistributed = await areTablesDistributed(client);
  if (!areDistributed && (engine === 'postgresql' || !(await shouldDistribute(client, engine)))) return false;
  // Repeated at every start, because workers added later lack the settings.
  const { rows } = await client.query<{ name: string }>('select quote_ident(current_database()) as name');
  for (const setting of SETTINGS) {
    await client.query(`alter database ${rows[0]?.name ?? ''} set ${setting}`);
    await client.query(`set ${setting}`);
  }
  const undeclared = await declareLeakproof(client);
  if (undeclared !== undefined) warn(undeclared);
  if (!areDistributed) {
    // The coordinator connects to workers as this role.
    await client.query('alter role hindsight_app login');
    await client.query(STEPS);
  }
  await client.query(NAME_ROWS);
  return true;
}

async function areTablesDistributed(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('pg_catalog.pg_dist_partition') is not null as exists`,
  );
  if (!rows[0]?.exists) return false;
  const { rows: parts } = await client.query(
    `select from pg_dist_partition where logicalrelid = 'memory_blocks'::regclass`,
  );
  return parts.length > 0;
}
