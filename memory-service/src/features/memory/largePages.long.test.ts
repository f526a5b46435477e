/** @jest-environment node */
import { sql } from 'drizzle-orm';
import type { MemoryBlock } from '@hindsight/shared-contracts/api';
import { onOneEngine } from '../../testing/engines';
import { body, get, ids } from '../../testing/testApp';
import { writeWith, writeDirectly } from '../../testing/directWrites';
import { PUBLIC_TENANT } from '../../platform/database/conditions';

/** Exceeds the size limit of a single response, and the number of rows that are always returned. */
const LARGE = 32;

onOneEngine('pages of large memories', (world) => {
  const list = async (query: string, headers = {}) => {
    const answer = await get(world.app, `/memory-blocks/?${query}`, null, headers);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      200,
      'application/json; charset=utf-8',
    ]);
    return body<{ items: MemoryBlock[]; total_items: number; total_pages: number }>(answer);
  };

  beforeAll(() =>
    world.database.write({ kind: 'system' }, (handle) =>
      writeWith(
        handle,
        sql`
        insert into memory_blocks (agent_id, conversation_id, content, summary, lessons_learned, visibility_scope, created_at, tenant_id)
        select ${ids.agent(0)}, ${ids.conversation(9)}, n || repeat('x', 190000), repeat('"', 190000), repeat('é', 90000), 'public',
          now() - n * interval '1 minute', '00000000-0000-0000-0000-000000000000' from generate_series(1, ${LARGE}::int) as n`,
      ),
    ),
  );

  test.each([
    ['plain', ''],
    ['sorted otherwise, with archived ones', '&sort_by=id&include_archived=true'],
    ['of a conversation', `&conversation_id=${ids.conversation(9)}`],
    ['searched', '&search_query=xxx'],
  ])('return every row, whatever the size: %s', async (_name, query) => {
    const page = await list(`limit=300${query}`);
    const large = page.items.filter(({ summary }) => summary?.length === 190_000);
    expect([large.length, page.total_items, page.total_pages]).toEqual([LARGE, page.items.length, 1]);
    expect(new Set(page.items.map(({ id }) => id)).size).toBe(page.total_items);
    // The same as in small pages, in the same order.
    const small: MemoryBlock[] = [];
    for (let skip = 0; skip < page.total_items; skip += 2)
      small.push(...(await list(`limit=2&skip=${skip}${query}`)).items);
    expect(small.map(({ id }) => id)).toEqual(page.items.map(({ id }) => id));
    expect(small[0]).toEqual(page.items[0]);
  });

  test('show missing feedback as null or 0, depending on the client', async () => {
    const score = async (headers = {}) => (await list('limit=50', headers)).items[20]?.feedback_score;
    expect([await score({ prefer: 'unrated=null' }), await score()]).toEqual([null, 0]);
  });

  test('return every memory of a keyword, too', async () => {
    const { rows } = await writeDirectly<{ id: string }>(
      world.database,
      sql`insert into keywords (text, visibility_scope, tenant_id) values ('large', 'public', ${PUBLIC_TENANT}) returning id`,
    );
    const keyword = rows[0]?.id ?? '';
    await writeDirectly(
      world.database,
      sql`insert into memory_block_keywords (memory_block_id, keyword_id, tenant_id)
        select id, ${keyword}, tenant_id from memory_blocks where conversation_id = ${ids.conversation(9)}`,
    );
    for (const [headers, score] of [
      [{ prefer: 'unrated=null' }, null],
      [{}, 0],
    ] as const) {
      const answer = await get(world.app, `/keywords/${keyword}/memory-blocks/?limit=300`, null, headers);
      const found = body<MemoryBlock[]>(answer).filter(({ summary }) => summary?.length === 190_000);
      expect([answer.statusCode, found.length, found[0]?.feedback_score]).toEqual([200, LARGE, score]);
    }
  });

  test('reject versions and suggestions that are too large, with a reason, but not a screenful', async () => {
    const [block] = (await list(`limit=1&conversation_id=${ids.conversation(9)}`)).items;
    await world.database.write({ kind: 'system' }, async (handle) => {
      await handle.execute(sql`
        insert into memory_block_versions (memory_block_id, version, reason, snapshot, tenant_id, created_at)
        select id, n, 'memory_update', to_jsonb(memory_blocks) || jsonb_build_object('content', repeat('é', 190000), 'keywords', '[]'::jsonb), tenant_id,
          now() - interval '1 hour' -- Before the suggestions: a worker has a clock of its own.
        from memory_blocks, generate_series(1, ${LARGE}::int) as n where id = ${block!.id}`);
      await handle.execute(sql`
        insert into proposals (kind, group_id, content, lessons_learned, memory_block_ids, visibility_scope, tenant_id)
        select 'consolidation', gen_random_uuid(), repeat('é', 190000), repeat('x', 190000), array[${block!.id}::uuid], 'public', '00000000-0000-0000-0000-000000000000' from generate_series(1, ${LARGE}::int)`);
    });
    for (const path of [`/memory-blocks/${block!.id}/versions?`, '/consolidation-suggestions/?']) {
      const answers = await Promise.all(
        ['limit=25', 'limit=60'].map((limit) => get(world.app, `${path}${limit}`, null)),
      );
      expect([path, ...answers.map(({ statusCode }) => statusCode)]).toEqual([path, 200, 413]);
    }
  });

  test('reject a search whose hits are too large, with a reason', async () => {
    const answer = await get(world.app, '/memory-blocks/search/?query=xxx&limit=60');
    expect([answer.statusCode, JSON.parse(answer.body)]).toEqual([
      413,
      expect.objectContaining({ code: 'answer_too_large' }),
    ]);
  });
});
