/** @jest-environment node */
import { sql } from 'drizzle-orm';
import type { AnalyticsSummary } from '@hindsight/shared-contracts/api';
import { onEveryEngine } from '../testing/engines';
import { body, get, ids } from '../testing/testApp';

onEveryEngine('the analytics summary', (world) => {
  const alpha = `scope=organization&organization_id=${ids.alphaOrg}`;
  const summary = async (query: string, email: string | null) => {
    const response = await get(world.app, `/analytics/summary?${query}`, email);
    expect(response.statusCode).toBe(200);
    return body<AnalyticsSummary>(response);
  };

  beforeAll(async () => {
    await world.database.write({ kind: 'system' }, async (handle) => {
      const insert = (n: number, conversation: number, feedback: number, daysAgo: number) =>
        handle.execute(sql`
          insert into memory_blocks (id, agent_id, conversation_id, content, visibility_scope, organization_id,
            feedback_score, created_at)
          values (${ids.block(0x300 + n)}, ${ids.agent(1)}, ${ids.conversation(conversation)}, 'x', 'organization',
            ${ids.alphaOrg}, ${feedback}, now() - ${daysAgo} * interval '1 day')`);
      await insert(1, 50, 80, 0);
      await insert(2, 50, 79, 0);
      await insert(3, 50, 100, 89);
      await insert(4, 51, 59, 90);
      await handle.execute(sql`
        insert into keywords (id, text, visibility_scope, organization_id)
        values (${ids.block(0x400)}, 'docker', 'organization', ${ids.alphaOrg})`);
      await handle.execute(sql`
        insert into memory_block_keywords (memory_block_id, keyword_id)
        values (${ids.block(0x301)}, ${ids.block(0x400)}), (${ids.block(5)}, ${ids.block(0x400)})`);
    });
  });

  test('counts exactly what the scope holds; archived blocks count as such only', async () => {
    const found = await summary(alpha, 'viewer@x.test');
    expect(found.totals).toEqual({
      memory_blocks: 6,
      archived_blocks: 1,
      agents: 1,
      conversations: 4,
      keywords: 1,
      retrievals: 0,
      average_feedback_score: expect.closeTo((80 + 79 + 100 + 59 + 10 + 60) / 6),
    });
    expect(found.agents).toEqual([{ agent_id: ids.agent(1), agent_name: 'agent 1', memory_block_count: 6 }]);
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

  test('the series has 90 days, oldest first, with the empty ones', async () => {
    const { created_per_day: days } = await summary(alpha, 'viewer@x.test');
    expect(days).toHaveLength(90);
    expect(days.at(-1)).toEqual({ date: new Date().toISOString().slice(0, 10), count: 2 });
    expect(days[0]?.count).toBe(1);
    expect(days[1]?.count).toBe(0);
  });

  test('nobody counts what is not theirs to read', async () => {
    for (const email of ['stranger@x.test', 'blind@x.test', null]) {
      const { totals, agents } = await summary(alpha, email);
      expect([totals.memory_blocks, totals.archived_blocks, agents]).toEqual([0, 0, []]);
    }
    expect((await summary('scope=public', null)).totals.memory_blocks).toBe(1);
  });
});
