/** Tests reads from the standby: people read their own writes while it lags, its death fails no request, and it can take over. */
import { hasSucceeded, startTraffic } from '../load/traffic';
import { openWorkplace } from '../load/workplace';
import { findBinaries } from '../native/binaries';
import { query } from '../native/database';
import { type NativeStack, startNative } from '../native/stack';
import { expect, missing, OWNER, test } from './stack';

// oxlint-disable-next-line no-restricted-properties -- needs programs of the system that not every machine has; the reason is reported
test.skip(missing !== undefined, missing ?? '');

/** Whether each replica of the service reads from the standby. */
async function readReplicaStates(stack: NativeStack): Promise<boolean[]> {
  return Promise.all(
    Object.values(stack.replicas).map(async (replica) =>
      /^read_replica_in_use\{[^}]*\} 1$/m.test(await (await fetch(`${replica}/metrics`)).text()),
    ),
  );
}

test('loses no acknowledged write when the standby lags, dies and takes over', async () => {
  const binaries = findBinaries();
  if ('missing' in binaries) throw new Error(binaries.missing);
  // A separate stack, because the primary is killed at the end.
  const stack = await startNative({ binaries, blocks: 50 });
  try {
    const place = await openWorkplace(stack.origin, OWNER, stack.password);
    const { client, scope, agentId } = place;
    const reading = (wanted: boolean) =>
      expect.poll(() => readReplicaStates(stack)).toEqual([wanted, wanted]);
    await reading(true);

    const contents = async (): Promise<string> =>
      (await client.send('GET', `/api/memory-blocks/?limit=50&${scope}`)).body;
    await query(stack.standby.adminUrl, 'select pg_wal_replay_pause()');
    for (const n of [1, 2, 3, 4, 5, 6]) {
      const content = `Written while the standby lags, ${n}`;
      const body = { agent_id: agentId, conversation_id: agentId, content };
      expect((await client.send('POST', `/api/memory-blocks/?${scope}`, body)).status).toBe(201);
      // Either replica may answer; no cookie is kept between these calls.
      await expect.poll(contents).toContain(content);
    }
    await reading(false);
    await query(stack.standby.adminUrl, 'select pg_wal_replay_resume()');
    await reading(true);

    const traffic = startTraffic(place, { readers: 6, writers: 3 });
    await stack.standby.kill();
    await reading(false);
    await stack.standby.start();
    await reading(true);
    const before = traffic.outcomes.length;
    await expect.poll(() => traffic.outcomes.length).toBeGreaterThan(before + 50);
    await traffic.stop();
    expect(traffic.outcomes.filter((outcome) => !hasSucceeded(outcome))).toEqual([]);

    // From here on, a commit is acknowledged only when the standby has it.
    await query(stack.primaryAdminUrl, "alter system set synchronous_standby_names = 'standby'");
    await query(stack.primaryAdminUrl, 'select pg_reload_conf()');
    await expect
      .poll(() => query(stack.primaryAdminUrl, 'select sync_state from pg_stat_replication'))
      .toEqual([{ sync_state: 'sync' }]);
    const writing = startTraffic(place, { readers: 2, writers: 4 });
    const acknowledged = () =>
      writing.outcomes.filter((outcome) => outcome.kind === 'update' && hasSucceeded(outcome));
    await expect.poll(() => acknowledged().length).toBeGreaterThan(20);
    await stack.standby.failOver();
    const atTakeOver = acknowledged().length;
    await expect.poll(() => acknowledged().length).toBeGreaterThan(atTakeOver + 20);
    await writing.stop();
    client.close();
    const kept = new Set(
      (await query<{ content: string }>(stack.standby.url, 'select content from memory_blocks')).map(
        ({ content }) => content,
      ),
    );
    const deleted = new Set(writing.outcomes.filter(({ kind }) => kind === 'delete').map(({ id }) => id));
    const lost = acknowledged().filter(({ id, content }) => !deleted.has(id) && !kept.has(content ?? ''));
    expect(lost).toEqual([]);
  } finally {
    await stack.stop();
  }
});
