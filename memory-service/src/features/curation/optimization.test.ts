/** @jest-environment node */
import { sql } from 'drizzle-orm';
import type { OptimizationSuggestion } from '@hindsight/shared-contracts/api';
import { onOneEngine } from '../../testing/engines';
import { completion, sendJson, startModelServer } from '../../testing/modelServer';
import { body, get, ids, ownPage, testApp } from '../../testing/testApp';

onOneEngine('memory optimization', (world) => {
  const id = (n: number) => ids.block(0x700 + n);
  const alpha = { 'x-active-scope': 'organization', 'x-organization-id': ids.alphaOrg };
  const list = async (email: string | null, query = '') => {
    const response = await get(world.app, `/memory-optimization/suggestions?${query}`, email, alpha);
    expect(response.statusCode).toBe(200);
    return body<{ suggestions: OptimizationSuggestion[]; total_memory_blocks_analyzed: number }>(response);
  };
  const execute = (suggestion: string, email: string, app = world.app) =>
    app.inject({
      method: 'POST',
      url: `/memory-optimization/suggestions/${suggestion}/execute`,
      headers: { ...ownPage(email), ...alpha },
    });
  const named = (found: OptimizationSuggestion[], type: string) => {
    const suggestion = found.find((item) => item.type === type && item.status === 'pending');
    if (!suggestion) throw new Error(`no suggestion of type ${type}`);
    return suggestion;
  };
  const previewText = async (suggestion: string) => {
    const url = `/memory-optimization/suggestions/${suggestion}/preview`;
    const { preview } = body<{ preview: { estimated_changes: Record<string, unknown> } }>(
      await get(world.app, url, 'editor@x.test', alpha),
    );
    return preview.estimated_changes;
  };
  const SAME =
    'The very same beginning of a memory that is long enough to count as a group of memories, so they say. ';

  beforeAll(async () => {
    await world.database.write({ kind: 'system' }, async (handle) => {
      await handle.execute(sql`delete from memory_blocks where organization_id = ${ids.alphaOrg}`);
      const long = Array.from(
        { length: 60 },
        (_, n) => `Sentence ${n % 20} mentions the cache and the lock.`,
      ).join(' ');
      const rows = [
        // Nothing is said twice in one sentence.
        [5, 'zebra '.repeat(333), ids.alphaOrg, 1],
        [0, long, ids.alphaOrg, 1],
        [1, `${SAME}First end.`, ids.alphaOrg, 1],
        [2, `${SAME}Second end.`, ids.alphaOrg, 1],
        [3, `${SAME}Third end.`, ids.betaOrg, 1],
        [4, 'Old and unused', ids.alphaOrg, 100],
      ] as const;
      for (const [n, content, org, days] of rows) {
        await handle.execute(sql`
          insert into memory_blocks (id, agent_id, conversation_id, content, visibility_scope, organization_id, feedback_score, created_at)
          values (${id(n)}, ${ids.agent(1)}, ${ids.conversation(1)}, ${content}, 'organization', ${org}, ${n === 4 ? 0 : 10},
            now() - ${days} * interval '1 day')`);
      }
    });
  });

  test('finds each kind within the scope, with ids that stay', async () => {
    const first = await list('viewer@x.test');
    expect(first.total_memory_blocks_analyzed).toBe(5);
    expect(
      first.suggestions.map(({ type, all_affected_blocks: blocks }) => [type, [...blocks].sort()]),
    ).toEqual([
      ['compaction', [id(0)]],
      ['keywords', [id(0), id(1), id(2), id(4), id(5)]],
      ['merge', [id(1), id(2)]],
      ['archive', [id(4)]],
    ]);
    expect(first.suggestions[0]).toMatchObject({
      title: 'Compact “Sentence 0 mentions the cache and the lock.”',
      description: 'Longer than 1,500 characters, with sentences that repeat.',
      estimated_impact: expect.stringMatching(/^Saves 1,\d{3} characters$/),
    });
    expect(first.suggestions[1]?.title).toMatch(/^Add keywords to “Old and unused” and 4 more$/);
    expect(first.suggestions[2]).toMatchObject({
      title: `Merge 2 memories: “${SAME.slice(0, 60).trim()}…”`,
      description: 'These memories say nearly the same thing.',
      estimated_impact: 'Removes 1 memory',
    });
    const second = await list('viewer@x.test');
    expect(second.suggestions.map((item) => item.id)).toEqual(first.suggestions.map((item) => item.id));
    expect((await list('stranger@x.test')).suggestions).toEqual([]);
  });

  test('filters by priority, agent and age, and a filtered suggestion is found again by its id', async () => {
    expect((await list('viewer@x.test', 'priority=low')).suggestions.map(({ type }) => type)).toEqual([
      'archive',
    ]);
    expect((await list('viewer@x.test', `agent_id=${ids.agent(0)}`)).suggestions).toEqual([]);
    const recent = await list('viewer@x.test', 'date_range=last_7_days');
    expect(recent.total_memory_blocks_analyzed).toBe(4);
    const url = `/memory-optimization/suggestions/${named(recent.suggestions, 'keywords').id}`;
    expect((await get(world.app, url, 'viewer@x.test', alpha)).statusCode).toBe(200);
    expect(body(await get(world.app, `${url}/preview`, 'viewer@x.test', alpha))).toMatchObject({
      preview: { reversible: true, estimated_changes: { type: 'keywords', blocks: 4 } },
    });
    expect(
      (await get(world.app, '/memory-optimization/suggestions?date_range=soon', 'viewer@x.test', alpha))
        .statusCode,
    ).toBe(422);
  });

  const renderContent = async (n: number) =>
    body<{ content: string }>(await get(world.app, `/memory-blocks/${id(n)}`, 'viewer@x.test', alpha))
      .content;

  test('an id says under which agent and age it was shown, so that another process knows it too', async () => {
    const filtered = await list('viewer@x.test', `agent_id=${ids.agent(1)}&date_range=last_30_days`);
    const shown = named(filtered.suggestions, 'keywords');
    expect(shown.id).not.toBe(named((await list('viewer@x.test')).suggestions, 'keywords').id);
    const another = testApp(world.database);
    const open = (id: string) =>
      get(another, `/memory-optimization/suggestions/${id}`, 'viewer@x.test', alpha);
    expect(body(await open(shown.id))).toEqual(shown);
    // The same with an agent that there is not.
    expect((await open(shown.id.replace(/.$/, (last) => (last === '0' ? '1' : '0')))).statusCode).toBe(404);
    await another.close();
  });

  test('executing really changes what it says, once; a stale id is 404', async () => {
    const before = (await list('editor@x.test')).suggestions;
    expect((await execute(named(before, 'archive').id, 'viewer@x.test')).statusCode).toBe(403);
    expect((await execute(named(before, 'archive').id, 'stranger@x.test')).statusCode).toBe(404);
    let announced: Record<string, unknown> = {};
    const promised = named(before, 'compaction').estimated_impact;
    const uncompacted = await renderContent(0);
    for (const type of ['keywords', 'compaction', 'merge', 'archive']) {
      const suggestion = named((await list('editor@x.test')).suggestions, type);
      if (type === 'merge') announced = await previewText(suggestion.id);
      const response = await execute(suggestion.id, 'editor@x.test');
      expect([type, response.statusCode, body<{ status: string }>(response).status]).toEqual([
        type,
        200,
        'completed',
      ]);
      expect((await execute(suggestion.id, 'editor@x.test')).statusCode).toBe(409);
      // Under a filter it has another id and is the same.
      const filtered = suggestion.id.replace(/^(.{20})0/, '$11');
      expect((await execute(filtered, 'editor@x.test')).statusCode).toBe(409);
    }
    expect((await execute(ids.block(0x999), 'editor@x.test')).statusCode).toBe(404);
    const saved = uncompacted.length - (await renderContent(0)).length;
    expect(promised).toBe(`Saves ${saved.toLocaleString('en-US')} characters`);
    const after = (await list('editor@x.test')).suggestions;
    expect(after.filter(({ status }) => status === 'completed')).toHaveLength(4);
    const made = after.find(({ type }) => type === 'merge')?.results?.metrics;
    expect(made?.['blocks_processed']).toBe(2);
    const merged = `/memory-blocks/${made?.['merged_memory_id']}`;
    expect(body(await get(world.app, merged, 'editor@x.test', alpha))).toMatchObject({
      content: announced['merged_content'],
    });
    expect(announced).toMatchObject({ type: 'merge', generated_by: 'deterministic' });
    const { rows } = await world.database.read({ kind: 'system' }, (handle) =>
      handle.execute(sql`
        select id, archived, length(content) as length,
          (select count(*)::int from memory_block_keywords where memory_block_id = memory_blocks.id) as keywords
        from memory_blocks where organization_id = ${ids.alphaOrg} and id::text like '%-0000000027__' order by id`),
    );
    expect(rows.map((row) => row['archived'])).toEqual([false, true, true, true, false]);
    expect(Number(rows[0]?.['length'])).toBeLessThan(2000);
    expect(rows.every((row) => Number(row['keywords']) > 0)).toBe(true);
  });

  test('a memory that was compacted is proposed again only after a change', async () => {
    const LONG = Array.from({ length: 90 }, (_, n) => `Step ${n % 50} releases the lock of the cache.`).join(
      ' ',
    );
    const compactable = async () =>
      (await list('editor@x.test')).suggestions.flatMap(({ type, status, all_affected_blocks: blocks }) =>
        type === 'compaction' && status === 'pending' ? blocks : [],
      );
    const change = (url: string, method: 'POST' | 'PUT', payload: object) =>
      world.app.inject({ method, url, headers: { ...ownPage('editor@x.test'), ...alpha }, payload });
    await change(`/memory-blocks/${id(5)}`, 'PUT', { content: LONG });
    expect(await compactable()).toEqual([id(5)]);
    await change(`/memory-blocks/${id(5)}/compress/apply`, 'POST', {
      compressed_content: LONG.slice(0, 2000),
    });
    expect(await compactable()).toEqual([]);
    await change(`/memory-blocks/${id(5)}`, 'PUT', { content: `${LONG} One more.` });
    expect(await compactable()).toEqual([id(5)]);
  });

  test('memories that have only a template in common are no merge', async () => {
    const TEMPLATE =
      'Incident report of the platform team. Fill in what happened, why it happened, and what was done about it. ';
    const contents = [
      `${TEMPLATE}The nightly export sent each row twice, since two schedulers began at the same minute; one of them is gone.`,
      `${TEMPLATE}A certificate ended on Sunday, because its renewal asked for a name that had moved; the alarm comes a month earlier now.`,
      `${TEMPLATE}A certificate ended on Sunday, because its renewal asked for a name that had moved; the alarm comes a month earlier.`,
    ];
    await world.database.write({ kind: 'system' }, async (handle) => {
      for (const [n, content] of contents.entries())
        await handle.execute(sql`
          insert into memory_blocks (id, agent_id, conversation_id, content, visibility_scope, organization_id)
          values (${id(20 + n)}, ${ids.agent(1)}, ${ids.conversation(1)}, ${content}, 'organization', ${ids.alphaOrg})`);
    });
    const merges = (await list('editor@x.test')).suggestions.filter(
      ({ type, status }) => type === 'merge' && status === 'pending',
    );
    expect(merges.map(({ all_affected_blocks: blocks }) => blocks)).toEqual([[id(21), id(22)]]);
  });

  test('with a language model no figure is promised, and what changed nothing fails with the reason and stays open', async () => {
    const server = await startModelServer();
    const app = testApp(world.database, { LLM_BASE_URL: server.url, LLM_MODEL: 'm' });
    const answer = { content: 'x'.repeat(9000), lessons_learned: null, quality: 5, rationale: '' };
    server.answer((_request, response) => sendJson(response, 200, completion(JSON.stringify(answer))));
    const pending = async () => {
      const response = await get(app, '/memory-optimization/suggestions', 'editor@x.test', alpha);
      return named(body<{ suggestions: OptimizationSuggestion[] }>(response).suggestions, 'compaction');
    };
    const suggestion = await pending();
    expect(suggestion.estimated_impact).toBe('Savings depend on the text that the language model writes');
    const refused = await execute(suggestion.id, 'editor@x.test', app);
    expect([refused.statusCode, body(refused)]).toEqual([
      409,
      { detail: 'No shorter text was found for this memory.' },
    ]);
    expect((await pending()).id).toBe(suggestion.id);
    await app.close();
    await server.close();
  });
});
