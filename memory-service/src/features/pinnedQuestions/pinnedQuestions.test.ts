/** @jest-environment node */
import { sql } from 'drizzle-orm';
import type {
  LostQuestion,
  PinnedQuestion,
  PinnedQuestionRun,
  Recall,
} from '@hindsight/shared-contracts/api';
import { MAX_PINNED_QUESTIONS } from '@hindsight/shared-contracts/rules';
import { onOneEngine } from '../../testing/engines';
import { readNumbers, searchBlock, searchWorld } from '../../testing/searchWorld';
import { body, get, ids, send, tokenFor } from '../../testing/testApp';
import { writeWith } from '../../testing/directWrites';

const SYSTEM = { kind: 'system' } as const;
const ALPHA = { 'x-active-scope': 'organization', 'x-organization-id': ids.alphaOrg };
const OWNER = 'owner@x.test';
/** Hits for “migration”, in this order. */
const [BEST, SECOND] = [searchBlock(0), searchBlock(2)];

onOneEngine('pinned questions', (world) => {
  beforeAll(() => searchWorld(world.database));
  afterEach(() =>
    world.database.write(SYSTEM, (handle) => handle.execute(sql`delete from pinned_questions`)),
  );

  const call = async <T>(key: string, payload?: unknown, email = OWNER): Promise<T> => {
    const response = await send(world.app, key, email, { body: payload, headers: ALPHA });
    expect([response.statusCode < 300, response.statusCode < 300 ? '' : response.body]).toEqual([true, '']);
    return body<T>(response);
  };
  const pin = (memories: string[], settings: object = {}, question = 'migration') =>
    call<PinnedQuestion>('POST /pinned-questions/', { question, settings, memory_block_ids: memories });
  const run = async (email = OWNER) =>
    (await call<{ results: PinnedQuestionRun[] }>('POST /pinned-questions/run', {}, email)).results;
  const list = async () =>
    body<{ items: PinnedQuestion[] }>(await get(world.app, '/pinned-questions/', OWNER, ALPHA)).items;
  const check = async (changes: object) =>
    (await call<{ lost: LostQuestion[] }>('POST /pinned-questions/check', changes)).lost;
  const recall = async (query: string, email = OWNER) =>
    body<Recall>(await get(world.app, `/memory-blocks/search/recall?${query}`, email, ALPHA));

  test('returns the hits, those beyond the limit and archived memories that would rank among them', async () => {
    const found = await recall('query=migration&limit=1');
    expect([found.hits, found.just_missed, found.archived].map(readNumbers)).toEqual([[0], [2], [3]]);
    expect(found.hits[0]?.rank_explanation).toContain('Matches “migration” (title)');
    expect(found.search_time_ms).toBeGreaterThan(0);
    const wide = await recall('query=migration&limit=3');
    expect([wide.hits, wide.just_missed, wide.archived].map(readNumbers)).toEqual([[0, 2], [], [3]]);
    expect(readNumbers((await recall('query=migration&include_archived=true')).hits).sort()).toEqual([
      0, 2, 3,
    ]);
  });

  test('searches according to the mode', async () => {
    const find = async (mode: string, query: string) =>
      readNumbers((await recall(`mode=${mode}&query=${encodeURIComponent(query)}`)).hits).sort();
    expect(await find('hybrid', 'retry vendor')).toEqual([0, 1]);
    expect(await find('full-text', 'retry vendor')).toEqual([1]);
    expect(await find('text', 'retry the mig')).toEqual([0]);
    expect(await find('semantic', 'migration failed')).toEqual([2]);
  });

  test('returns the same text for a recall as the MCP tool', async () => {
    const token = await tokenFor(world.app, OWNER, ['read'], ids.alphaOrg);
    const response = await world.app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' },
      payload: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'recall', arguments: { query: 'migration', limit: 1 } },
      },
    });
    const { result } = response.json<{ result: { content: { text: string }[] } }>();
    const unmarked = (text = '') => text.replace(/memory-[0-9a-f]{8}/g, 'memory-mark');
    const { text } = await recall('query=migration&limit=1');
    expect(text).toContain('Memories for "migration", best first:');
    expect(text).toContain('workspace="Alpha"');
    expect(unmarked(text)).toBe(unmarked(result.content[0]?.text));
  });

  test('reports the rank of each memory in a run, also beyond the limit', async () => {
    const { id } = await pin([BEST, SECOND], { limit: 1 });
    const [result] = await run();
    expect(result).toMatchObject({
      id,
      passed: false,
      memories: [
        { memory_block_id: BEST, title: 'Retry the migration when the connection drops', place: 1 },
        { memory_block_id: SECOND, state: 'active', place: 2 },
      ],
    });
    await call(`PUT /pinned-questions/${id}`, {
      question: 'migration',
      settings: { limit: 2 },
      memory_block_ids: [BEST, SECOND],
    });
    expect(await run()).toMatchObject([{ passed: true }]);
  });

  test('searches the whole workspace for a question stored without agent and conversation', async () => {
    const { id } = await pin([BEST]);
    await world.database.write(SYSTEM, (handle) =>
      handle.execute(
        sql`update pinned_questions set settings = settings - 'agent_id' - 'conversation_id' where id = ${id}`,
      ),
    );
    expect(await run()).toMatchObject([{ id, passed: true, memories: [{ place: 1 }] }]);
  });

  test('reports whether an expected memory was archived, merged or deleted', async () => {
    const made: string[] = [];
    for (const name of ['kestrel', 'osprey', 'buzzard']) {
      const { id } = await call<{ id: string }>('POST /memory-blocks/', {
        agent_id: ids.agent(1),
        conversation_id: ids.conversation(1),
        content: `The ${name} job stalls at midnight`,
      });
      made.push(id);
      await pin([id], {}, `${name} stalls`);
    }
    const [kestrel = '', osprey = '', buzzard = ''] = made;
    const passed = async () => (await run()).map((one) => [one.passed, one.memories[0]?.state]).reverse();
    expect(await passed()).toEqual([
      [true, 'active'],
      [true, 'active'],
      [true, 'active'],
    ]);
    const merge = (one: string, other: string, content: string) =>
      call<{ id: string }>('POST /memory-blocks/merge', {
        memory_block_ids: [one, other],
        merged_content: content,
      });
    const merged = await merge(kestrel, osprey, 'The kestrel and the osprey job stall');
    expect(await passed()).toEqual([
      [true, 'merged'],
      [true, 'merged'],
      [true, 'active'],
    ]);
    await merge(merged.id, buzzard, 'Jobs of birds: kestrel, buzzard');
    expect(await passed()).toEqual([
      [true, 'merged'],
      [true, 'merged'],
      [true, 'merged'],
    ]);
    await world.database.write(SYSTEM, (handle) =>
      writeWith(handle, sql`delete from memory_blocks where metadata is not null or id = ${buzzard}`),
    );
    expect(await passed()).toEqual([
      [false, 'archived'],
      [false, 'archived'],
      [false, 'deleted'],
    ]);
  });

  test('lists the questions that a planned change would break, and changes nothing', async () => {
    const { id } = await pin([BEST]);
    const other = await pin([SECOND], {}, 'nothing about that');
    const lost = {
      id,
      question: 'migration',
      memories: [expect.objectContaining({ memory_block_id: BEST })],
    };
    expect(await check({ archived_ids: [BEST, searchBlock(1)] })).toEqual([lost]);
    expect(await check({ deleted_ids: [BEST] })).toMatchObject([
      { id, memories: [{ state: 'deleted', title: 'Retry the migration when the connection drops' }] },
    ]);
    expect(await check({ archived_ids: [searchBlock(1)] })).toEqual([]);
    const rewrite = (content: string) =>
      check({ rewritten: [{ memory_block_id: BEST, content, lessons_learned: '' }] });
    expect(await rewrite('Try again when the connection drops')).toEqual([lost]);
    expect(await rewrite('Migration: retry')).toEqual([]);
    const merge = (content: string) =>
      check({ merged: [{ memory_block_ids: [BEST, SECOND], content, lessons_learned: 'Look at the log' }] });
    expect((await merge('About the connection')).map((one) => one.id)).toEqual([other.id]);
    expect(await merge('Nothing about that: the migration')).toEqual([]);
    expect((await run()).map(({ passed }) => passed)).toEqual([true, true]);
    expect(readNumbers((await recall('query=migration')).hits)).toEqual([0, 2]);
  });

  test('detects that a new text pushes another memory out', async () => {
    const rewritten = [
      { memory_block_id: searchBlock(1), content: 'Migration', lessons_learned: 'Migration, migration' },
    ];
    const { id } = await pin([BEST], { limit: 1 });
    expect(await check({ rewritten })).toMatchObject([{ id, memories: [{ memory_block_id: BEST }] }]);
    await call(`PUT /pinned-questions/${id}`, {
      question: 'migration',
      settings: { limit: 2 },
      memory_block_ids: [BEST],
    });
    expect(await check({ rewritten })).toEqual([]);
  });

  test('does not list a question that already fails', async () => {
    await pin([searchBlock(3)]);
    expect(await check({ archived_ids: [searchBlock(3)], deleted_ids: [searchBlock(3)] })).toEqual([]);
  });

  test('lets read-only members run the questions without recording the run', async () => {
    await pin([BEST]);
    expect(await run('viewer@x.test')).toMatchObject([{ passed: true }]);
    expect((await list())[0]?.last_run).toBeNull();
    await run();
    expect((await list())[0]?.last_run).toMatchObject({ passed: true });
  });

  test('treats memories of another workspace as deleted', async () => {
    await pin([ids.block(2), BEST]);
    const [result] = await run('root@x.test');
    expect(result?.memories.map(({ title, state }) => [title, state])).toEqual([
      [null, 'deleted'],
      [expect.stringContaining('Retry'), 'active'],
    ]);
    expect(await check({ archived_ids: [ids.block(2)] })).toEqual([]);
  });

  test('rejects questions above the limit of the workspace, empty ones and those without memories', async () => {
    await world.database.write(SYSTEM, (handle) =>
      handle.execute(sql`
        insert into pinned_questions (question, settings, memory_block_ids, visibility_scope, organization_id, tenant_id)
        select 'q' || n, '{}', '{}', 'organization', ${ids.alphaOrg}, ${ids.alphaOrg} from generate_series(1, ${MAX_PINNED_QUESTIONS}) as n`),
    );
    const pinned = (question: string, memories: string[]) =>
      send(world.app, 'POST /pinned-questions/', OWNER, {
        body: { question, settings: {}, memory_block_ids: memories },
        headers: ALPHA,
      });
    const full = await pinned('one more', [BEST]);
    expect([full.statusCode, body<{ detail: string }>(full).detail]).toEqual([
      409,
      'This workspace has reached the limit of 200 pinned questions. Unpin one first.',
    ]);
    expect((await pinned(' \u200b', [BEST])).statusCode).toBe(422);
    expect((await pinned('no memories', [])).statusCode).toBe(422);
    expect((await pinned('q'.repeat(4001), [BEST])).statusCode).toBe(422);
  });
});
