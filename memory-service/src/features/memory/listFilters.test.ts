/** @jest-environment node */
import { memoryFilters } from '@hindsight/shared-contracts/api';
import type { MemoryBlock, ScoredBlock } from '@hindsight/shared-contracts/api';
import { sql } from 'drizzle-orm';
import { onOneEngine } from '../../testing/engines';
import { body, get, ids, send, tokenFor } from '../../testing/testApp';
import { writeWith } from '../../testing/directWrites';

const SYSTEM = { kind: 'system' } as const;
const HOME = `scope=organization&organization_id=${ids.alphaOrg}`;
const FIRST = 0x900;
const OWNER = 'owner@x.test';

interface Row {
  agent: number;
  conversation: number;
  day: number;
  changed: number;
  score: number | null;
  reads: number;
  lastRead?: number;
  origin: string | null;
  problem?: string;
  archived?: boolean;
  keywords: number[];
}

/** All contain "falcon", so that a search finds each of them; days are of March 2026. */
const ROWS: Row[] = [
  {
    agent: 1,
    conversation: 70,
    day: 1,
    changed: 9,
    score: 90,
    reads: 5,
    lastRead: 20,
    origin: 'agent',
    keywords: [1],
  },
  { agent: 1, conversation: 70, day: 2, changed: 2, score: 65, reads: 0, origin: 'person', keywords: [1, 2] },
  {
    agent: 10,
    conversation: 71,
    day: 3,
    changed: 8,
    score: 10,
    reads: 9,
    lastRead: 25,
    origin: 'import',
    keywords: [2],
  },
  {
    agent: 10,
    conversation: 71,
    day: 4,
    changed: 4,
    score: null,
    reads: 1,
    lastRead: 22,
    origin: null,
    keywords: [],
    problem: 'wrong',
  },
  {
    agent: 11,
    conversation: 72,
    day: 5,
    changed: 5,
    score: null,
    reads: 0,
    origin: 'model',
    keywords: [3],
    problem: 'outdated',
  },
  {
    agent: 11,
    conversation: 72,
    day: 6,
    changed: 6,
    score: 40,
    reads: 2,
    lastRead: 21,
    origin: 'agent',
    keywords: [1],
    archived: true,
  },
];

const block = (n: number) => ids.block(FIRST + n);
const keyword = (n: number) => ids.user(0x700 + n);
const at = (day: number) => `2026-03-${String(day).padStart(2, '0')}T00:00:00Z`;
const readNumbers = (blocks: readonly { id: string }[]) =>
  blocks.map(({ id }) => Number.parseInt(id.slice(-4), 16) - 0x2000 - FIRST);
const sorted = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b);

onOneEngine('filters of lists and searches', (world) => {
  beforeAll(async () => {
    await world.database.write(SYSTEM, async (handle) => {
      for (const n of [10, 11])
        await handle.execute(sql`insert into agents (id, name, visibility_scope, organization_id, tenant_id)
          values (${ids.agent(n)}, ${`agent ${n}`}, 'organization', ${ids.alphaOrg}, ${ids.alphaOrg})`);
      for (const n of [1, 2, 3])
        await handle.execute(sql`insert into keywords (id, text, visibility_scope, organization_id, tenant_id)
          values (${keyword(n)}, ${`key ${n}`}, 'organization', ${ids.alphaOrg}, ${ids.alphaOrg})`);
      for (const [n, row] of ROWS.entries()) {
        const archivedAt = row.archived ? at(row.changed) : null;
        await writeWith(
          handle,
          sql`
          insert into memory_blocks (id, agent_id, conversation_id, content, visibility_scope, organization_id, archived, archived_at,
            feedback_score, retrieval_count, origin, problem, created_at, updated_at, tenant_id)
          values (${block(n)}, ${ids.agent(row.agent)}, ${ids.conversation(row.conversation)}, ${`falcon number ${n}`}, 'organization', ${ids.alphaOrg},
            ${row.archived ?? false}, ${archivedAt}, ${row.score}, ${row.reads}, ${row.origin}, ${row.problem ?? null}, ${at(row.day)}, ${at(row.changed)}, ${ids.alphaOrg})`,
        );
        if (row.lastRead !== undefined)
          await handle.execute(sql`insert into retrieval_events (memory_block_id, user_id, token_id, token_name, kind, created_at, tenant_id)
            select ${block(n)}, ${ids.user(0)}, ${ids.user(91)}, 't', 'detail', ${at(row.lastRead)}, tenant_id from memory_blocks where id = ${block(n)}`);
        for (const k of row.keywords)
          await writeWith(
            handle,
            sql`insert into memory_block_keywords (memory_block_id, keyword_id, tenant_id) select ${block(n)}, ${keyword(k)}, tenant_id from memory_blocks where id = ${block(n)}`,
          );
      }
    });
  });

  const list = async (query: string) => {
    const answer = await get(world.app, `/memory-blocks/?search_query=falcon&${HOME}&${query}`, OWNER);
    const { items, total_items: total } = body<{ items: MemoryBlock[]; total_items: number }>(answer);
    return { numbers: readNumbers(items), total };
  };
  const ranked = async (call: string, query: string) => {
    const answer = await get(world.app, `/memory-blocks/search/${call}?query=falcon&${HOME}&${query}`, OWNER);
    const metadata = JSON.parse(String(answer.headers['x-search-metadata'])) as { total_matches?: number };
    return { numbers: readNumbers(body<ScoredBlock[]>(answer)), total: metadata.total_matches };
  };

  const FILTERS: [string, number[]][] = [
    ['', [0, 1, 2, 3, 4]],
    [`agent_id=${ids.agent(10)}`, [2, 3]],
    [`agent_id=${ids.agent(1)},${ids.agent(11)}`, [0, 1, 4]],
    [`conversation_id=${ids.conversation(71)}`, [2, 3]],
    [`keyword_id=${keyword(1)},${keyword(2)}`, [0, 1, 2]],
    [`keyword_id=${keyword(1)},${keyword(2)}&keyword_match=all`, [1]],
    [`created_after=${at(2)}&created_before=${at(4)}`, [1, 2]],
    [`updated_after=${at(5)}`, [0, 2, 4]],
    [`updated_before=${at(5)}`, [1, 3]],
    [`retrieved_after=${at(21)}`, [2, 3]],
    [`retrieved_before=${at(22)}`, [0]],
    ['feedback=rated', [0, 1, 2]],
    ['feedback=unrated', [3, 4]],
    ['feedback=high', [0]],
    ['feedback=medium', [1]],
    ['feedback=low', [2]],
    ['feedback=marked', [3, 4]],
    ['feedback=wrong', [3]],
    ['feedback=outdated', [4]],
    ['origin=agent', [0]],
    ['origin=person', [1]],
    ['origin=model', [4]],
    ['origin=import', [2]],
    ['include_archived=true', [0, 1, 2, 3, 4, 5]],
    ['include_archived=true&feedback=low', [2, 5]],
    [`agent_id=${ids.agent(1)}&feedback=rated&keyword_id=${keyword(2)}`, [1]],
  ];

  test.each(Object.keys(memoryFilters))('covers the filter %s', (name) => {
    expect(FILTERS.some(([query]) => query.includes(`${name}=`))).toBe(true);
  });

  test.each(FILTERS)(
    '"%s" selects the same memories in the list and in each search',
    async (query, expected) => {
      const found = await list(query);
      expect(sorted(found.numbers)).toEqual(expected);
      expect(found.total).toBe(expected.length);
      for (const call of ['fulltext', 'hybrid', 'fulltext?match=all']) {
        const [name = '', more = ''] = call.split('?');
        const hits = await ranked(name, `${query}&${more}`);
        expect(sorted(hits.numbers)).toEqual(expected);
        expect(hits.total).toBe(expected.length === 0 ? 0 : expected.length);
      }
      const basic = body<MemoryBlock[]>(
        await get(world.app, `/memory-blocks/search/?query=falcon&${HOME}&${query}`, OWNER),
      );
      expect(sorted(readNumbers(basic))).toEqual(expected);
    },
  );

  test('filters and counts a list without a search text the same way', async () => {
    const answer = await get(world.app, `/memory-blocks/?${HOME}&feedback=marked&limit=1&skip=1`, OWNER);
    const page = body<{ items: MemoryBlock[]; total_items: number }>(answer);
    expect([readNumbers(page.items), page.total_items]).toEqual([[3], 2]);
    expect(page.items[0]).toMatchObject({ problem: 'wrong', origin: null });
  });

  test.each([
    ['created_at', 'desc', [4, 3, 2, 1, 0]],
    ['updated_at', 'desc', [0, 2, 4, 3, 1]],
    ['feedback_score', 'asc', [2, 1, 0, 3, 4]],
    ['feedback_score', 'desc', [0, 1, 2, 4, 3]],
    ['feedback_score', 'asc&include_archived=true', [2, 5, 1, 0, 3, 4]],
    ['feedback_score', 'desc&include_archived=true', [0, 1, 5, 2, 4, 3]],
    ['retrieval_count', 'desc', [2, 0, 3, 4, 1]],
    ['retrieval_count', 'asc', [1, 4, 3, 0, 2]],
  ])('sorts by %s, %s', async (by, order, expected) => {
    expect((await list(`sort_by=${by}&sort_order=${order}`)).numbers).toEqual(expected);
    const pages = [0, 2, 4].map((skip) => list(`sort_by=${by}&sort_order=${order}&limit=2&skip=${skip}`));
    expect((await Promise.all(pages)).flatMap(({ numbers }) => numbers)).toEqual(expected);
    const plain = await get(
      world.app,
      `/memory-blocks/?${HOME}&conversation_id=${ids.conversation(70)}&sort_by=${by}&sort_order=${order}`,
      OWNER,
    );
    const { items } = body<{ items: MemoryBlock[] }>(plain);
    expect(readNumbers(items)).toEqual(expected.filter((n) => n < 2));
  });

  test('rejects an invalid filter', async () => {
    for (const query of ['agent_id=1,2', 'created_after=yesterday', 'feedback=good', 'origin=robot'])
      expect((await get(world.app, `/memory-blocks/?${HOME}&${query}`, OWNER)).statusCode).toBe(422);
  });

  test('records who wrote a memory at creation', async () => {
    const made = { agent_id: ids.agent(10), conversation_id: ids.conversation(99), content: 'a heron' };
    const token = await tokenFor(world.app, OWNER, ['read', 'write'], ids.alphaOrg);
    const create = (options: object) =>
      send(world.app, `POST /memory-blocks/?${HOME}`, OWNER, { body: made, ...options });
    expect(body<MemoryBlock>(await create({})).origin).toBe('person');
    expect(body<MemoryBlock>(await create({ token })).origin).toBe('agent');
    const rows = [{ content: 'an imported heron', agent_id: ids.agent(10) }];
    await send(world.app, `POST /memory-blocks/bulk-import?${HOME}`, OWNER, { body: { rows } });
    const found = await get(world.app, `/memory-blocks/?${HOME}&search_query=heron&origin=import`, OWNER);
    expect(body<{ total_items: number }>(found).total_items).toBe(1);
  });

  test('sorts by fewest retrievals within a period, and counts them by archive state', async () => {
    const query = `/memory-blocks/?${HOME}&retrieved_after=${at(1)}&sort_by=retrieval_count&sort_order=asc`;
    const least = async (more = '') => {
      const answer = await get(world.app, `${query}${more}`, OWNER);
      const { items, total_items: total } = body<{ items: MemoryBlock[]; total_items: number }>(answer);
      return { numbers: readNumbers(items), total };
    };
    const put = (archived: boolean) =>
      send(world.app, `PUT /memory-blocks/${block(3)}?${HOME}`, OWNER, { body: { archived } });
    const { total: all } = await least('&include_archived=true');
    expect(await least()).toEqual({ numbers: [3, 0, 2], total: 3 });
    await put(true);
    expect(await least()).toEqual({ numbers: [0, 2], total: 2 });
    expect((await least('&include_archived=true')).total).toBe(all);
    await put(false);
  });

  test('updates filter and order immediately after a retrieval', async () => {
    const since = new Date().toISOString();
    const read = (query: string) => list(`${query}&sort_by=retrieval_count&sort_order=desc`);
    expect((await read(`retrieved_after=${since}`)).numbers).toEqual([]);
    const token = await tokenFor(world.app, OWNER, ['read'], ids.alphaOrg);
    for (let times = 0; times < 12; times += 1)
      await send(world.app, `GET /memory-blocks/${block(1)}`, null, { token });
    // The retrieval log is flushed before it is read.
    await get(world.app, `/memory-blocks/${block(1)}/retrievals`, OWNER);
    expect(await read(`retrieved_after=${since}`)).toEqual({ numbers: [1], total: 1 });
    expect((await ranked('fulltext', `retrieved_after=${since}`)).numbers).toEqual([1]);
    expect((await read('')).numbers[0]).toBe(1);
  });

  test('counts a change of any field for the updated filter, despite caches', async () => {
    const since = new Date().toISOString();
    expect((await list(`updated_after=${since}`)).total).toBe(0);
    await send(world.app, `PUT /memory-blocks/${block(4)}?${HOME}`, OWNER, { body: { priority: 'high' } });
    expect(await list(`updated_after=${since}`)).toEqual({ numbers: [4], total: 1 });
  });

  test('keeps the order by retrievals when archiving and moving', async () => {
    await send(world.app, `POST /memory-blocks/${block(2)}/archive?${HOME}`, OWNER);
    const order = 'sort_by=retrieval_count&sort_order=desc';
    expect((await list(order)).numbers).not.toContain(2);
    await send(world.app, `POST /memory-blocks/${block(0)}/change-scope?${HOME}`, OWNER, {
      body: { visibility_scope: 'personal' },
    });
    expect((await list(order)).numbers).not.toContain(0);
    const mine = await get(world.app, `/memory-blocks/?scope=personal&${order}`, OWNER);
    expect(readNumbers(body<{ items: MemoryBlock[] }>(mine).items)[0]).toBe(0);
  });
});
