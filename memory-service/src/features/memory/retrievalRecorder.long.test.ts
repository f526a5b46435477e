/** @jest-environment node */
import { sql } from 'drizzle-orm';
import type { Principal } from '../../platform/auth/rules/principal';
import type { Database } from '../../platform/database/database';
import { onOneEngine } from '../../testing/engines';
import { findPerson } from '../../testing/persons';
import { as, ids } from '../../testing/testApp';
import { MAX_WAITING } from '../../platform/database/batchWriter';
import { createRetrievalRecorder, MAX_WAITING_COUNTS } from './retrievalRecorder';

const SYSTEM = { kind: 'system' } as const;

const readToken = async (database: Database): Promise<Principal> => ({
  ...(await findPerson(database, 'editor@x.test')),
  kind: 'token',
  token: { id: ids.user(98), tokenId: '0', name: 't', scopes: ['read'], organizationId: null },
});

const refused = () => Promise.reject(new Error('connect ECONNREFUSED'));

onOneEngine('retrievals during a database outage', (world) => {
  test('counts every retrieval after a two-minute outage, and logs the newest', async () => {
    const reader = await readToken(world.database);
    let isAway = true;
    const database: Database = {
      ...world.database,
      write: (actor, work) => (isAway ? refused() : world.database.write(actor, work)),
    };
    const recorder = createRetrievalRecorder(database, undefined);
    jest.useFakeTimers();
    const hits = [ids.block(1), ids.block(6)];
    const searches = MAX_WAITING / 2 + 5000;
    for (let n = 0; n < searches; n += 1) {
      recorder.found(reader, `question ${n}`, hits);
      if (n % 1000 === 0) await jest.advanceTimersByTimeAsync(10_000);
    }
    jest.useRealTimers();
    isAway = false;
    await recorder.flush();
    const { rows } = await world.database.read(SYSTEM, (handle) =>
      handle.execute(sql`
        select retrieval_count as counted,
          (select count(*)::int from retrieval_events where memory_block_id = memory_blocks.id and tenant_id = memory_blocks.tenant_id) as logged
        from memory_blocks where id in (${hits[0]}, ${hits[1]})`),
    );
    const row = { counted: searches, logged: MAX_WAITING / 2 };
    expect(rows).toEqual([row, row]);
    expect([recorder.dropped(), recorder.uncounted()]).toEqual([10_000, 0]);
    await recorder.close();
  });

  test('counts lost retrievals beyond the maximum number of memories', async () => {
    const reader = await readToken(world.database);
    const recorder = createRetrievalRecorder({ ...world.database, write: refused }, undefined);
    const block = (n: number) => `00000000-0000-4000-a000-${String(n).padStart(12, '0')}`;
    const all = MAX_WAITING + MAX_WAITING_COUNTS + 7;
    for (let from = 0; from < all; from += 1000) {
      const hits = Array.from({ length: Math.min(1000, all - from) }, (_, n) => block(from + n));
      recorder.found(reader, 'q', hits);
    }
    expect([recorder.dropped(), recorder.uncounted()]).toEqual([MAX_WAITING_COUNTS + 7, 7]);
    await recorder.close();
    expect(recorder.uncounted()).toBe(all);
  });

  test('reports lost retrievals in the metrics', async () => {
    const { body } = await world.app.inject({ url: '/metrics', headers: as(null) });
    expect(body).toContain('dropped_records_total{kind="retrievals"} 0');
    expect(body).toContain('dropped_records_total{kind="retrieval_counts"} 0');
  });
});
