/** @jest-environment node */
import { sql } from 'drizzle-orm';
import type {
  ConsolidationSuggestion,
  MemoryBlock,
  PruningSuggestion,
} from '@hindsight/shared-contracts/api';
import { insertSuggestion } from '../storage/consolidation';
import { onEveryEngine } from '../testing/engines';
import { completion, sendJson, startModelServer } from '../testing/modelServer';
import { body, get, ids, ownPage, testApp } from '../testing/testApp';

const TEXT =
  'The deployment failed because the migration lock was held by a second migration process and nobody noticed until the pipeline had waited for an hour';

onEveryEngine('consolidation and pruning', (world) => {
  const id = (n: number) => ids.block(0x600 + n);
  const alpha = { 'x-active-scope': 'organization', 'x-organization-id': ids.alphaOrg };
  const call = (
    method: 'POST' | 'DELETE',
    url: string,
    email: string | null,
    payload: unknown = {},
    app = world.app,
  ) =>
    app.inject({
      method,
      url,
      headers: { ...ownPage(email), ...alpha, 'content-type': 'application/json' },
      payload: JSON.stringify(payload),
    });
  const detail = (response: { body: string; statusCode: number }) => [
    response.statusCode,
    (JSON.parse(response.body) as { detail: string }).detail,
  ];

  beforeAll(async () => {
    await world.database.write({ kind: 'system' }, async (handle) => {
      const homes = [
        ['organization', null, ids.alphaOrg],
        ['organization', null, ids.alphaOrg],
        ['organization', null, ids.betaOrg],
        ['personal', ids.user(2), null],
      ] as const;
      for (const [n, [scope, owner, org]] of homes.entries()) {
        await handle.execute(sql`
          insert into memory_blocks (id, agent_id, conversation_id, content, visibility_scope, owner_user_id, organization_id)
          values (${id(n)}, ${ids.agent(1)}, ${ids.conversation(1)}, ${`${TEXT}${n === 1 ? ' again' : ''}.`}, ${scope}, ${owner}, ${org})`);
      }
      await handle.execute(
        sql`update memory_blocks set feedback_score = 90, retrieval_count = 50 where id = ${id(0)}`,
      );
    });
  });

  const suggestions = async (email: string, query = 'status=pending') =>
    body<{ items: ConsolidationSuggestion[] }>(
      await get(world.app, `/consolidation-suggestions/?${query}`, email, alpha),
    ).items.filter((item) => item.original_memory_ids.includes(id(0)));

  test('trigger finds near-duplicates of one workspace only, once', async () => {
    expect(detail(await call('POST', '/consolidation/trigger/', 'viewer@x.test'))).toEqual([
      403,
      'No write permission in target organization',
    ]);
    const first = await call('POST', '/consolidation/trigger/', 'editor@x.test');
    expect([first.statusCode, body(first)]).toEqual([
      202,
      { message: 'Consolidation process triggered successfully', groups_found: 1, suggestions_created: 1 },
    ]);
    const again = await call('POST', '/consolidation/trigger/', 'editor@x.test');
    expect(body(again)).toMatchObject({ suggestions_created: 0 });
    const [found] = await suggestions('viewer@x.test');
    expect(found?.original_memory_ids).toEqual([id(0), id(1)]);
    expect(found?.suggested_content).toBe(`${TEXT} again.`);
    expect(found?.suggested_keywords).toContain('migration');
    const off = testApp(world.database, { LLM_FEATURES_ENABLED: '0' });
    expect(detail(await call('POST', '/consolidation/trigger/', 'editor@x.test', {}, off))).toEqual([
      503,
      'LLM features are currently disabled.',
    ]);
    await off.close();
  });

  test('a rejected group is not proposed again until one of its memories changes', async () => {
    const pending = async () => {
      await call('POST', '/consolidation/trigger/', 'editor@x.test');
      const all = await suggestions('editor@x.test');
      return all.find((one) => one.status === 'pending' && one.original_memory_ids.includes(id(0)));
    };
    const found = await pending();
    await call('POST', `/consolidation-suggestions/${found?.suggestion_id}/reject/`, 'editor@x.test');
    expect(await pending()).toBeUndefined();
    await world.database.write({ kind: 'system' }, (handle) =>
      handle.execute(sql`update memory_blocks set updated_at = now() where id = ${id(1)}`),
    );
    expect((await pending())?.original_memory_ids).toEqual([id(0), id(1)]);
  });

  test('a suggestion is read by who may read all originals and decided by who may change them', async () => {
    const [found] = await suggestions('editor@x.test');
    const url = `/consolidation-suggestions/${found?.suggestion_id}`;
    expect((await get(world.app, url, 'viewer@x.test')).statusCode).toBe(200);
    expect(detail(await get(world.app, url, 'stranger@x.test'))).toEqual([
      404,
      'Consolidation suggestion not found',
    ]);
    expect(detail(await call('POST', `${url}/validate/`, 'viewer@x.test'))).toEqual([
      403,
      'Cannot validate: you must have write access to every original memory block.',
    ]);
    expect((await call('POST', `${url}/reject/`, 'viewer@x.test')).statusCode).toBe(403);
    expect((await call('DELETE', url, 'viewer@x.test')).statusCode).toBe(403);

    const validated = await call('POST', `${url}/validate/`, 'editor@x.test');
    expect([validated.statusCode, body<ConsolidationSuggestion>(validated).status]).toEqual([
      200,
      'validated',
    ]);
    for (const n of [0, 1]) {
      const block = body<MemoryBlock>(await get(world.app, `/memory-blocks/${id(n)}`, 'editor@x.test'));
      expect(block.archived).toBe(true);
    }
    const page = body<{ items: MemoryBlock[] }>(
      await get(world.app, '/memory-blocks/?limit=1', 'editor@x.test', alpha),
    );
    expect(page.items[0]).toMatchObject({
      metadata_col: { consolidated_from: [id(0), id(1)] },
      organization_id: ids.alphaOrg,
      feedback_score: 90,
    });
    expect(detail(await call('POST', `${url}/reject/`, 'editor@x.test'))).toEqual([
      409,
      'Suggestion is not in pending status',
    ]);
    expect((await call('DELETE', url, 'editor@x.test')).statusCode).toBe(204);
    expect((await get(world.app, url, 'editor@x.test')).statusCode).toBe(404);
  });

  test('only what was accepted is taken over, and a decision can be taken back', async () => {
    const block = async (n: string) =>
      body<MemoryBlock>(await get(world.app, `/memory-blocks/${n}`, 'editor@x.test'));
    const made = await world.database.write({ kind: 'system' }, async (handle) => {
      for (const n of [8, 9]) {
        await handle.execute(sql`
          insert into memory_blocks (id, agent_id, conversation_id, content, lessons_learned, visibility_scope, organization_id)
          values (${id(n)}, ${ids.agent(1)}, ${ids.conversation(1)}, ${`Text ${n}`}, ${`Lesson ${n}`}, 'organization', ${ids.alphaOrg})`);
      }
      return insertSuggestion(handle, {
        content: 'Merged',
        lessonsLearned: 'Merged lesson',
        keywords: ['one', 'two'],
        originals: [id(8), id(9)],
        generatedBy: 'model',
        place: { visibilityScope: 'organization', ownerUserId: null, organizationId: ids.alphaOrg },
      });
    });
    const url = `/consolidation-suggestions/${made}`;
    const accepted = { lessons_learned: false, keywords: ['two', 'not suggested'] };
    const validated = body<ConsolidationSuggestion>(
      await call('POST', `${url}/validate/`, 'editor@x.test', accepted),
    );
    expect(validated).toMatchObject({ status: 'validated', generated_by: 'model' });
    const merged = await block(String(validated.merged_memory_id));
    expect(merged).toMatchObject({ content: 'Merged', lessons_learned: 'Lesson 8\nLesson 9' });
    expect(merged.keywords.map((keyword) => keyword.keyword_text)).toEqual(['two']);

    expect((await call('POST', `${url}/reopen/`, 'viewer@x.test')).statusCode).toBe(403);
    const reopened = await call('POST', `${url}/reopen/`, 'editor@x.test');
    expect(body(reopened)).toMatchObject({ status: 'pending', merged_memory_id: null });
    expect((await block(id(8))).archived).toBe(false);
    expect((await block(merged.id)).archived).toBe(true);
    expect(detail(await call('POST', `${url}/reopen/`, 'editor@x.test'))).toEqual([
      400,
      'Suggestion is in pending status',
    ]);
    await call('POST', `${url}/reject/`, 'editor@x.test');
    expect(body(await call('POST', `${url}/reopen/`, 'editor@x.test'))).toMatchObject({ status: 'pending' });

    const both = await Promise.all(
      ['editor@x.test', 'owner@x.test'].map((email) => call('POST', `${url}/validate/`, email)),
    );
    expect(both.map((response) => response.statusCode).sort()).toEqual([200, 409]);
    await world.database.write({ kind: 'system' }, (handle) =>
      handle.execute(sql`delete from memory_blocks where content = 'Merged'`),
    );
  });

  test('originals that are gone or of mixed places cannot be consolidated', async () => {
    const validate = (n: number, email: string) =>
      call('POST', `/consolidation-suggestions/${ids.suggestion(n)}/validate/`, email);
    expect((await validate(1, 'editor@x.test')).statusCode).toBe(404);
    expect(detail(await validate(1, 'root@x.test'))).toEqual([
      409,
      'Suggestion bundles originals with different scope/owner/org; cannot consolidate.',
    ]);
    expect(detail(await validate(3, 'editor@x.test'))).toEqual([
      409,
      'Some of the original memories were deleted or archived meanwhile; cannot consolidate.',
    ]);
    expect(
      (await call('POST', `/consolidation-suggestions/${ids.suggestion(0)}/reject/`, 'editor@x.test'))
        .statusCode,
    ).toBe(200);
  });

  test('pruning proposes what is worth least of the scope, lowest first', async () => {
    const response = await call('POST', '/memory/prune/suggest', 'editor@x.test', {
      batch_size: 10,
      target_count: 2,
    });
    const found = body<{
      suggestions: { memory_block_id: string; pruning_score: number }[];
      total_evaluated: number;
    }>(response);
    expect(found.suggestions).toHaveLength(2);
    expect(found.total_evaluated).toBe(2);
    expect(found.suggestions.map((item) => item.memory_block_id)).not.toContain(ids.block(2));
    const scores = found.suggestions.map((item) => item.pruning_score);
    expect(scores).toEqual([...scores].sort((a, b) => a - b));
    // Without a target, all that were found, each with its place in the inbox.
    const options = { batch_size: 1, max_iterations: 100, target_count: null };
    const all = await call('POST', '/memory/prune/suggest', 'editor@x.test', options);
    expect(body<{ suggestions: object[] }>(all).suggestions).toMatchObject(
      found.suggestions.map(() => ({ review_item_id: expect.any(String) as string })),
    );
    for (const wrong of [
      { batch_size: 0 },
      { batch_size: 101 },
      { batch_size: 'x' },
      { max_iterations: 0 },
      { target_count: -1 },
    ]) {
      expect((await call('POST', '/memory/prune/suggest', 'editor@x.test', wrong)).statusCode).toBe(422);
    }
  });

  test('pruning proposes neither young memories nor those that are only unrated', async () => {
    await world.database.write({ kind: 'system' }, async (handle) => {
      for (const [n, days] of [
        [70, 1],
        [71, 60],
      ] as const) {
        await handle.execute(sql`
          insert into memory_blocks (id, agent_id, conversation_id, content, lessons_learned, visibility_scope, organization_id, retrieval_count, created_at)
          values (${ids.block(n)}, ${ids.agent(1)}, ${ids.conversation(1)}, ${'Useful. '.repeat(70)}, 'Yes.', 'organization', ${ids.alphaOrg}, 3, now() - ${days} * interval '1 day')`);
      }
    });
    const response = await call('POST', '/memory/prune/suggest', 'editor@x.test', { batch_size: 100 });
    const { suggestions: proposed } = body<{ suggestions: PruningSuggestion[] }>(response);
    const proposedIds = proposed.map((item) => item.memory_block_id);
    expect([
      proposedIds.length > 0,
      proposedIds.includes(ids.block(70)),
      proposedIds.includes(ids.block(71)),
    ]).toEqual([true, false, false]);
    await world.database.write({ kind: 'system' }, (handle) =>
      handle.execute(sql`delete from memory_blocks where id in (${ids.block(70)}, ${ids.block(71)})`),
    );
  });

  test('a language model judges what the rules chose, and is not needed for the rest', async () => {
    const model = await startModelServer();
    const app = testApp(world.database, { LLM_BASE_URL: model.url, LLM_MODEL: 'm' });
    const ask = async () =>
      body<{ suggestions: PruningSuggestion[] }>(
        await call('POST', '/memory/prune/suggest', 'editor@x.test', { batch_size: 10 }, app),
      ).suggestions;
    const byRules = await call('POST', '/memory/prune/suggest', 'editor@x.test', { batch_size: 10 });
    const [first, ...rest] = body<{ suggestions: PruningSuggestion[] }>(byRules).suggestions;
    const marks = { criticality: 9, information_value: 8, redundancy: 2, temporal_relevance: 7 };
    const verdict = { number: 1, worth: 100, ...marks, rationale: 'It saves an hour.' };
    model.answer((_request, response) =>
      sendJson(response, 200, completion(JSON.stringify({ memories: [verdict, { ...verdict, number: 9 }] }))),
    );
    const judged = await ask();
    expect(judged.map((item) => item.memory_block_id)).toEqual(
      [...rest, first].map((item) => item?.memory_block_id),
    );
    expect(judged.map((item) => item.generated_by)).toEqual([...rest.map(() => 'deterministic'), 'model']);
    expect(judged.at(-1)).toMatchObject({
      pruning_score: 100,
      criticality_score: 9,
      redundancy_score: 2,
      rationale: 'It saves an hour.',
    });
    // What the model is shown is of the workspace alone.
    expect(JSON.stringify(model.requests)).not.toContain('content 2');
    for (const wrong of [{ ...verdict, worth: 0 }, { number: 1 }]) {
      model.answer((_request, response) =>
        sendJson(response, 200, completion(JSON.stringify({ memories: [wrong] }))),
      );
      expect((await ask()).map((item) => item.memory_block_id)).toEqual(
        [first, ...rest].map((item) => item?.memory_block_id),
      );
    }
    await app.close();
    await model.close();
  });

  test('confirming archives only what the caller may change', async () => {
    const list = [ids.block(1), ids.block(2), 'nonsense', ids.block(0x999)];
    const response = await call('POST', '/memory/prune/confirm', 'editor@x.test', { memory_block_ids: list });
    expect(body(response)).toMatchObject({ archived_count: 1, failed_count: 3 });
    expect(body<{ failed_blocks: string[] }>(response).failed_blocks.sort()).toEqual(
      [ids.block(2), 'nonsense', ids.block(0x999)].sort(),
    );
    const missing = { success: false, error: 'Memory block not found' };
    expect(body(response)).toMatchObject({ results: [{ success: true }, missing, missing, missing] });
    const viewer = await call('POST', '/memory/prune/confirm', 'viewer@x.test', {
      memory_block_ids: [ids.block(6)],
    });
    const results = [{ error: 'You may not change this memory block.' }];
    expect(body(viewer)).toMatchObject({ archived_count: 0, failed_count: 1, results });
    expect(
      detail(await call('POST', '/memory/prune/confirm', 'editor@x.test', { memory_block_ids: [] })),
    ).toEqual([400, 'No memory block IDs provided for pruning']);
  });
});
