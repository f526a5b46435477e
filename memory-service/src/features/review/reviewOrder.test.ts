/** @jest-environment node */
import { sql } from 'drizzle-orm';
import type { ReviewItem } from '@hindsight/shared-contracts/api';
import { onOneEngine } from '../../testing/engines';
import { ALPHA, recordCalls } from '../../testing/recordCalls';
import { body, get, ids } from '../../testing/testApp';

onOneEngine('the order of the review inbox', (world) => {
  const { call, stored } = recordCalls(world);
  const inbox = async (query = '') =>
    body<{ items: ReviewItem[] }>(
      await get(world.app, `/review-items/?limit=200${query}`, 'editor@x.test', ALPHA),
    ).items;

  test('is the score of what pruning proposed at once, the lowest first', async () => {
    await world.database.write({ kind: 'system' }, (handle) =>
      handle.execute(sql`
        insert into memory_blocks (agent_id, conversation_id, content, visibility_scope, organization_id, feedback_score, created_at)
        select ${ids.agent(1)}, ${ids.conversation(1)}, repeat('ok ', 9 * n), 'organization', ${ids.alphaOrg}, n, now() - interval '400 days'
        from generate_series(1, 40) as n`),
    );
    // The second time the same proposals wait again, in their order.
    for (let time = 0; time < 2; time += 1) {
      const { suggestions } = body<{ suggestions: { review_item_id: string; pruning_score: number }[] }>(
        await call('POST /memory/prune/suggest', 'editor@x.test', { target_count: 200 }),
      );
      expect(new Set(suggestions.map((suggestion) => suggestion.pruning_score)).size).toBeGreaterThan(3);
      const proposed = suggestions.map((suggestion) => suggestion.review_item_id);
      const waiting = (await inbox('&kind=pruning')).map((item) => item.id);
      expect(waiting.slice(0, proposed.length)).toEqual(proposed);
    }
  });

  test('has secrets before what is newer', async () => {
    const secret = await stored({ content: `Release with ghp_${'a1B2'.repeat(9)}` });
    const rated = await stored();
    await call(`POST /memory-blocks/${rated.id}/feedback/`, 'editor@x.test', { feedback_type: 'negative' });
    expect((await inbox()).slice(0, 2)).toMatchObject([
      { kind: 'secret', memory_block_ids: [secret.id] },
      { kind: 'feedback', memory_block_ids: [rated.id] },
    ]);
  });
});
