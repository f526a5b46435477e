/** @jest-environment node */
import { rmSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import {
  openEmbedded,
  openServer,
  buildService,
  serverBinaries,
  startServer,
  temporaryFolder,
} from '../testing/testDatabase';
import { ids, seedSmallWorld } from '../testing/testApp';
import type { Database } from '../platform/database/database';
import { copyDatabase } from './copyDatabase';

const SYSTEM = { kind: 'system' } as const;

/** All blocks with their retrievals and suggestions, as text. */
const contents = (database: Database) =>
  database.read(SYSTEM, async (handle) => {
    const { rows } = await handle.execute(sql`
      select memory_blocks.*, (select json_agg(event order by event.id) from retrieval_events event) as events,
        (select json_agg(suggestion order by suggestion.id) from proposals suggestion) as suggestions
      from memory_blocks order by id`);
    return JSON.stringify(rows);
  });

/** Inserts an agent call, which takes the next id from the sequence. */
const activity = sql`
  insert into agent_activity (user_id, token_id, token_name, kind, action, call, memory_ids, latency_ms, status, tenant_id)
  values (${ids.user(0)}, gen_random_uuid(), 'robot', 'read', 'open', 'c', '{}', 1, 200, ${ids.user(0)}) returning id::int as id`;

test('moves everything from the embedded database to a server and back, and refuses a non-empty target', async () => {
  await buildService();
  const binaries = serverBinaries();
  const folders = [temporaryFolder(), temporaryFolder()] as const;
  const server = binaries ? await startServer(binaries) : undefined;
  const first = await openEmbedded(folders[0]);
  await seedSmallWorld(first);
  await first.write(SYSTEM, async (handle) => {
    await handle.execute(
      sql`update memory_blocks set metadata = '{"n": 12345678901234567890.5, "z": [1, null, "ü"]}' where id = ${ids.block(1)}`,
    );
    await handle.execute(activity);
    await handle.execute(sql`
      insert into retrieval_events (memory_block_id, user_id, token_id, token_name, kind, tenant_id)
      values (${ids.block(1)}, ${ids.user(0)}, gen_random_uuid(), 'robot', 'detail', (select tenant_id from memory_blocks where id = ${ids.block(1)}))`);
  });
  const before = await contents(first);

  // Without a PostgreSQL server, a second embedded database is the target.
  const middle = server ? await openServer(server.url) : await openEmbedded(temporaryFolder());
  const copied = await copyDatabase(first, middle);
  expect(copied.find(({ table }) => table === 'memory_blocks')?.rows).toBe(7);
  expect(await contents(middle)).toBe(before);
  await expect(copyDatabase(first, middle)).rejects.toThrow('The target database isn’t empty.');

  const last = await openEmbedded(folders[1]);
  await copyDatabase(middle, last);
  expect(await contents(last)).toBe(before);
  const next = await last.write(SYSTEM, (handle) =>
    handle.execute<{ id: number }>(sql`
      insert into retrieval_events (memory_block_id, user_id, token_id, token_name, kind, tenant_id)
      values (${ids.block(1)}, ${ids.user(0)}, gen_random_uuid(), 'robot', 'detail', (select tenant_id from memory_blocks where id = ${ids.block(1)})) returning id::int as id`),
  );
  expect(next.rows[0]?.id).toBe(2);
  const call = await last.write(SYSTEM, (handle) => handle.execute<{ id: number }>(activity));
  expect(call.rows[0]?.id).toBe(2);

  for (const database of [first, middle, last]) await database.close();
  await server?.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}, 60_000);
