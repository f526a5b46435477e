/** @jest-environment node */
import { sql } from 'drizzle-orm';
import type { AnalyticsDays, AnalyticsSummary, UnusedBlock } from '@hindsight/shared-contracts/api';
import { onEveryEngine, onOneEngine } from '../../testing/engines';
import { body, get, ids, ownPage } from '../../testing/testApp';
import { insertSuggestion } from '../curation/queries/consolidation';
import { writeWith } from '../../testing/directWrites';

onOneEngine('the analytics summary', (world) => {
  const alpha = `scope=organization&organization_id=${ids.alphaOrg}`;
  const summary = async (query: string, email: string | null) => {
    const response = await get(world.app, `/analytics/summary?${query}`, email);
    expect(response.statusCode).toBe(200);
    return body<AnalyticsSummary>(response);
  };

  beforeAll(async () => {
    await world.database.write({ kind: 'system' }, async (handle) => {
      const insert = (n: number, conversation: number, feedback: number | null, daysAgo: number) =>
        writeWith(
          handle,
          sql`
          insert into memory_blocks (id, agent_id, conversation_id, content, visibility_scope, organization_id,
            feedback_score, created_at, tenant_id)
          values (${ids.block(0x300 + n)}, ${ids.agent(1)}, ${ids.conversation(conversation)}, 'x', 'organization',
            ${ids.alphaOrg}, ${feedback}, now() - ${daysAgo} * interval '1 day', ${ids.alphaOrg})`,
        );
      await insert(1, 50, 80, 0);
      await insert(2, 50, 79, 0);
      await insert(3, 50, 100, 89);
      await insert(4, 51, 59, 90);
      await insert(5, 52, null, 90);
      await handle.execute(sql`
        insert into keywords (id, text, visibility_scope, organization_id, tenant_id)
        values (${ids.block(0x400)}, 'docker', 'organization', ${ids.alphaOrg}, ${ids.alphaOrg})`);
      await writeWith(
        handle,
        sql`
        insert into memory_block_keywords (memory_block_id, keyword_id, tenant_id)
        select id, ${ids.block(0x400)}, tenant_id from memory_blocks where id in (${ids.block(0x301)}, ${ids.block(5)})`,
      );
    });
  });

  test('counts exactly the rows in scope, and archived blocks only in their conversations', async () => {
    const found = await summary(alpha, 'viewer@x.test');
    expect(found.totals).toEqual({
      memory_blocks: 7,
      archived_blocks: 1,
      agents: 1,
      conversations: 6,
      keywords: 1,
      retrievals: 0,
      average_feedback_score: expect.closeTo((80 + 79 + 100 + 59 + 10 + 60) / 6),
    });
    expect(found.agents).toEqual([
      {
        agent_id: ids.agent(1),
        agent_name: 'agent 1',
        memory_block_count: 7,
        average_feedback_score: expect.closeTo((80 + 79 + 100 + 59 + 10 + 60) / 6),
        retrievals: 0,
      },
    ]);
    expect(found.top_conversations[0]).toMatchObject({
      conversation_id: ids.conversation(50),
      memory_block_count: 3,
      last_activity: expect.stringMatching(/Z$/),
    });
    expect(found.feedback).toEqual({ high: 2, medium: 2, low: 2 });
    expect(found.keywords).toEqual([
      { keyword_id: ids.block(0x400), keyword_text: 'docker', usage_count: 1 },
    ]);
  });

  test('returns a series of 90 days, oldest first, including empty days', async () => {
    const { created_per_day: days } = await summary(alpha, 'viewer@x.test');
    expect(days).toHaveLength(90);
    expect(days.at(-1)).toEqual({ date: new Date().toISOString().slice(0, 10), count: 2 });
    expect(days[0]?.count).toBe(1);
    expect(days[1]?.count).toBe(0);
  });

  describe('by day', () => {
    const days = async (query: string, email: string | null = 'viewer@x.test') => {
      const response = await get(world.app, `/analytics/days?${alpha}&${query}`, email);
      expect(response.statusCode).toBe(200);
      return body<AnalyticsDays>(response);
    };
    const sum = (found: AnalyticsDays, key: 'created' | 'retrieved' | 'helpful' | 'unanswered') =>
      found.days.reduce((total, day) => total + (day[key] ?? 0), 0);

    test.each([
      [7, 2, 0],
      [30, 2, 0],
      [90, 3, 2],
      [365, 8, 0],
    ])('lists all %i days, and totals the preceding range', async (range, created, before) => {
      const found = await days(`days=${range}`);
      expect(found.days).toHaveLength(range);
      expect(found.days.at(-1)?.date).toBe(new Date().toISOString().slice(0, 10));
      expect([sum(found, 'created'), found.before.created]).toEqual([created, before]);
    });

    test('counts retrievals, helpful ones and unanswered questions, also per agent', async () => {
      await world.database.write({ kind: 'system' }, async (handle) => {
        const read = (n: number, daysAgo: number) =>
          handle.execute(sql`
            insert into retrieval_events (memory_block_id, user_id, token_id, token_name, kind, created_at, tenant_id)
            select ${ids.block(n)}, ${ids.user(0)}, ${ids.user(0)}, 't', 'search', now() - ${daysAgo} * interval '1 day', tenant_id from memory_blocks where id = ${ids.block(n)}`);
        const asked = (hits: number, daysAgo: number) =>
          handle.execute(sql`
            insert into agent_activity (user_id, organization_id, token_id, token_name, kind, action, call, query, hits,
              memory_ids, latency_ms, status, created_at, tenant_id)
            values (${ids.user(0)}, ${ids.alphaOrg}, ${ids.user(0)}, 't', 'read', 'search', 'GET /memory-blocks/search/', 'q',
              ${hits}, '{}', 1, 200, now() - ${daysAgo} * interval '1 day', ${ids.alphaOrg})`);
        await read(0x301, 0);
        await read(0x301, 3);
        await read(0x302, 3);
        await read(0x301, 8);
        await asked(0, 1);
        await asked(4, 1);
        await asked(0, 9);
      });
      const week = await days('days=7');
      expect((['retrieved', 'helpful', 'unanswered'] as const).map((key) => sum(week, key))).toEqual([
        3, 2, 1,
      ]);
      expect(week.days.at(-4)).toMatchObject({ created: 0, retrieved: 2, helpful: 1, unanswered: 0 });
      expect(week.before).toEqual({ created: 0, retrieved: 1, helpful: 1, unanswered: 1 });
      expect(week.agents).toEqual([{ agent_id: ids.agent(1), retrieved: 3, helpful: 2 }]);
      await world.database.write({ kind: 'system' }, async (handle) => {
        await handle.execute(sql`delete from retrieval_events`);
        await handle.execute(sql`delete from agent_activity`);
      });
    });

    test('reports null for a comparison period whose log was deleted', async () => {
      expect((await days('days=90')).before).toMatchObject({ created: 2, retrieved: 0, unanswered: null });
    });

    test('lists the keywords of the range', async () => {
      expect((await days('days=7')).topics).toEqual([
        { keyword_id: ids.block(0x400), keyword_text: 'docker', memory_block_count: 1, before: 0 },
      ]);
    });

    test('shows a guest public data, but no questions of agents', async () => {
      const response = await get(world.app, '/analytics/days?scope=public&days=365', null);
      const found = body<AnalyticsDays>(response);
      expect([sum(found, 'created'), found.days[0]?.unanswered, found.before.unanswered]).toEqual([
        1,
        null,
        null,
      ]);
      const stranger = await days('days=7', 'stranger@x.test');
      expect([sum(stranger, 'created'), stranger.agents, stranger.topics]).toEqual([0, [], []]);
    });

    test('rejects other ranges', async () => {
      const response = await get(world.app, `/analytics/days?${alpha}&days=8`, 'viewer@x.test');
      expect(response.statusCode).toBe(422);
    });
  });

  test('lists never-retrieved blocks and those no longer retrieved, oldest first', async () => {
    await world.database.write({ kind: 'system' }, async (handle) => {
      const old = sql`now() - interval '100 days'`;
      for (const n of [0x301, 0x302, 0x303])
        await writeWith(
          handle,
          sql`update memory_blocks set retrieval_count = 2, updated_at = ${old} where id = ${ids.block(n)}`,
        );
      const read = (n: number, daysAgo: number) =>
        handle.execute(sql`
          insert into retrieval_events (memory_block_id, user_id, token_id, token_name, kind, created_at, tenant_id)
          select ${ids.block(n)}, ${ids.user(0)}, ${ids.user(0)}, 't', 'search', now() - ${daysAgo} * interval '1 day', tenant_id from memory_blocks where id = ${ids.block(n)}`);
      await read(0x301, 120);
      await read(0x302, 10);
    });
    const unused = async (query: string, email: string | null = 'viewer@x.test') =>
      body<{ items: UnusedBlock[]; total_items: number; total_pages: number }>(
        await get(world.app, `/analytics/unused?${alpha}&${query}`, email),
      );
    const stale = await unused('kind=stale');
    // 0x303 was retrieved before retrieval times were logged; 0x302 was retrieved ten days ago.
    expect(stale.items.map(({ id }) => id)).toEqual([ids.block(0x303), ids.block(0x301)]);
    expect(stale.items.map(({ last_retrieved_at: last }) => last === null)).toEqual([true, false]);
    expect((await unused('kind=stale&days=110')).total_items).toBe(0);
    const never = await unused('kind=never&limit=2');
    expect([never.items.length, never.total_items, never.total_pages]).toEqual([2, 4, 2]);
    expect(never.items[0]).toMatchObject({
      id: ids.block(1),
      retrieval_count: 0,
      last_retrieved_at: null,
    });
    expect((await unused('kind=never', 'stranger@x.test')).items).toEqual([]);
    expect((await get(world.app, `/analytics/unused?${alpha}`, 'viewer@x.test')).statusCode).toBe(422);
  });

  test('counts only rows that the caller may read', async () => {
    for (const email of ['stranger@x.test', 'blind@x.test', null]) {
      const { totals, agents } = await summary(alpha, email);
      expect([totals.memory_blocks, totals.archived_blocks, agents]).toEqual([0, 0, []]);
    }
    expect((await summary('scope=public', null)).totals.memory_blocks).toBe(1);
  });
});

onEveryEngine('figures for past days', (world) => {
  const alpha = { 'x-active-scope': 'organization', 'x-organization-id': ids.alphaOrg };
  const id = (n: number) => ids.block(0x500 + n);
  const ask = async <Answer>(url: string) => body<Answer>(await get(world.app, url, 'editor@x.test', alpha));
  const write = async (url: string) => {
    const response = await world.app.inject({
      method: 'POST',
      url,
      headers: { ...ownPage('editor@x.test'), ...alpha, 'content-type': 'application/json' },
      payload: '{}',
    });
    expect(response.statusCode).toBe(200);
  };
  const past = async () => {
    const {
      created_per_day: days,
      totals,
      top_conversations: top,
    } = await ask<AnalyticsSummary>('/analytics/summary');
    const { count } = await ask<{ count: number }>('/conversations/count?include_archived=true');
    return { days: days.slice(0, -1), conversations: [totals.conversations, count], top };
  };

  beforeAll(async () => {
    await world.database.write({ kind: 'system' }, async (handle) => {
      for (const n of [0, 1, 2, 3, 4])
        await writeWith(
          handle,
          sql`
          insert into memory_blocks (id, agent_id, conversation_id, content, visibility_scope, organization_id, created_at, tenant_id)
          values (${id(n)}, ${ids.agent(1)}, ${ids.conversation(0x50 + n)}, ${`Text ${n}`}, 'organization', ${ids.alphaOrg},
            now() - ${n + 1} * interval '1 day', ${ids.alphaOrg})`,
        );
    });
  });

  test('do not change when memories are archived', async () => {
    const before = await past();
    expect(before.days.slice(-5).map(({ count }) => count)).toEqual([1, 1, 1, 1, 1]);
    await write(`/memory-blocks/${id(4)}/archive`);
    expect(await past()).toEqual(before);
    const { count } = await ask<{ count: number }>('/conversations/count');
    expect(count).toBe(before.conversations[0]! - 2);
  });

  test('do not change when several memories are merged into one created today', async () => {
    const before = await past();
    const suggestion = await world.database.write({ kind: 'system' }, (handle) =>
      insertSuggestion(handle, {
        content: 'Merged',
        lessonsLearned: 'Merged lesson',
        keywords: [],
        originals: [0, 1, 2, 3].map(id),
        generatedBy: 'model',
        place: { visibilityScope: 'organization', ownerUserId: null, organizationId: ids.alphaOrg },
      }),
    );
    await write(`/consolidation-suggestions/${suggestion}/validate/`);
    const { days, conversations } = await past();
    expect({ days, conversations }).toEqual({ days: before.days, conversations: before.conversations });
  });
});
