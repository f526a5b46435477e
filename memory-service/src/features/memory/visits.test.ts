/** @jest-environment node */
import { sql } from 'drizzle-orm';
import type { LastVisit } from '@hindsight/shared-contracts/api';
import { onOneEngine } from '../../testing/engines';
import { ALPHA, PERSONAL, recordCalls } from '../../testing/recordCalls';
import { body, get, ids } from '../../testing/testApp';

const SYSTEM = { kind: 'system' } as const;
const [EDITOR, VIEWER] = ['editor@x.test', 'viewer@x.test'];

onOneEngine('what is new to a person', (world) => {
  const { call, stored } = recordCalls(world);
  const run = (statement: ReturnType<typeof sql>) =>
    world.database.write(SYSTEM, (handle) => handle.execute(statement));
  afterEach(() => run(sql`delete from visits`));
  afterEach(() => jest.restoreAllMocks());

  const visit = async (email = VIEWER, seen = false, headers: Record<string, string> = ALPHA) => {
    const answer = await call('POST /visits/', email, { seen }, headers);
    expect(answer.statusCode).toBe(200);
    return body<LastVisit>(answer);
  };
  /** Moves all visits into the past. */
  const pass = (minutes: number) =>
    run(sql`update visits set last_seen_at = last_seen_at - ${minutes} * interval '1 minute',
      new_since = new_since - ${minutes} * interval '1 minute'`);
  /** Whole minutes from when changes are new to the visit, both by the clock of the database. */
  const ago = async ({ since }: LastVisit) => {
    const { rows } = await run(sql`select max(last_seen_at) as seen from visits`);
    return Math.round((Date.parse(String(rows[0]?.['seen'])) - Date.parse(since)) / 60_000);
  };

  test('at the first visit the last seven days are new', async () => {
    jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-03-04T05:06:07.008Z'));
    expect(await visit()).toEqual({ since: '2026-02-25T05:06:07.008Z', is_first: true });
    await pass(20);
    expect((await visit()).is_first).toBe(true);
  });

  test('a visit keeps what was new when it began; the next one begins where it ended', async () => {
    await visit();
    await pass(600);
    expect(await ago(await visit())).toBe(600);
    await pass(20);
    expect(await ago(await visit())).toBe(620);
    await pass(45);
    const next = await visit();
    expect([next.is_first, await ago(next)]).toEqual([false, 45]);
  });

  test('what was seen is no longer new', async () => {
    await visit();
    await pass(600);
    expect(await ago(await visit(VIEWER, true))).toBe(0);
    await pass(10);
    expect(await ago(await visit())).toBe(10);
  });

  test('each person has a visit of their own in each workspace', async () => {
    await visit();
    await pass(600);
    expect((await visit(EDITOR)).is_first).toBe(true);
    expect((await visit(VIEWER, false, PERSONAL)).is_first).toBe(true);
    expect((await visit()).is_first).toBe(false);
    expect((await call('POST /visits/', 'stranger@x.test', {})).statusCode).toBe(403);
  });

  test('counts the memories that the list finds since then, by agent', async () => {
    const since = new Date().toISOString();
    const made = await call('POST /agents/', EDITOR, { agent_name: 'second agent' });
    const second = body<{ agent_id: string }>(made).agent_id;
    await stored({ content: 'New of the first' });
    for (const place of ['gateway', 'queue'])
      await stored({ agent_id: second, content: `New at the ${place}` });
    const archived = await stored({ agent_id: second, content: 'Gone again' });
    await call(`POST /memory-blocks/${archived.id}/archive`, EDITOR);
    const found = body<object>(await get(world.app, `/analytics/new-memories?since=${since}`, VIEWER, ALPHA));
    expect(found).toMatchObject({
      total: 3,
      agents: [
        { agent_id: second, agent_name: 'second agent', memory_block_count: 2 },
        { agent_id: ids.agent(1), memory_block_count: 1 },
      ],
    });
    const listed = body<{ total_items: number }>(
      await get(world.app, `/memory-blocks/?limit=1&created_after=${since}`, VIEWER, ALPHA),
    );
    expect(listed.total_items).toBe(3);
  });
});
