/** @jest-environment node */
import { sql } from 'drizzle-orm';
import type {
  MemoryBlock,
  OptimizationSuggestion,
  ReviewItem,
  ReviewVerdict,
} from '@hindsight/shared-contracts/api';
import { onOneEngine } from '../../testing/engines';
import { completion, sendJson, startModelServer } from '../../testing/modelServer';
import { ALPHA, recordCalls } from '../../testing/recordCalls';
import { body, get, ids, send, testApp } from '../../testing/testApp';

const LONG = Array.from({ length: 60 }, (_, n) => `Sentence ${n % 40} mentions the cache and the lock.`).join(
  ' ',
);
const ALIKE =
  'The very same beginning of a memory, long enough that the memories which have it are one group of alike memories. ';

onOneEngine('optimization suggestions in the review inbox', (world) => {
  const { call, stored, detail } = recordCalls(world);
  const toSuggestion = async (
    type: OptimizationSuggestion['type'],
    app = world.app,
    email = 'editor@x.test',
  ) => {
    const answer = await get(app, '/memory-optimization/suggestions', email, ALPHA);
    const { suggestions } = body<{ suggestions: OptimizationSuggestion[] }>(answer);
    return suggestions.find((item) => item.type === type) as OptimizationSuggestion;
  };
  const propose = (id: string, email = 'editor@x.test') =>
    call(`POST /memory-optimization/suggestions/${id}/propose`, email, {});
  const listItems = async (kind: ReviewItem['kind']) =>
    body<{ items: ReviewItem[] }>(
      await get(world.app, `/review-items/?limit=200&kind=${kind}`, 'viewer@x.test', ALPHA),
    ).items;
  const decide = async (verdict: ReviewVerdict, item: object, app = world.app) =>
    body<{ results: { success: boolean; error?: string }[] }>(
      await send(app, 'POST /review-items/decide', 'editor@x.test', {
        headers: ALPHA,
        body: { verdict, items: [item] },
      }),
    ).results[0];
  const renderContent = async (id: string) =>
    body<{ content: string }>(await get(world.app, `/memory-blocks/${id}`, 'viewer@x.test', ALPHA)).content;

  beforeEach(() =>
    world.database.write({ kind: 'system' }, async (handle) => {
      await handle.execute(sql`delete from memory_blocks where organization_id = ${ids.alphaOrg}`);
      await handle.execute(sql`delete from proposals`);
    }),
  );

  test('each long memory waits by itself, is compacted by the rules, and gets its text back', async () => {
    const { id } = await stored({ content: LONG });
    const suggestion = await toSuggestion('compaction', world.app, 'viewer@x.test');
    expect((await propose(suggestion.id, 'viewer@x.test')).statusCode).toBe(403);
    expect((await propose(suggestion.id, 'stranger@x.test')).statusCode).toBe(404);
    // Looking stores nothing for those who may not decide.
    expect(await listItems('compaction')).toEqual([]);
    expect(body(await propose(suggestion.id))).toMatchObject({ kind: 'compaction', proposed: 1 });
    const [item] = await listItems('compaction');
    expect(item).toMatchObject({ memory_block_ids: [id], generated_by: 'deterministic' });
    expect(await decide('accept', item!)).toMatchObject({ success: true });
    expect((await renderContent(id)).length).toBeLessThan(LONG.length);
    expect(await decide('reopen', item!)).toMatchObject({ success: true });
    expect(await renderContent(id)).toBe(LONG);
    expect(await listItems('compaction')).toHaveLength(1);
  });

  test('stores the text that a person saw, and does not take it back over a later change', async () => {
    const { id } = await stored({ content: LONG });
    await propose((await toSuggestion('compaction')).id);
    const [item] = await listItems('compaction');
    const accepted = { content: 'Seen and edited by a person', lessons_learned: '' };
    await decide('accept', { ...item, accepted });
    expect(await renderContent(id)).toBe('Seen and edited by a person');
    await call(`PUT /memory-blocks/${id}`, 'editor@x.test', { content: 'A later correction' });
    expect(await decide('reopen', item!)).toMatchObject({
      error: 'The memory has changed since this was resolved.',
    });
    expect(await renderContent(id)).toBe('A later correction');
  });

  test('stores each part that a person sent, and what is proposed for the others', async () => {
    const LESSON = LONG.replaceAll('Sentence', 'Lesson');
    const textsAfter = async (accepted: object | undefined, lesson: string | null = LESSON) => {
      const { id } = await stored({ content: LONG, lessons_learned: lesson });
      await propose((await toSuggestion('compaction')).id);
      const [item] = await listItems('compaction');
      expect(await decide('accept', { ...item!, accepted })).toMatchObject({ success: true });
      const after = body<MemoryBlock>(await get(world.app, `/memory-blocks/${id}`, 'viewer@x.test', ALPHA));
      await call(`DELETE /memory-blocks/${id}`, 'editor@x.test');
      return [after.content, after.lessons_learned];
    };
    const [content, lesson] = await textsAfter(undefined);
    expect([content, lesson]).not.toEqual([LONG, LESSON]);
    const mine = 'My own short text.';
    expect(await textsAfter({ content: mine })).toEqual([mine, lesson]);
    expect(await textsAfter({ content: mine, lessons_learned: true })).toEqual([mine, lesson]);
    expect(await textsAfter({ content: mine, lessons_learned: false })).toEqual([mine, LESSON]);
    expect(await textsAfter({ lessons_learned: 'My lesson.' })).toEqual([content, 'My lesson.']);
    expect(await textsAfter({ lessons_learned: false })).toEqual([content, LESSON]);
    expect(await textsAfter({ content: mine }, null)).toEqual([mine, null]);
  });

  test('a proposal ends when its memory changes, and a rejected one is not made again', async () => {
    const { id } = await stored({ content: LONG });
    await propose((await toSuggestion('compaction')).id);
    const [item] = await listItems('compaction');
    await call(`PUT /memory-blocks/${id}`, 'editor@x.test', { content: `${LONG} One more.` });
    expect(await listItems('compaction')).toEqual([]);
    expect(await decide('accept', item!)).toMatchObject({
      error: 'The memory has changed since this was proposed.',
    });
    const suggestion = await toSuggestion('compaction');
    await propose(suggestion.id);
    await decide('reject', (await listItems('compaction'))[0]!);
    expect(await toSuggestion('compaction')).toBeUndefined();
    const again = await propose(suggestion.id);
    expect([again.statusCode, detail(again)]).toEqual([404, 'Suggestion not found or may have become stale']);
    await call(`PUT /memory-blocks/${id}`, 'editor@x.test', { content: `${LONG} One more, again.` });
    expect(await toSuggestion('compaction')).toMatchObject({ affected_blocks: [id] });
  });

  test('what was rejected is suggested again only after it changes, whatever its kind', async () => {
    const [one, two] = [
      await stored({ content: `${ALIKE}First end.` }),
      await stored({ content: `${ALIKE}Second end.` }),
    ];
    await world.database.write({ kind: 'system' }, async (handle) => {
      await handle.execute(sql`delete from memory_block_keywords where memory_block_id = ${one.id}`);
      await handle.execute(
        sql`update memory_blocks set created_at = now() - interval '100 days', feedback_score = 0 where id = ${two.id}`,
      );
    });
    for (const [type, kind] of [
      ['keywords', 'keywords'],
      ['archive', 'pruning'],
      ['merge', 'consolidation'],
    ] as const) {
      await propose((await toSuggestion(type)).id);
      await decide('reject', (await listItems(kind))[0]!);
      expect([type, await toSuggestion(type)]).toEqual([type, undefined]);
    }
    for (const { id } of [one, two])
      await call(`PUT /memory-blocks/${id}`, 'editor@x.test', { errors: 'Seen again.' });
    for (const type of ['keywords', 'archive', 'merge'] as const)
      expect([type, await toSuggestion(type)]).toMatchObject([type, { status: 'pending' }]);
  });

  test('keywords, archiving and merges wait under the kinds that they have', async () => {
    const [one, two] = [
      await stored({ content: `${ALIKE}First end.` }),
      await stored({ content: `${ALIKE}Second end.` }),
    ];
    await world.database.write({ kind: 'system' }, async (handle) => {
      await handle.execute(sql`delete from memory_block_keywords where memory_block_id = ${one.id}`);
      await handle.execute(
        sql`update memory_blocks set created_at = now() - interval '100 days', feedback_score = 0 where id = ${two.id}`,
      );
    });
    const waiting: Record<string, string[]> = {};
    for (const type of ['keywords', 'archive', 'merge'] as const) {
      const answer = await propose((await toSuggestion(type)).id);
      const { kind } = body<{ kind: ReviewItem['kind'] }>(answer);
      waiting[kind] = (await listItems(kind)).flatMap(({ memory_block_ids: blocks }) => blocks).sort();
    }
    const both = [one.id, two.id].sort();
    expect(waiting).toEqual({ keywords: [one.id], pruning: [two.id], consolidation: both });
    // One of which nothing can be made any more makes room for the next.
    await call(`PUT /memory-blocks/${one.id}`, 'editor@x.test', { content: `${ALIKE}Another end.` });
    expect((await propose((await toSuggestion('merge')).id)).statusCode).toBe(200);
    expect(await listItems('consolidation')).toHaveLength(1);
  });

  test('what a language model writes is not accepted unseen', async () => {
    const server = await startModelServer();
    const app = testApp(world.database, { LLM_BASE_URL: server.url, LLM_MODEL: 'm' });
    server.answer((_request, response) => sendJson(response, 200, completion('{}')));
    const { id } = await stored({ content: LONG });
    await send(
      app,
      `POST /memory-optimization/suggestions/${(await toSuggestion('compaction', app)).id}/propose`,
      'editor@x.test',
      { headers: ALPHA },
    );
    const [item] = await listItems('compaction');
    expect(item?.generated_by).toBe('model');
    expect(await decide('accept', item!, app)).toMatchObject({
      error: 'A language model writes this text. Open it before you accept it.',
    });
    const lesson = { content: undefined, lessons_learned: 'A lesson alone' };
    expect(await decide('accept', { ...item, accepted: lesson }, app)).toMatchObject({ success: false });
    const accepted = { content: 'What the model wrote', lessons_learned: '' };
    expect(await decide('accept', { ...item, accepted }, app)).toMatchObject({ success: true });
    expect(await renderContent(id)).toBe('What the model wrote');
    await app.close();
    await server.close();
  });
});
