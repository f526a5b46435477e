/** @jest-environment node */
import { sql } from 'drizzle-orm';
import { onEveryEngine } from '../../testing/engines';
import { body, get, ids } from '../../testing/testApp';

interface Row {
  id: string;
  text: string;
  time: string;
}

onEveryEngine('lists that are read behind a row', (world) => {
  const alpha = { 'x-active-scope': 'organization', 'x-organization-id': ids.alphaOrg };
  const ask = async <Answer>(url: string) => {
    const response = await get(world.app, url, 'editor@x.test', alpha);
    expect(response.statusCode).toBe(200);
    return body<Answer>(response);
  };
  const write = (statement: ReturnType<typeof sql>) =>
    world.database.write({ kind: 'system' }, (handle) => handle.execute(statement));
  const id = (n: number) => ids.block(0x700 + n);
  const NUMBERS = [0, 1, 2, 3, 4, 5, 6];

  beforeAll(async () => {
    for (const n of NUMBERS) {
      // Two of them came in the same moment.
      const time = sql`now() - ${Math.floor(n / 2)} * interval '1 minute'`;
      await write(sql`
        insert into agents (id, name, visibility_scope, organization_id, created_at)
        values (${id(n)}, ${`walked ${n}`}, 'organization', ${ids.alphaOrg}, ${time})`);
      await write(sql`
        insert into keywords (id, text, visibility_scope, organization_id)
        values (${id(n)}, ${`Walked_${n}`}, 'organization', ${ids.alphaOrg})`);
      await write(sql`
        insert into memory_blocks (id, agent_id, conversation_id, content, visibility_scope, organization_id, archived, archived_at)
        values (${id(n)}, ${id(n)}, ${ids.conversation(1)}, 'walked', 'organization', ${ids.alphaOrg}, true, ${time})`);
    }
  });

  test.each<[string, (after: string) => Promise<Row[]>, (row: Row) => string, string]>([
    [
      'agents',
      async (after) =>
        (
          await ask<{ items: { agent_id: string; agent_name: string; created_at: string }[] }>(
            `/agents/?limit=2${after}`,
          )
        ).items.map((row) => ({ id: row.agent_id, text: row.agent_name, time: row.created_at })),
      ({ id: last, time }) => `${time}_${last}`,
      'agents',
    ],
    [
      'keywords',
      async (after) =>
        (
          await ask<{ id: string; keyword_text: string; created_at: string }[]>(`/keywords/?limit=2${after}`)
        ).map((row) => ({ id: row.id, text: row.keyword_text, time: row.created_at })),
      ({ id: last, text }) => `${last}_${text}`,
      'keywords',
    ],
    [
      'archived memories',
      async (after) =>
        (
          await ask<{ items: { id: string; content: string; archived_at: string }[] }>(
            `/memory-blocks/archived/?limit=2&sort_by=archived_at${after}`,
          )
        ).items.map((row) => ({ id: row.id, text: row.content, time: row.archived_at })),
      ({ id: last, time }) => `${time}_${last}`,
      'memory_blocks',
    ],
  ])('miss and repeat no row when others go: %s', async (_, read, describePlace, table) => {
    const seen: Row[] = [];
    let part = await read('');
    while (part.length > 0) {
      seen.push(...part);
      // The row that the next part begins behind is gone, too.
      if (seen.length > 2)
        for (const gone of part.filter(({ text }) => /walked/i.test(text)))
          await write(sql`delete from ${sql.raw(table)} where id = ${gone.id}`).catch(() => undefined);
      part = await read(`&after=${encodeURIComponent(describePlace(part.at(-1)!))}`);
    }
    const walked = seen.filter(({ text }) => /walked/i.test(text)).map((row) => row.id);
    expect([...walked].sort()).toEqual(NUMBERS.map(id));
  });

  test('are refused where no row has a place', async () => {
    const place = `2026-01-01T00:00:00Z_${id(1)}`;
    for (const url of [
      `/agents/?sort_by=agent_name&after=${place}`,
      `/memory-blocks/archived/?sort_by=feedback_score&after=${place}`,
      '/keywords/?after=docker',
    ])
      expect((await get(world.app, url, 'editor@x.test', alpha)).statusCode).toBe(422);
  });
});
