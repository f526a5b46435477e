/** @jest-environment node */
import { sql } from 'drizzle-orm';
import type { OptimizationSuggestion, PruningSuggestion, ReviewItem } from '@hindsight/shared-contracts/api';
import { onOneEngine } from '../../testing/engines';
import { pruningCandidates } from './queries/pruning';
import { scoreForPruning } from './pruningScore';
import { completion, sendJson, startModelServer } from '../../testing/modelServer';
import { ALPHA } from '../../testing/recordCalls';
import { body, get, ids, ownPage, testApp } from '../../testing/testApp';
import { writeWith } from '../../testing/directWrites';

onOneEngine('pruning', (world) => {
  const call = (method: 'POST', url: string, email: string, payload: unknown = {}, app = world.app) =>
    app.inject({
      method,
      url,
      headers: { ...ownPage(email), ...ALPHA, 'content-type': 'application/json' },
      payload: JSON.stringify(payload),
    });
  const detail = (response: { body: string; statusCode: number }) => [
    response.statusCode,
    (JSON.parse(response.body) as { detail: string }).detail,
  ];

  test('proposes the least valuable memories of the scope, lowest first, at most a quarter', async () => {
    const few = await call('POST', '/memory/prune/suggest', 'editor@x.test', { target_count: 100 });
    expect(body<{ suggestions: object[] }>(few).suggestions).toHaveLength(1);
    await world.database.write({ kind: 'system' }, (handle) =>
      writeWith(
        handle,
        sql`
        insert into memory_blocks (agent_id, conversation_id, content, visibility_scope, organization_id, created_at, tenant_id)
        select ${ids.agent(1)}, ${ids.conversation(1)}, 'Done. ' || n, 'organization', ${ids.alphaOrg}, now() - case when n = 1 then interval '1 year' else '1 day' end, ${ids.alphaOrg}
        from generate_series(1, 20) as n`,
      ),
    );
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
    // Without a target: all findings, each with its inbox item.
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

  test('proposes no recent, merely unrated or well-rated memories', async () => {
    await world.database.write({ kind: 'system' }, async (handle) => {
      for (const [n, days] of [
        [70, 1],
        [71, 60],
      ] as const) {
        await writeWith(
          handle,
          sql`
          insert into memory_blocks (id, agent_id, conversation_id, content, lessons_learned, visibility_scope, organization_id, retrieval_count, created_at, tenant_id)
          values (${ids.block(n)}, ${ids.agent(1)}, ${ids.conversation(1)}, ${'Useful. '.repeat(70)}, 'Yes.', 'organization', ${ids.alphaOrg}, 3, now() - ${days} * interval '1 day', ${ids.alphaOrg})`,
        );
      }
      // Never retrieved, short and old, but rated helpful.
      await writeWith(
        handle,
        sql`
        insert into memory_blocks (id, agent_id, conversation_id, content, visibility_scope, organization_id, feedback_score, created_at, tenant_id)
        values (${ids.block(72)}, ${ids.agent(1)}, ${ids.conversation(1)}, 'Short.', 'organization', ${ids.alphaOrg}, 90, now() - interval '3 years', ${ids.alphaOrg})`,
      );
    });
    const response = await call('POST', '/memory/prune/suggest', 'editor@x.test', { batch_size: 100 });
    const { suggestions: proposed } = body<{ suggestions: PruningSuggestion[] }>(response);
    const proposedIds = proposed.map((item) => item.memory_block_id);
    expect([
      proposedIds.length > 0,
      proposedIds.includes(ids.block(70)),
      proposedIds.includes(ids.block(71)),
      proposedIds.includes(ids.block(72)),
    ]).toEqual([true, false, false, false]);
    await world.database.write({ kind: 'system' }, (handle) =>
      writeWith(
        handle,
        sql`delete from memory_blocks where id in (${ids.block(70)}, ${ids.block(71)}, ${ids.block(72)})`,
      ),
    );
  });

  test('reads candidates in the order of the facts score', async () => {
    const order = await world.database.write({ kind: 'system' }, async (handle) => {
      await writeWith(
        handle,
        sql`
        insert into memory_blocks (agent_id, conversation_id, content, lessons_learned, visibility_scope, organization_id, feedback_score, retrieval_count, created_at, tenant_id)
        select ${ids.agent(1)}, ${ids.conversation(1)}, repeat('Tests ', 1 + n * 7 % 90), case when n % 3 = 0 then 'Yes.' end, 'organization', ${ids.alphaOrg},
          nullif(n * 13 % 60, 7), n * 5 % 17, now() - (31 + n * 37 % 900) * interval '1 day', ${ids.alphaOrg}
        from generate_series(1, 60) as n`,
      );
      const filter = { rows: { rows: 'organizations' as const, organizationIds: [ids.alphaOrg] } };
      const found = await pruningCandidates(handle, filter, { skip: 0, limit: 100 });
      await writeWith(handle, sql`delete from memory_blocks where content like 'Tests %'`);
      return found.map((facts) => scoreForPruning({ ...facts, lasting: undefined }).score);
    });
    expect(order.length).toBeGreaterThan(40);
    expect(order).toEqual([...order].sort((a, b) => a - b));
  });

  test('lets a language model judge the candidates of the rules, and works without it', async () => {
    const model = await startModelServer();
    const app = testApp(world.database, { LLM_BASE_URL: model.url, LLM_MODEL: 'm' });
    const ask = async () =>
      body<{ suggestions: PruningSuggestion[] }>(
        await call('POST', '/memory/prune/suggest', 'editor@x.test', { batch_size: 10 }, app),
      ).suggestions;
    const byRules = await call('POST', '/memory/prune/suggest', 'editor@x.test', { batch_size: 10 });
    const [first, ...rest] = body<{ suggestions: PruningSuggestion[] }>(byRules).suggestions;
    const marks = { criticality: 9, information_value: 8, redundancy: 2, temporal_relevance: 7 };
    const verdict = { number: 1, worth: 49, ...marks, rationale: 'It saves an hour.' };
    model.answer((_request, response) =>
      sendJson(response, 200, completion(JSON.stringify({ memories: [verdict, { ...verdict, number: 9 }] }))),
    );
    const judged = await ask();
    expect(judged.map((item) => item.memory_block_id)).toEqual(
      [...rest, first].map((item) => item?.memory_block_id),
    );
    expect(judged.map((item) => item.generated_by)).toEqual([...rest.map(() => 'deterministic'), 'model']);
    expect(judged.at(-1)).toMatchObject({
      pruning_score: 49,
      criticality_score: 9,
      redundancy_score: 2,
      rationale: 'It saves an hour.',
    });
    // The model sees only memories of the workspace.
    expect(JSON.stringify(model.requests)).not.toContain('content 2');
    // Memories that it considers worth keeping are not proposed.
    model.answer((_request, response) =>
      sendJson(response, 200, completion(JSON.stringify({ memories: [{ ...verdict, worth: 100 }] }))),
    );
    expect((await ask()).map((item) => item.memory_block_id)).toEqual(
      rest.map((item) => item.memory_block_id),
    );
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

  test('proposes the same memories for archiving as the optimization center, and no warnings', async () => {
    const warning = ids.block(73);
    await world.database.write({ kind: 'system' }, (handle) =>
      writeWith(
        handle,
        sql`
        insert into memory_blocks (id, agent_id, conversation_id, content, visibility_scope, organization_id, created_at, tenant_id)
        values (${warning}, ${ids.agent(1)}, ${ids.conversation(1)}, 'Never run terraform destroy in infra/shared: it also deletes the DNS zone of production',
          'organization', ${ids.alphaOrg}, now() - interval '2 years', ${ids.alphaOrg})`,
      ),
    );
    const pruning = await call('POST', '/memory/prune/suggest', 'editor@x.test');
    const { suggestions } = body<{ suggestions: PruningSuggestion[] }>(pruning);
    const proposed = suggestions.map((item) => item.memory_block_id);
    expect(proposed).not.toContain(warning);
    const center = await get(world.app, '/memory-optimization/suggestions', 'editor@x.test', ALPHA);
    const archive = body<{ suggestions: OptimizationSuggestion[] }>(center).suggestions.find(
      ({ type }) => type === 'archive',
    );
    expect(archive?.all_affected_blocks).toEqual(proposed);
    await call('POST', `/memory-optimization/suggestions/${archive?.id}/propose`, 'editor@x.test');
    const inbox = await get(world.app, '/review-items/?kind=pruning&limit=200', 'editor@x.test', ALPHA);
    const reasons = body<{ items: ReviewItem[] }>(inbox).items.map(({ reason }) => reason);
    expect(reasons).toEqual(suggestions.map(({ rationale }) => rationale));
  });

  test('says why a language model judged nothing', async () => {
    const model = await startModelServer();
    const app = testApp(world.database, { LLM_BASE_URL: model.url, LLM_MODEL: 'm' });
    const suggest = async (email: string) =>
      body<{ model_problem: string | null; suggestions: PruningSuggestion[] }>(
        await call('POST', '/memory/prune/suggest', email, {}, app),
      );
    model.answer((_request, response) => sendJson(response, 401, { error: { message: 'Unknown key.' } }));
    const sentence = 'The language model server rejected the API key (LLM_API_KEY).';
    const made = await suggest('editor@x.test');
    expect([made.model_problem, made.suggestions[0]?.generated_by]).toEqual([sentence, 'deterministic']);
    expect((await suggest('owner@x.test')).model_problem).toBe(`${sentence} It says: 401 Unknown key.`);
    const keywords = { memory_block_ids: [ids.block(1)] };
    const bulk = await call('POST', '/memory-blocks/bulk-generate-keywords', 'owner@x.test', keywords, app);
    expect(body<{ message: string }>(bulk).message).toBe(
      `Generated keyword suggestions for 0 of 1 memory blocks. ${sentence} It says: 401 Unknown key.`,
    );
    for (const [email, detail] of [
      ['editor@x.test', sentence],
      ['owner@x.test', `${sentence} It says: 401 Unknown key.`],
    ] as const) {
      const one = await call('POST', `/memory-blocks/${ids.block(1)}/suggest-keywords`, email, {}, app);
      expect([one.statusCode, body(one)]).toEqual([503, { detail, code: 'llm_wrong_key' }]);
    }
    await app.close();
    await model.close();
  });

  test('archives only what the caller may change on confirmation', async () => {
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
    const results = [{ error: 'You don’t have permission to change this memory.' }];
    expect(body(viewer)).toMatchObject({ archived_count: 0, failed_count: 1, results });
    expect(
      detail(await call('POST', '/memory/prune/confirm', 'editor@x.test', { memory_block_ids: [] })),
    ).toEqual([400, 'No memory block IDs provided for pruning']);
  });
});
