/** @jest-environment node */
import { sql } from 'drizzle-orm';
import type {
  ConsolidationSuggestion,
  MemoryBlock,
  OptimizationSuggestion,
  PruningSuggestion,
  ReviewDecision,
  ReviewItem,
  ReviewKind,
} from '@hindsight/shared-contracts/api';
import { onOneEngine } from '../../testing/engines';
import { ALPHA, recordCalls } from '../../testing/recordCalls';
import { body, get, ids } from '../../testing/testApp';
import { writeWith } from '../../testing/directWrites';

const EDITOR = 'editor@x.test';
const LONG = Array.from({ length: 60 }, (_, n) => `Sentence ${n % 40} mentions the cache and the lock.`).join(
  ' ',
);
const ALIKE =
  'The very same beginning of a memory, long enough that the memories which have it are one group of alike memories. ';

onOneEngine('a proposal', (world) => {
  const { call, stored } = recordCalls(world);
  const read = async <T>(path: string) => body<T>(await get(world.app, path, EDITOR, ALPHA));
  const center = async () =>
    (await read<{ suggestions: OptimizationSuggestion[] }>('/memory-optimization/suggestions')).suggestions;
  const review = async () => (await read<{ items: ReviewItem[] }>('/review-items/?limit=200')).items;
  const consolidation = async () =>
    (await read<{ items: ConsolidationSuggestion[] }>('/consolidation-suggestions/?status=pending')).items;
  const pruning = async () =>
    body<{ suggestions: PruningSuggestion[] }>(await call('POST /memory/prune/suggest', EDITOR, {}))
      .suggestions;

  /** The kinds of proposals about the memory on each page. */
  const shownOn = async (id: string) => ({
    center: (await center())
      .filter((one) => one.status === 'pending' && one.all_affected_blocks.includes(id))
      .map(({ type }) => type)
      .sort(),
    review: (await review())
      .filter((item) => item.memory_block_ids.includes(id))
      .map(({ kind }) => kind)
      .sort(),
    consolidation: (await consolidation()).filter((one) => one.original_memory_ids.includes(id)).length,
    pruning: (await pruning()).filter((one) => one.memory_block_id === id).length,
  });
  const findItem = async (kind: ReviewKind, id: string) =>
    (await review()).find((item) => item.kind === kind && item.memory_block_ids.includes(id));
  const execute = async (type: OptimizationSuggestion['type']) => {
    const found = (await center()).find((one) => one.type === type && one.status === 'pending');
    return call(`POST /memory-optimization/suggestions/${found?.id}/execute`, EDITOR, {});
  };
  const decided = async (kind: ReviewKind, id: string) =>
    (await read<{ items: ReviewDecision[] }>('/review-decisions/')).items.find(
      (one) => one.kind === kind && one.memory_block_ids.includes(id),
    );

  let long: MemoryBlock;
  let old: MemoryBlock;
  let pair: [MemoryBlock, MemoryBlock];
  beforeEach(async () => {
    await world.database.write({ kind: 'system' }, async (handle) => {
      await writeWith(handle, sql`delete from memory_blocks where organization_id = ${ids.alphaOrg}`);
      await handle.execute(sql`delete from proposals`);
      await handle.execute(sql`delete from optimization_runs`);
    });
    long = await stored({ content: LONG });
    old = await stored({ content: 'Ran the tests, all passed.' });
    pair = [
      await stored({ content: `${ALIKE}First end.` }),
      await stored({ content: `${ALIKE}Second end.` }),
    ];
    await world.database.write({ kind: 'system' }, async (handle) => {
      await writeWith(handle, sql`delete from memory_block_keywords where memory_block_id = ${long.id}`);
      await writeWith(
        handle,
        sql`update memory_blocks set created_at = now() - interval '400 days' where id = ${old.id}`,
      );
    });
  });

  const SHOWN = {
    long: { center: ['compaction', 'keywords'], review: ['compaction', 'keywords'] },
    old: { center: ['archive'], review: ['pruning'], pruning: 1 },
    pair: { center: ['merge'], review: ['consolidation'], consolidation: 1 },
  };
  const NOWHERE = { center: [], review: [], consolidation: 0, pruning: 0 };

  test('is pending on each of its pages under one id', async () => {
    await center();
    expect(await shownOn(long.id)).toMatchObject(SHOWN.long);
    expect(await shownOn(old.id)).toMatchObject(SHOWN.old);
    for (const { id } of pair) expect(await shownOn(id)).toMatchObject(SHOWN.pair);
    expect((await consolidation())[0]?.suggestion_id).toBe((await findItem('consolidation', pair[0].id))?.id);
    expect((await pruning())[0]?.review_item_id).toBe((await findItem('pruning', old.id))?.id);
  });

  test('keeps its age however often it is found', async () => {
    await center();
    const first = await review();
    await center();
    await pruning();
    expect(await review()).toEqual(first);
  });

  test.each(['accept', 'reject'] as const)(
    'leaves every page after %s in Review, and returns on undo',
    async (verdict) => {
      await center();
      for (const [kind, { id }] of [
        ['compaction', long],
        ['keywords', long],
        ['pruning', old],
        ['consolidation', pair[0]],
      ] as const) {
        // A changed text is checked again.
        await center();
        const item = await findItem(kind, id);
        const decide = (how: string) =>
          call('POST /review-items/decide', EDITOR, {
            verdict: how,
            items: [{ kind, id: item?.id }],
          });
        const before = await shownOn(id);
        await decide(verdict);
        expect([kind, (await shownOn(id)).review.filter((one) => one === kind)]).toEqual([kind, []]);
        expect([kind, await findItem(kind, id)]).toEqual([kind, undefined]);
        await decide('reopen');
        // The restored text is another version: its other findings are found again.
        expect([kind, await shownOn(id)]).toEqual([kind, before]);
        await decide(verdict);
      }
      for (const { id } of [long, old, ...pair]) expect(await shownOn(id)).toEqual(NOWHERE);
    },
  );

  test('leaves every page after a decision on another one, and Review names the person', async () => {
    await center();
    const [suggestion] = await consolidation();
    await call(`POST /consolidation-suggestions/${suggestion?.suggestion_id}/validate/`, EDITOR);
    await call('POST /memory/prune/confirm', EDITOR, { memory_block_ids: [old.id] });
    expect((await execute('compaction')).statusCode).toBe(200);
    expect((await execute('keywords')).statusCode).toBe(200);
    for (const { id } of [long, old, ...pair]) expect(await shownOn(id)).toEqual(NOWHERE);
    for (const [kind, { id }] of [
      ['consolidation', pair[0]],
      ['pruning', old],
      ['compaction', long],
      ['keywords', long],
    ] as const)
      expect([kind, await decided(kind, id)]).toMatchObject([kind, { verdict: 'accept', may_reopen: true }]);
  });

  test("leaves every page when a memory's page or a bulk request carries it out", async () => {
    await center();
    const [suggestion] = await consolidation();
    const done = [
      await call('POST /memory-blocks/bulk-apply-keywords', EDITOR, {
        applications: [{ memory_block_id: long.id, selected_keywords: ['cache'] }],
      }),
      await call(`POST /memory-blocks/${long.id}/compress/apply`, EDITOR, { compressed_content: 'Shorter.' }),
      await call(`POST /memory-blocks/${old.id}/archive`, EDITOR),
      await call(`POST /consolidation-suggestions/${suggestion?.suggestion_id}/reject/`, EDITOR),
    ];
    expect(done.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    for (const { id } of [long, old, ...pair]) expect(await shownOn(id)).toEqual(NOWHERE);
  });

  test('leaves every page when its memory is deleted', async () => {
    await center();
    for (const { id } of [long, old, pair[1]])
      expect((await call(`DELETE /memory-blocks/${id}`, EDITOR)).statusCode).toBe(204);
    for (const { id } of [long, old, ...pair]) expect(await shownOn(id)).toEqual(NOWHERE);
  });

  test('can be decided in the optimization center, too', async () => {
    await center();
    for (const type of ['merge', 'archive'] as const) expect((await execute(type)).statusCode).toBe(200);
    for (const { id } of [old, ...pair]) expect(await shownOn(id)).toEqual(NOWHERE);
    expect(await decided('consolidation', pair[0].id)).toMatchObject({ verdict: 'accept' });
    expect(await decided('pruning', old.id)).toMatchObject({ verdict: 'accept' });
  });

  test('leaves every page while snoozed, and returns on undo', async () => {
    await center();
    const items = await review();
    const decide = async (verdict: string) =>
      body<{ results: { success: boolean }[] }>(
        await call('POST /review-items/decide', EDITOR, {
          verdict,
          items: items.map(({ kind, id }) => ({ kind, id })),
        }),
      ).results.map(({ success }) => success);
    expect(items).toHaveLength(4);
    expect(await decide('snooze')).toEqual([true, true, true, true]);
    for (const { id } of [long, old, ...pair]) expect(await shownOn(id)).toEqual(NOWHERE);
    expect(await decide('reopen')).toEqual([true, true, true, true]);
    expect(await review()).toEqual(items);
    expect(await shownOn(pair[0].id)).toMatchObject(SHOWN.pair);
    await world.database.write({ kind: 'system' }, (handle) =>
      handle.execute(sql`update proposals set snoozed_until = now() - interval '1 minute'`),
    );
    expect(await review()).toEqual(items);
  });

  test('can be listed for several kinds at once', async () => {
    await center();
    const answer = await read<{ items: ReviewItem[]; total_items: number }>(
      '/review-items/?kind=pruning,compaction&limit=1',
    );
    expect([answer.items.length, answer.total_items]).toEqual([1, 2]);
    expect((await get(world.app, '/review-items/?kind=pruning,nothing', EDITOR, ALPHA)).statusCode).toBe(422);
  });
});
