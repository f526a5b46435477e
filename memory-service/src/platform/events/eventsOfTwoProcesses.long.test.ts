/** @jest-environment node */
import { randomUUID } from 'node:crypto';
import { openEvents } from '../../testing/eventStream';
import { call } from '../../testing/serviceProcess';
import type { ServiceProcess } from '../../testing/serviceProcess';
import { ids } from '../../testing/testApp';
import { onTwoProcesses } from '../../testing/twoProcesses';
import { until } from '../../testing/waiting';

const ALPHA = { 'x-active-scope': 'organization', 'x-organization-id': ids.alphaOrg };

onTwoProcesses('streams of two processes on one PostgreSQL', (started) => {
  async function remember(program: ServiceProcess): Promise<string> {
    const { body } = await call('POST', `${program.url}/memory-blocks/`, 'editor@x.test', {
      headers: ALPHA,
      payload: { agent_id: ids.agent(1), conversation_id: randomUUID(), content: 'news' },
    });
    return (JSON.parse(body) as { id: string }).id;
  }

  test('rejects an ended session at both processes and ends its streams there, but no others', async () => {
    const [first, second] = started().programs;
    const session = (name: string) => ({ 'x-auth-request-session': name });
    const streams = await Promise.all([
      openEvents(first.url, 'viewer@x.test', session('one')),
      openEvents(second.url, 'viewer@x.test', session('one')),
      openEvents(second.url, 'viewer@x.test', session('other')),
      openEvents(second.url, 'viewer@x.test'),
    ]);
    const [here, there, ...others] = streams;
    const ended = await call('POST', `${first.url}/sessions/ended`, 'viewer@x.test', {
      headers: session('one'),
    });
    expect(ended.status).toBe(204);
    await until(() => Promise.resolve(here.isOver() && there.isOver()), Boolean);
    const readers = [
      [first, 'one'],
      [second, 'one'],
      [second, 'other'],
    ] as const;
    const reads = readers.map(([program, name]) =>
      call('GET', `${program.url}/user-info`, 'viewer@x.test', { headers: session(name) }),
    );
    expect((await Promise.all(reads)).map(({ status }) => status)).toEqual([401, 401, 200]);

    const written = await remember(first);
    for (const stream of others) await stream.changesUntil((change) => change.ids.includes(written));
    expect(JSON.stringify(streams.map(({ events }) => events))).not.toContain('session-ended');
    others.forEach((stream) => stream.close());
  });

  test('sends changes written at the other process, and resumes without a gap at one when the other is killed', async () => {
    const [first, second] = started().programs;
    const stream = await openEvents(second.url, 'viewer@x.test');
    const written = await remember(first);
    await stream.changesUntil((change) => change.ids.includes(written));

    // Some are written before the client notices, some while it is disconnected.
    const missed = [remember(first), remember(first), remember(second)];
    await second.stop('SIGKILL');
    await until(() => Promise.resolve(stream.isOver()), Boolean);
    const acknowledged = (await Promise.allSettled(missed)).flatMap((one) =>
      one.status === 'fulfilled' ? [one.value] : [],
    );
    acknowledged.push(await remember(first));

    const lastId = stream.events.at(-1)?.id ?? '';
    const again = await openEvents(first.url, 'viewer@x.test', { 'last-event-id': lastId });
    expect(again.events[0]?.event).toBe('ready');
    const seen = [...stream.events, ...again.events].flatMap(({ changes }) =>
      changes.filter(({ kind }) => kind === 'memories').flatMap((change) => change.ids),
    );
    expect([...seen].sort()).toEqual(expect.arrayContaining([written, ...acknowledged].sort()));
    expect(new Set(seen).size).toBe(seen.length);
    again.close();
  });
});
