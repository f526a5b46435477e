/** @jest-environment node */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { UNRATED_AS_NULL, type ScoredBlock } from '@hindsight/shared-contracts/api';
import { onEveryEngine } from '../../testing/engines';
import { body, get, ids } from '../../testing/testApp';
import { saveVersions } from './queries/blockVersions';
import { writeDirectly } from '../../testing/directWrites';

interface Row {
  id: string;
  text: string;
  time: string;
}

onEveryEngine('keyset pagination', (world) => {
  const alpha = {
    prefer: UNRATED_AS_NULL,
    'x-active-scope': 'organization',
    'x-organization-id': ids.alphaOrg,
  };
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
      // Pairs share the same time.
      const time = sql`now() - ${Math.floor(n / 2)} * interval '1 minute'`;
      await write(sql`
        insert into agents (id, name, visibility_scope, organization_id, created_at, tenant_id)
        values (${id(n)}, ${`walked ${n}`}, 'organization', ${ids.alphaOrg}, ${time}, ${ids.alphaOrg})`);
      await write(sql`
        insert into keywords (id, text, visibility_scope, organization_id, tenant_id)
        values (${id(n)}, ${`Walked_${n}`}, 'organization', ${ids.alphaOrg}, ${ids.alphaOrg})`);
      await writeDirectly(
        world.database,
        sql`
        insert into memory_blocks (id, agent_id, conversation_id, content, visibility_scope, organization_id, archived, archived_at, tenant_id)
        values (${id(n)}, ${id(n)}, ${ids.conversation(1)}, 'walked', 'organization', ${ids.alphaOrg}, true, ${time}, ${ids.alphaOrg})`,
      );
      await write(sql`
        insert into audits (id, action_type, status, target_type, target_id, organization_id, actor_user_id, created_at, tenant_id)
        values (${id(n)}, 'review_accept', 'success', 'review_pruning', ${id(n)}, ${ids.alphaOrg}, ${ids.user(2)}, ${time}, ${ids.alphaOrg})`);
    }
  });

  /** Stores a memory that is found, rated and pending, each like `n` others. */
  const addBlock = async (n: number) => {
    const block = randomUUID();
    const time = sql`now() - ${Math.floor(n / 2)} * interval '1 minute'`;
    await writeDirectly(
      world.database,
      sql`
      insert into memory_blocks (id, agent_id, conversation_id, content, retrieval_count, feedback_score, visibility_scope, organization_id, tenant_id)
      values (${block}, ${ids.agent(1)}, ${ids.conversation(1)}, ${`strolled ${'far '.repeat(n)}`}, ${Math.floor(n / 2)},
        ${n % 3 === 0 ? null : 10 * Math.floor(n / 2)}, 'organization', ${ids.alphaOrg}, ${ids.alphaOrg})`,
    );
    await write(sql`
      insert into secret_findings (id, memory_block_id, field, kind, state, visibility_scope, organization_id, created_at, tenant_id)
      values (${block}, ${block}, 'content', 'token', 'open', 'organization', ${ids.alphaOrg}, ${time}, ${ids.alphaOrg})`);
    await write(sql`
      insert into proposals (id, memory_block_ids, kind, block_updated_at, visibility_scope, organization_id, created_at, tenant_id)
      select ${block}, array[${block}::uuid], 'pruning', updated_at, 'organization', ${ids.alphaOrg}::uuid, ${time}, ${ids.alphaOrg}::uuid
      from memory_blocks where id = ${block}`);
    return block;
  };

  type Found = ScoredBlock & { found_at: string; kind: string };
  const field = (name: keyof Found) => (row: Found) => `&after=${row[name]}_${row.id}`;
  const search = (_: Found, seen: readonly string[]) =>
    `&skip=${seen.length}&seen=${seen.map((one) => one.slice(-8)).join(',')}`;

  test.each<[name: string, url: string, after: (last: Found, seen: readonly string[]) => string]>([
    ['by feedback', '/memory-blocks/?sort_by=feedback_score', field('feedback_score')],
    [
      'by feedback, worst first',
      '/memory-blocks/?sort_by=feedback_score&sort_order=asc',
      field('feedback_score'),
    ],
    [
      'by feedback, archived ones too',
      '/memory-blocks/?sort_by=feedback_score&include_archived=true',
      field('feedback_score'),
    ],
    ['by retrievals', '/memory-blocks/?sort_by=retrieval_count', field('retrieval_count')],
    [
      'by retrievals, fewest first, with a text',
      '/memory-blocks/?sort_by=retrieval_count&sort_order=asc&search_query=strolled',
      field('retrieval_count'),
    ],
    ['of the best match', '/memory-blocks/search/hybrid?query=strolled&min_combined_score=0', search],
    ['of full text', '/memory-blocks/search/fulltext?query=strolled&min_score=0', search],
    ['of exact text', '/memory-blocks/search/?query=strolled', search],
    ['of found secrets', '/secret-findings/?state=open', field('found_at')],
    [
      'of the review inbox',
      '/review-items/?',
      (last) => `${field('created_at')(last)}&after_secret=${last.kind === 'secret'}`,
    ],
  ])('shows each row once while another client archives and adds rows: %s', async (_, url, after) => {
    await writeDirectly(world.database, sql`delete from memory_blocks where content like 'strolled%'`);
    const walked = new Set<string>();
    for (let n = 0; n < 9; n += 1) walked.add(await addBlock(n));
    const seen: string[] = [];
    const places: string[] = [];
    for (let place = ''; ;) {
      const answer = await ask<Found[] | { items: Found[] }>(
        `${url}&limit=2${encodeURI(place).replaceAll('+', '%2B')}`,
      );
      const part = Array.isArray(answer) ? answer : answer.items;
      const last = part.at(-1);
      if (!last) break;
      seen.push(...part.map((row) => row.id));
      places.push(...part.map((row) => `${row.kind} ${row.id}`));
      place = after(last, seen);
      // Archive the first row of the page, and add one row that sorts before and one that sorts after the cursor.
      await writeDirectly(
        world.database,
        sql`update memory_blocks set archived = true, archived_at = now() where id = ${part[0]!.id}`,
      );
      if (seen.length > 12) continue;
      await addBlock(8);
      await addBlock(0);
    }
    expect(new Set(places).size).toBe(places.length);
    expect(new Set(seen.filter((one) => walked.has(one)))).toEqual(walked);
  });

  test('shows each audit entry and each decision once', async () => {
    for (const [url, name] of [
      [`/audits/?organization_id=${ids.alphaOrg}`, 'created_at'],
      ['/review-decisions/?', 'decided_at'],
    ] as const) {
      const seen: string[] = [];
      for (let place = ''; ;) {
        const answer = await get(world.app, `${url}&limit=2${place}`, 'owner@x.test', alpha);
        expect(answer.statusCode).toBe(200);
        const page = body<Record<string, string>[] | { items: Record<string, string>[] }>(answer);
        const rows = Array.isArray(page) ? page : page.items;
        seen.push(...rows.map((row) => row['id']!));
        await write(sql`
          insert into audits (action_type, status, target_type, target_id, organization_id, actor_user_id, tenant_id)
          values ('review_accept', 'success', 'review_pruning', ${id(0)}, ${ids.alphaOrg}, ${ids.user(2)}, ${ids.alphaOrg})`);
        const last = rows.at(-1);
        if (!last) break;
        place = `&after=${encodeURIComponent(`${last[name]}_${last['id']}`)}`;
      }
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen).toEqual(expect.arrayContaining(NUMBERS.map(id)));
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
  ])('skips and repeats no row when others are deleted: %s', async (_, read, describePlace, table) => {
    const seen: Row[] = [];
    let part = await read('');
    while (part.length > 0) {
      seen.push(...part);
      // The cursor row is gone, too.
      if (seen.length > 2)
        for (const gone of part.filter(({ text }) => /walked/i.test(text)))
          await write(sql`delete from ${sql.raw(table)} where id = ${gone.id}`).catch(() => undefined);
      part = await read(`&after=${encodeURIComponent(describePlace(part.at(-1)!))}`);
    }
    const walked = seen.filter(({ text }) => /walked/i.test(text)).map((row) => row.id);
    expect([...walked].sort()).toEqual(NUMBERS.map(id));
  });

  test.each<[string, keyof Found | 'version' | 'retrieved_at', (block: string) => string]>([
    ['retrievals', 'retrieved_at', (block) => `/memory-blocks/${block}/retrievals?`],
    ['judgments', 'created_at', (block) => `/memory-blocks/${block}/feedback/?`],
    ['versions', 'version', (block) => `/memory-blocks/${block}/versions?`],
  ])('shows each of the %s of a memory once while others are added', async (_, key, toUrl) => {
    const block = await addBlock(0);
    const add = async (n: number) => {
      await write(sql`
        insert into retrieval_events (memory_block_id, user_id, token_id, token_name, kind, created_at, tenant_id)
        select ${block}, ${ids.user(2)}, ${ids.user(2)}, 'laptop', 'detail', now() - ${Math.floor(n / 2)} * interval '1 minute', tenant_id from memory_blocks where id = ${block}`);
      await write(sql`
        insert into memory_block_feedback (memory_block_id, feedback_type, actor_user_id, created_at, tenant_id)
        select ${block}, 'positive', ${ids.user(2)}, now() - ${Math.floor(n / 2)} * interval '1 minute', tenant_id from memory_blocks where id = ${block}`);
      await world.database.write({ kind: 'system' }, (handle) =>
        saveVersions(handle, [block], 'memory_update', null),
      );
    };
    for (let n = 100; n < 107; n += 1) await add(n);
    const seen: string[] = [];
    for (let place = ''; ;) {
      const answer = await ask<Record<string, string>[] | { items: Record<string, string>[] }>(
        `${toUrl(block)}limit=2${place}`,
      );
      const rows = Array.isArray(answer) ? answer : answer.items;
      const last = rows.at(-1);
      if (!last) break;
      seen.push(...rows.map((row) => row['id']!));
      await add(0);
      place = `&after=${encodeURIComponent(`${last[key]}_${last['id']}`)}`;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toHaveLength(7);
  });

  test('shows each memory of a keyword and each unused one once while others are archived and added', async () => {
    for (const url of [`/keywords/${id(0)}/memory-blocks/?`, '/analytics/unused?kind=never&']) {
      await writeDirectly(world.database, sql`delete from memory_blocks where content like 'strolled%'`);
      const addLinkedBlock = async (n: number) => {
        const block = await addBlock(n);
        await writeDirectly(
          world.database,
          sql`update memory_blocks set retrieval_count = 0 where id = ${block}`,
        );
        await writeDirectly(
          world.database,
          sql`insert into memory_block_keywords (memory_block_id, keyword_id, tenant_id) select ${block}, ${id(0)}, tenant_id from memory_blocks where id = ${block}`,
        );
        return block;
      };
      const walked: string[] = [];
      for (let n = 0; n < 7; n += 1) walked.push(await addLinkedBlock(n));
      const seen: string[] = [];
      for (let place = ''; ;) {
        const answer = await ask<Found[] | { items: Found[] }>(`${url}limit=2${place}`);
        const rows = Array.isArray(answer) ? answer : answer.items;
        const last = rows.at(-1);
        if (!last) break;
        seen.push(...rows.map((row) => row.id));
        await writeDirectly(
          world.database,
          sql`update memory_blocks set archived = true, archived_at = now() where id = ${rows[0]!.id} and content like 'strolled%'`,
        );
        if (seen.length < 12) await addLinkedBlock(0);
        place = `&after=${encodeURIComponent(`${last.created_at}_${last.id}`)}`;
      }
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen).toEqual(expect.arrayContaining(walked));
    }
  });

  test('shows each notification once while others are added', async () => {
    const add = async (n: number) => {
      const time = sql`now() - ${n} * interval '1 minute'`;
      await write(sql`
        insert into notifications (user_id, event_type, title, message, created_at)
        select id, 'org_invitation', ${`walked ${n}`}, '', ${time} from users where email = 'owner@x.test'`);
    };
    for (let n = 0; n < 7; n += 1) await add(n + 10);
    const seen: string[] = [];
    for (let place = ''; ;) {
      const { notifications } = body<{ notifications: Record<string, string>[] }>(
        await get(world.app, `/notifications/?limit=2${place}`, 'owner@x.test'),
      );
      const last = notifications.at(-1);
      if (!last) break;
      seen.push(...notifications.map((row) => row['id']!));
      await add(0);
      place = `&after=${encodeURIComponent(`${last['created_at']}_${last['id']}`)}`;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBeGreaterThanOrEqual(7);
  });

  test('rejects cursors that are malformed or do not match the sort order', async () => {
    const place = `2026-01-01T00:00:00Z_${id(1)}`;
    for (const url of [
      `/agents/?sort_by=agent_name&after=${place}`,
      `/memory-blocks/archived/?sort_by=feedback_score&after=${place}`,
      `/memory-blocks/?after=5_${id(1)}`,
      `/memory-blocks/search/hybrid?query=a&seen=x`,
      '/keywords/?after=docker',
    ])
      expect((await get(world.app, url, 'editor@x.test', alpha)).statusCode).toBe(422);
  });
});
