/** @jest-environment node */
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { expectNoOlder } from '../../features/curation/queries/contradictions';
import { onOneEngine } from '../../testing/engines';
import { permissionRequests } from '../../testing/permissionRequests';
import { ids, send } from '../../testing/testApp';
import { declareLeakproof } from './citus';

onOneEngine('a workspace on Citus workers', (world) => {
  // Workers exist only on Citus, which TEST_CITUS_URL enables.
  const onCitus = () => world.engine === 'Citus';
  /** Number of statements that went to one worker and to several, from the Citus counters. */
  const readCounters = async () => {
    const [counters] = await world.database.ask<{ one: number; several: number }>({
      name: '',
      text: `select query_execution_single_shard::int as one, query_execution_multi_shard::int as several
        from citus_stat_counters where name = current_database()`,
      values: [],
    });
    return counters ?? { one: 0, several: 0 };
  };

  test('sends each statement of a request to one worker only', async () => {
    if (!onCitus()) return;
    const across: string[] = [];
    for (const [key, make] of Object.entries(permissionRequests(world.database))) {
      const { params = {}, query = '', body } = await make('owner@x.test');
      const before = await readCounters();
      await send(
        world.app,
        `${key.replace(/\{(\w+)\}/g, (_all, name: string) => params[name] ?? name)}?${query}`,
        'owner@x.test',
        {
          headers: { 'x-active-scope': 'organization', 'x-organization-id': ids.alphaOrg },
          ...(body !== undefined && { body }),
        },
      );
      const { several } = await readCounters();
      if (several > before.several) across.push(key);
    }
    expect((await readCounters()).one).toBeGreaterThan(100);
    // A memory keeps its agent when it moves, so an agent's memories may belong to any tenant.
    expect(across).toEqual(['DELETE /agents/{id}']);
  }, 300_000);

  test('is not scanned at startup: each worker reads a single row', async () => {
    if (!onCitus()) return;
    const plan = await world.database.write({ kind: 'system' }, async (handle) => {
      const execute = jest.spyOn(handle, 'execute');
      await expectNoOlder(handle);
      const statement = execute.mock.calls[0]?.[0] ?? '';
      execute.mockRestore();
      return (await handle.execute(sql`explain ${statement}`)).rows;
    });
    expect(JSON.stringify(plan)).toMatch(/Node: .*Limit .*on memory_blocks_/);
  });

  test('is searched by index on workers once operators are declared leakproof', async () => {
    if (!onCitus()) return;
    const [address] = await world.database.ask<{ port: string; name: string }>({
      name: '',
      text: "select current_setting('port') as port, current_database() as name",
      values: [],
    });
    const client = new pg.Client({
      connectionString: `postgres://postgres@127.0.0.1:${address?.port}/${address?.name}`,
    });
    await client.connect();
    try {
      expect(await declareLeakproof(client)).toBeUndefined();
    } finally {
      await client.end();
    }
  });
});
