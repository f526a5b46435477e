/** @jest-environment node */
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Job, MemoryBlock } from '@hindsight/shared-contracts/api';
import { seedDemo } from '../../demo/seed';
import { onEveryEngine } from '../../testing/engines';
import { findPerson } from '../../testing/persons';
import { PERSONAL, recordCalls } from '../../testing/recordCalls';
import { body, ids, send, tokenFor } from '../../testing/testApp';
import { tenantsByTable } from '../../testing/tenantRows';
import { until } from '../../testing/waiting';

const SYSTEM = { kind: 'system' } as const;
const OWNER = 'owner@x.test';
const owner = ids.user(0);

onEveryEngine('the tenant of each row', (world) => {
  const { call, block } = recordCalls(world);
  /** Why changing a tenant is rejected: a check constraint, or the sharding of Citus. */
  const refusal = () => ({ cause: { code: world.engine === 'Citus' ? '0A000' : '23514' } });
  const run = async (statement: SQL) =>
    (await world.database.write(SYSTEM, (handle) => handle.execute(statement))).rows;
  const ok = async <T>(...given: Parameters<typeof call>): Promise<T> => {
    const answer = await call(...given);
    if (answer.statusCode >= 300) throw new Error(`${given[0]}: ${answer.body}`);
    return (answer.body === '' ? {} : body(answer)) as T;
  };
  const wrongTables = async () =>
    (await tenantsByTable(world.database)).filter(({ wrong }) => wrong > 0).map(({ name }) => name);
  const emptyTables = async () =>
    (await tenantsByTable(world.database)).filter(({ rows }) => rows === 0).map(({ name }) => name);
  /** Number of tables with rows of a memory, by the tenant of those rows. */
  const listHomes = async (id: string) => {
    const names = ['versions', 'feedback', 'keywords', 'fingerprints', 'embeddings'].map(
      (name) => `memory_block_${name}`,
    );
    const parts = [...names, 'retrieval_events'].map(
      (name) =>
        sql`select ${name}::text as name, tenant_id from ${sql.identifier(name)} where memory_block_id = ${id}`,
    );
    const rows = await run(
      sql`select tenant_id as tenant, array_agg(distinct name order by name) as names from (${sql.join(parts, sql` union all `)}) as found group by 1`,
    );
    return Object.fromEntries(rows.map((row) => [row['tenant'], (row['names'] as string[]).length]));
  };

  /** Creates a memory with rows in every dependent table. */
  async function fullMemory(): Promise<string> {
    const { id } = await ok<MemoryBlock>('POST /memory-blocks/', OWNER, block());
    await ok(`PUT /memory-blocks/${id}`, OWNER, { content: 'The gateway waits for the queue.' });
    await ok(`POST /memory-blocks/${id}/versions/1/restore`, OWNER);
    await ok(`POST /memory-blocks/${id}/feedback/`, OWNER, { feedback_type: 'positive' });
    await run(
      sql`insert into memory_block_embeddings (memory_block_id, model, embedding, tenant_id) select ${id}, 'm', '{1}', tenant_id from memory_blocks where id = ${id}`,
    );
    await run(
      sql`insert into memory_block_fingerprints (memory_block_id, bands, source_hash, tenant_id) select ${id}, '{1}', 'x', tenant_id from memory_blocks where id = ${id}`,
    );
    await run(
      sql`insert into retrieval_events (memory_block_id, user_id, token_id, token_name, kind, tenant_id) select ${id}, ${owner}, ${owner}, 't', 'detail', tenant_id from memory_blocks where id = ${id}`,
    );
    return id;
  }

  test('matches its workspace after a creation, a move, a bulk edit and its undo, and a restored version', async () => {
    const id = await fullMemory();
    expect(await listHomes(id)).toEqual({ [ids.alphaOrg]: 6 });
    await ok(`POST /memory-blocks/${id}/change-scope`, OWNER, { visibility_scope: 'personal' });
    expect(await listHomes(id)).toEqual({ [owner]: 6 });
    const move = { kind: 'move', visibility_scope: 'organization', organization_id: ids.alphaOrg };
    const { results } = await ok<{ results: { undo: object }[] }>(
      'POST /memory-blocks/bulk-edit',
      OWNER,
      { edits: [{ memory_block_id: id, change: move }], dry_run: false },
      PERSONAL,
    );
    expect(await listHomes(id)).toEqual({ [ids.alphaOrg]: 6 });
    await ok(
      'POST /memory-blocks/bulk-edit',
      OWNER,
      { edits: [{ memory_block_id: id, change: results[0]?.undo }], dry_run: false },
      PERSONAL,
    );
    expect(await listHomes(id)).toEqual({ [owner]: 6 });
    expect(await wrongTables()).toEqual([]);
  });

  test('cannot be forged by a caller, and gives no access to rows of others', async () => {
    const stranger = await findPerson(world.database, 'stranger@x.test');
    const attempt = (statement: SQL) =>
      world.database.write(stranger, async (handle) => (await handle.execute(statement)).rowCount);
    const forged = sql`update memory_blocks set tenant_id = ${ids.alphaOrg} where id = ${ids.block(4)}`;
    await expect(attempt(forged)).rejects.toMatchObject(refusal());
    const taken = sql`update memory_blocks set tenant_id = ${ids.user(5)} where tenant_id = ${ids.alphaOrg}`;
    if (world.engine === 'Citus') await expect(attempt(taken)).rejects.toMatchObject(refusal());
    else expect(await attempt(taken)).toBe(0);
    expect(await wrongTables()).toEqual([]);
  });

  test('is required for every row', async () => {
    const attempt = run(sql`update memory_blocks set tenant_id = null where id = ${ids.block(6)}`);
    await expect(attempt).rejects.toMatchObject(refusal());
  });

  test('matches its workspace after an import, jobs, an organization transfer, and in user settings', async () => {
    const rows = [{ agent_name: 'Importer', content: 'Imported.', keywords: ['one', 'two'] }];
    await ok('POST /memory-blocks/bulk-import', OWNER, { rows, create_missing: true }, PERSONAL);
    const target = await ok<{ id: string }>('POST /organizations/', OWNER, { name: 'Target' });
    const id = await fullMemory();
    await ok('POST /visits/', OWNER, {});
    await ok('PUT /secret-policy', OWNER, { mode: 'mask' });
    await ok('POST /saved-views/', OWNER, { name: 'v', parameters: { search: 'x' }, is_shared: true });
    const token = await tokenFor(world.app, OWNER);
    await send(world.app, `GET /memory-blocks/${id}`, null, { token });
    const { operation_id: operation } = await ok<{ operation_id: string }>(
      `POST /bulk-operations/organizations/${ids.alphaOrg}/bulk-move`,
      OWNER,
      { dry_run: false, destination_organization_id: target.id },
    );
    await until(
      async () => body<Job>(await call(`GET /jobs/${operation}`, OWNER)),
      ({ finished_at: end }) => end !== null,
    );
    expect(await listHomes(id)).toEqual({ [target.id]: 6 });
    expect(await wrongTables()).toEqual([]);
    const filled = [
      'agents',
      'keywords',
      'jobs',
      'job_items',
      'audits',
      'visits',
      'secret_policies',
      'saved_views',
    ];
    const empty = await emptyTables();
    expect(filled.filter((table) => empty.includes(table))).toEqual([]);
  });

  test('is queried on workers with the settings of the service', async () => {
    if (world.engine !== 'Citus') return;
    const rows = await run(
      sql`select result from run_command_on_workers('select array_agg(current_setting(name)) from unnest(array[''TimeZone'', ''jit'', ''work_mem'']) as name')`,
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { result } of rows) expect(result).toBe('{UTC,off,32MB}');
  });

  test('is reached again after its worker closed the connections', async () => {
    if (world.engine !== 'Citus') return;
    await ok('POST /memory-blocks/', OWNER, block());
    await run(
      sql`select run_command_on_workers('select count(pg_terminate_backend(pid)) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()')`,
    );
    await ok('POST /memory-blocks/', OWNER, block());
    await ok('GET /memory-blocks/', OWNER);
  });

  test('allows rows to move to another worker while they are written', async () => {
    if (world.engine !== 'Citus') return;
    const unnamed = await run(sql`
      select relname from pg_class join pg_dist_partition on logicalrelid = oid where relkind = 'r' and relreplident = 'd' and partmethod = 'h'
        and not exists (select from pg_index where indrelid = oid and indisprimary)`);
    expect(unnamed).toEqual([]);
  });

  test('is set in every row of the demo workspace', async () => {
    await run(
      sql`truncate users, organizations, agents, keywords, memory_blocks, memory_blocks_to_compare, search_documents, search_terms, search_term_changes cascade`,
    );
    const now = new Date('2026-05-01T00:00:00Z');
    await seedDemo(world.database, { blocks: 200, seed: 1, now, onProgress: () => undefined });
    const tables = await tenantsByTable(world.database);
    expect(tables.find(({ name }) => name === 'memory_blocks')?.rows).toBe(200);
    expect(await wrongTables()).toEqual([]);
  });
});
