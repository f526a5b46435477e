/** @jest-environment node */
import { sql } from 'drizzle-orm';
import type { AnalyticsSummary } from '@hindsight/shared-contracts/api';
import { onEveryEngine } from '../../testing/engines';
import { body, get, ids, ownPage } from '../../testing/testApp';
import { insertSuggestion } from '../curation/queries/consolidation';

onEveryEngine('figures about the past', (world) => {
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
        await handle.execute(sql`
          insert into memory_blocks (id, agent_id, conversation_id, content, visibility_scope, organization_id, created_at)
          values (${id(n)}, ${ids.agent(1)}, ${ids.conversation(0x50 + n)}, ${`Text ${n}`}, 'organization', ${ids.alphaOrg},
            now() - ${n + 1} * interval '1 day')`);
    });
  });

  test('stay when memories are archived', async () => {
    const before = await past();
    expect(before.days.slice(-5).map(({ count }) => count)).toEqual([1, 1, 1, 1, 1]);
    await write(`/memory-blocks/${id(4)}/archive`);
    expect(await past()).toEqual(before);
    const { count } = await ask<{ count: number }>('/conversations/count');
    expect(count).toBe(before.conversations[0]! - 2);
  });

  test('stay when several memories become one, which is a memory of today', async () => {
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
