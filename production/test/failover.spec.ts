/** Kills one replica under load: only its in-flight requests fail, no read fails, and no write happens twice. */
import pg from 'pg';
import { hasSucceeded, type Outcome, startTraffic } from '../load/traffic';
import { judge, type Kill, countInFlight } from '../load/verdict';
import { openWorkplace } from '../load/workplace';
import { expect, missing, OWNER, test } from './stack';

// oxlint-disable-next-line no-restricted-properties -- needs programs of the system that not every machine has; the reason is reported
test.skip(missing !== undefined, missing ?? '');

/** Number of memory blocks with each content, as created or as updated by PUT. */
async function stored(databaseUrl: string, agentId: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ content: string; blocks: number }>(
      'select content, count(*)::int as blocks from memory_blocks where agent_id = $1 group by content',
      [agentId],
    );
    return new Map(rows.map(({ content, blocks }) => [content, blocks]));
  } finally {
    await client.end();
  }
}

/** Requests that a replica has answered since its start, without health checks and operator pages. */
async function answered(replica: string): Promise<number> {
  const metrics = await (await fetch(`${replica}/metrics`)).text();
  const counts = metrics.matchAll(
    /^http_request_duration_seconds_count\{[^}]*route="\/memory-blocks[^}]*\} (\d+)$/gm,
  );
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

const summarizeOutcomes = (outcomes: Outcome[]) => outcomes.map(({ kind, status }) => `${kind} ${status}`);

test('loses only the writes in flight when a replica is killed under load', async ({ stack }) => {
  const place = await openWorkplace(stack.origin, OWNER, stack.password);
  const traffic = startTraffic(place, { readers: 12, writers: 6 });
  const kills: Kill[] = [];
  /** Waits until the load has received this many more answers. */
  const waitForAnswers = async (count: number) => {
    const before = traffic.outcomes.length;
    await expect.poll(() => traffic.outcomes.length).toBeGreaterThan(before + count);
  };
  await waitForAnswers(100);
  for (const name of ['a', 'b', 'a'] as const) {
    const from = performance.now();
    await stack.kill(name);
    kills.push({ from, to: performance.now() });
    await waitForAnswers(100);
    await stack.start(name);
    // nginx retries a replica three seconds after a failure; the other one must not be killed before that.
    await expect.poll(() => answered(stack.replicas[name])).toBeGreaterThan(20);
  }
  const { outcomes } = traffic;
  const count = (isRead: boolean) => outcomes.filter(({ kind }) => (kind === 'read') === isRead).length;
  await expect.poll(() => count(true)).toBeGreaterThan(500);
  await expect.poll(() => count(false)).toBeGreaterThan(200);
  await traffic.stop();
  place.client.close();

  const verdict = judge(outcomes, kills);
  const slowest = Math.max(...outcomes.map(({ startedAt, endedAt }) => endedAt - startedAt));
  const seconds =
    (Math.max(...outcomes.map(({ endedAt }) => endedAt)) - (outcomes[0]?.startedAt ?? 0)) / 1000;
  console.log(
    [
      `${verdict.requests} requests in ${seconds.toFixed(0)} s (${verdict.reads} reads, ${verdict.writes} writes), 3 kills`,
      `under way at the kills: ${kills.map((kill) => countInFlight(outcomes, kill)).join(', ')}`,
      `failed reads ${verdict.failedReads.length}; writes cut off ${verdict.cutOff.length}; other failures ${verdict.unexcused.length}; slowest ${slowest.toFixed(0)} ms`,
    ].join('\n'),
  );

  expect(summarizeOutcomes(verdict.failedReads)).toEqual([]);
  expect(summarizeOutcomes(verdict.unexcused)).toEqual([]);

  const kept = await stored(stack.databaseUrl, place.agentId);
  const twice = [...kept].filter(([, blocks]) => blocks > 1);
  expect(twice).toEqual([]);
  // Every acknowledged update of a block that was not deleted later must be stored.
  const deleted = new Set(outcomes.filter(({ kind }) => kind === 'delete').map(({ id }) => id));
  const lost = outcomes.filter(
    (one) =>
      one.kind === 'update' && hasSucceeded(one) && !deleted.has(one.id) && !kept.has(one.content ?? ''),
  );
  expect(summarizeOutcomes(lost)).toEqual([]);
});
