/** @jest-environment node */
import { sql } from 'drizzle-orm';
import type { Job } from '@hindsight/shared-contracts/api';
import { onOneEngine } from '../../testing/engines';
import { body, get, ids, ownPage } from '../../testing/testApp';
import { until } from '../../testing/waiting';
import { startPeriodic } from './periodic';
import { writeWith } from '../../testing/directWrites';

const BLOCKS = 1000;
const KEPT = 'The deployment failed because the migration lock was held by a second migration process.';
const LONG = `${KEPT} ${KEPT}`;

onOneEngine('a thousand compactions', (world) => {
  test('are consistent when canceled halfway: counts add up, no write is partial, finished ones can be restored', async () => {
    await world.database.write({ kind: 'system' }, (handle) =>
      writeWith(
        handle,
        sql`
        insert into memory_blocks (id, agent_id, conversation_id, content, visibility_scope, organization_id, tenant_id)
        select ('00000000-0000-4000-9000-' || lpad(n::text, 12, '0'))::uuid, ${ids.agent(1)}, ${ids.conversation(1)},
          ${LONG}, 'organization', ${ids.alphaOrg}, ${ids.alphaOrg} from generate_series(1, ${BLOCKS}) as n`,
      ),
    );
    const given = Array.from(
      { length: BLOCKS },
      (_, n) => `00000000-0000-4000-9000-${String(n + 1).padStart(12, '0')}`,
    );
    const post = (url: string, payload: unknown, headers = {}) =>
      world.app.inject({
        method: 'POST',
        url,
        headers: {
          ...ownPage('editor@x.test'),
          'x-active-scope': 'organization',
          'x-organization-id': ids.alphaOrg,
          'content-type': 'application/json',
          ...headers,
        },
        payload: JSON.stringify(payload),
      });
    const started = body<Job>(
      await post(
        '/memory-blocks/bulk-compact',
        { memory_block_ids: given, max_concurrent: 10, user_instructions: 'short' },
        { prefer: 'respond-async' },
      ),
    );
    const look = async () => body<Job>(await get(world.app, `/jobs/${started.job_id}`, 'editor@x.test'));
    const cancelInTheMiddle = async () => {
      await until(look, ({ done }) => done >= 50);
      await post(`/jobs/${started.job_id}/cancel`, {});
    };
    // Where other connections can lock rows, a lock in the middle keeps the job from ending before it is canceled. The embedded engine's
    // single connection is shared in turn, so the job cannot outrun the polling.
    if (world.engine === 'embedded') await cancelInTheMiddle();
    else {
      await world.database.write({ kind: 'system' }, async (handle) => {
        await handle.execute(
          sql`select 1 from memory_blocks where id = ${given[BLOCKS / 2]} and tenant_id = ${ids.alphaOrg} for update`,
        );
        await cancelInTheMiddle();
      });
    }
    const job = await until(look, ({ finished_at: end }) => end !== null);
    expect(job).toMatchObject({ status: 'cancelled', total: BLOCKS, failed: 0 });
    expect(job).toMatchObject({ user_instructions: 'short', max_concurrent: 10 });
    expect(job.done).toBe(job.succeeded);
    expect(job.done).toBeGreaterThanOrEqual(50);
    expect(job.done).toBeLessThan(BLOCKS);
    expect(job.results).toHaveLength(job.done);

    const { rows } = await world.database.read({ kind: 'system' }, (handle) =>
      handle.execute<{ id: string; content: string; versions: number; kept: string | null }>(sql`
        select id, content,
          (select count(*)::int from memory_block_versions where memory_block_id = memory_blocks.id and memory_block_versions.tenant_id = memory_blocks.tenant_id) as versions,
          (select snapshot ->> 'content' from memory_block_versions where memory_block_id = memory_blocks.id and memory_block_versions.tenant_id = memory_blocks.tenant_id) as kept
        from memory_blocks where id::text like '%-9000-%'`),
    );
    const compacted = rows.filter(({ content }) => content !== LONG);
    expect(compacted).toHaveLength(job.succeeded);
    expect(new Set(compacted.map(({ content, kept }) => `${content}|${kept}`))).toEqual(
      new Set([`${KEPT}|${LONG}`]),
    );
    expect(rows.filter(({ content }) => content === LONG).every(({ versions }) => versions === 0)).toBe(true);
    expect(new Set(job.results?.map((result) => result['memory_block_id']))).toEqual(
      new Set(compacted.map(({ id }) => id)),
    );

    // Each id is either among the outcomes or among those not reached.
    const reached = (job.results ?? []).map((result) => String(result['memory_block_id']));
    expect([...reached, ...(job.not_reached ?? [])].sort()).toEqual(given);

    const [first] = job.results ?? [];
    const restored = await post(
      `/memory-blocks/${String(first?.['memory_block_id'])}/versions/${String(first?.['version'])}/restore`,
      {},
    );
    expect(body<{ content: string }>(restored).content).toBe(LONG);
  }, 60_000);
});

describe('periodic', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  test('backs off while it finds nothing, and runs again soon after a wake', async () => {
    let found = false;
    const round = jest.fn(() => Promise.resolve(found));
    const periodic = startPeriodic(3000, round);
    const roundsIn = async (ms: number) => {
      round.mockClear();
      await jest.advanceTimersByTimeAsync(ms);
      return round.mock.calls.length;
    };
    expect(await roundsIn(3000)).toBe(1);
    expect(await roundsIn(6000)).toBe(1);
    expect(await roundsIn(12_000)).toBe(1);
    expect(await roundsIn(24_000 + 48_000)).toBe(2);
    expect(await roundsIn(96_000 + 192_000 + 384_000 + 600_000)).toBe(4);
    expect(await roundsIn(6_000_000)).toBe(10);
    periodic.wake();
    // Continuing writes do not postpone the round.
    expect(await roundsIn(2000)).toBe(0);
    periodic.wake();
    expect(await roundsIn(1000)).toBe(1);
    found = true;
    expect(await roundsIn(6000)).toBe(1);
    expect(await roundsIn(30_000)).toBe(10);
    await periodic.close();
    expect(await roundsIn(600_000)).toBe(0);
  });
});
