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
import { body, get, ids, ownPage, send, testApp } from '../../testing/testApp';
import { writeWith } from '../../testing/directWrites';

onOneEngine('memory optimization', (world) => {
  const id = (n: number) => ids.block(0x700 + n);
  const alpha = { 'x-active-scope': 'organization', 'x-organization-id': ids.alphaOrg };
  const list = async (email: string | null, query = '') => {
    const response = await get(world.app, `/memory-optimization/suggestions?${query}`, email, alpha);
    expect(response.statusCode).toBe(200);
    return body<{ suggestions: OptimizationSuggestion[]; total_memory_blocks_analyzed: number }>(response);
  };
  const execute = (suggestion: string, app = world.app) =>
    app.inject({
      method: 'POST',
      url: `/memory-optimization/suggestions/${suggestion}/execute`,
      headers: { ...ownPage('editor@x.test'), ...alpha },
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
      await writeWith(handle, sql`delete from memory_blocks where organization_id = ${ids.alphaOrg}`);
      const long = Array.from(
        { length: 60 },
        (_, n) => `Sentence ${n % 20} mentions the cache and the lock.`,
      ).join(' ');
      const rows = [
        // A single sentence, without repetition.
        [5, 'zebra '.repeat(333), ids.alphaOrg, 1],
        [0, long, ids.alphaOrg, 1],
        [1, `${SAME}First end.`, ids.alphaOrg, 1],
        [2, `${SAME}Second end.`, ids.alphaOrg, 1],
        [3, `${SAME}Third end.`, ids.betaOrg, 1],
        [4, 'Old and unused', ids.alphaOrg, 100],
      ] as const;
      for (const [n, content, org, days] of rows) {
        await writeWith(
          handle,
          sql`
          insert into memory_blocks (id, agent_id, conversation_id, content, visibility_scope, organization_id, feedback_score, created_at, tenant_id)
          values (${id(n)}, ${ids.agent(1)}, ${ids.conversation(1)}, ${content}, 'organization', ${org}, ${n === 4 ? 0 : 10},
            now() - ${days} * interval '1 day', ${org})`,
        );
      }
    });
  });

  test('finds each kind within the scope, with stable ids', async () => {
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
      description: 'Longer than 1,500 characters, with repeated sentences.',
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

  test('filters by priority, agent and age, and finds a filtered suggestion by its id', async () => {
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

  test('encodes agent and age in the id, so that another process can resolve it', async () => {
    const filtered = await list('viewer@x.test', `agent_id=${ids.agent(1)}&date_range=last_30_days`);
    const shown = named(filtered.suggestions, 'keywords');
    expect(shown.id).not.toBe(named((await list('viewer@x.test')).suggestions, 'keywords').id);
    const another = testApp(world.database);
    const open = (id: string) =>
      get(another, `/memory-optimization/suggestions/${id}`, 'viewer@x.test', alpha);
    expect(body(await open(shown.id))).toEqual(shown);
    // The same with an unknown agent.
    expect((await open(shown.id.replace(/.$/, (last) => (last === '0' ? '1' : '0')))).statusCode).toBe(404);
    await another.close();
  });

  test('applies a suggestion once, exactly as announced, and returns 404 for a stale id', async () => {
    const before = (await list('editor@x.test')).suggestions;
    let announced: Record<string, unknown> = {};
    const promised = named(before, 'compaction').estimated_impact;
    const uncompacted = await renderContent(0);
    for (const type of ['keywords', 'compaction', 'merge', 'archive']) {
      const suggestion = named((await list('editor@x.test')).suggestions, type);
      if (type === 'merge') announced = await previewText(suggestion.id);
      const response = await execute(suggestion.id);
      expect([type, response.statusCode, body<{ status: string }>(response).status]).toEqual([
        type,
        200,
        'completed',
      ]);
      expect((await execute(suggestion.id)).statusCode).toBe(409);
      // Under a filter, the same suggestion has another id.
      const filtered = suggestion.id.replace(/^(.{20})0/, '$11');
      expect((await execute(filtered)).statusCode).toBe(409);
    }
    expect((await execute(ids.block(0x999))).statusCode).toBe(404);
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
          (select count(*)::int from memory_block_keywords where memory_block_id = memory_blocks.id and tenant_id = memory_blocks.tenant_id) as keywords
        from memory_blocks where organization_id = ${ids.alphaOrg} and id::text like '%-0000000027__' order by id`),
    );
    expect(rows.map((row) => row['archived'])).toEqual([false, true, true, true, false]);
    expect(Number(rows[0]?.['length'])).toBeLessThan(2000);
    expect(rows.every((row) => Number(row['keywords']) > 0)).toBe(true);
  });

  test('proposes a compacted memory again only after a change', async () => {
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

  test('does not propose merging memories that share only a template', async () => {
    const TEMPLATE =
      'Incident report of the platform team. Fill in what happened, why it happened, and what was done about it. ';
    const contents = [
      `${TEMPLATE}The nightly export sent each row twice, since two schedulers began at the same minute; one of them is gone.`,
      `${TEMPLATE}A certificate ended on Sunday, because its renewal asked for a name that had moved; the alarm comes a month earlier now.`,
      `${TEMPLATE}A certificate ended on Sunday, because its renewal asked for a name that had moved; the alarm comes a month earlier.`,
    ];
    await world.database.write({ kind: 'system' }, async (handle) => {
      for (const [n, content] of contents.entries())
        await writeWith(
          handle,
          sql`
          insert into memory_blocks (id, agent_id, conversation_id, content, visibility_scope, organization_id, tenant_id)
          values (${id(20 + n)}, ${ids.agent(1)}, ${ids.conversation(1)}, ${content}, 'organization', ${ids.alphaOrg}, ${ids.alphaOrg})`,
        );
    });
    const merges = (await list('editor@x.test')).suggestions.filter(
      ({ type, status }) => type === 'merge' && status === 'pending',
    );
    expect(merges.map(({ all_affected_blocks: blocks }) => blocks)).toEqual([[id(21), id(22)]]);
  });

  test('promises no figure with a language model, and keeps a failed suggestion open with its reason', async () => {
    const server = await startModelServer();
    const app = testApp(world.database, { LLM_BASE_URL: server.url, LLM_MODEL: 'm' });
    const answer = { content: 'x'.repeat(9000), lessons_learned: null, quality: 5, rationale: '' };
    server.answer((_request, response) => sendJson(response, 200, completion(JSON.stringify(answer))));
    const pending = async () => {
      const response = await get(app, '/memory-optimization/suggestions', 'editor@x.test', alpha);
      return named(body<{ suggestions: OptimizationSuggestion[] }>(response).suggestions, 'compaction');
    };
    const suggestion = await pending();
    expect(suggestion.estimated_impact).toBe('Savings depend on the language model’s text');
    const refused = await execute(suggestion.id, app);
    expect([refused.statusCode, body(refused)]).toEqual([409, { detail: 'Couldn’t shorten this memory.' }]);
    expect((await pending()).id).toBe(suggestion.id);
    await app.close();
    await server.close();
  });
});

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
  const propose = (id: string) =>
    call(`POST /memory-optimization/suggestions/${id}/propose`, 'editor@x.test', {});
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
      await writeWith(handle, sql`delete from memory_blocks where organization_id = ${ids.alphaOrg}`);
      await handle.execute(sql`delete from proposals`);
    }),
  );

  test('lists each long memory separately, compacts it by rules, and restores its text', async () => {
    const { id } = await stored({ content: LONG });
    const suggestion = await toSuggestion('compaction', world.app, 'viewer@x.test');
    // Viewing stores nothing for people who may not decide.
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

  test('stores the text that the person saw, and does not undo it over a later change', async () => {
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

  test('stores each part that a person sent, and the proposed text for the others', async () => {
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

  test('closes a proposal when its memory changes, and does not repeat a rejected one', async () => {
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

  test('suggests rejected memories of any kind again only after a change', async () => {
    const [one, two] = [
      await stored({ content: `${ALIKE}First end.` }),
      await stored({ content: `${ALIKE}Second end.` }),
    ];
    await world.database.write({ kind: 'system' }, async (handle) => {
      await writeWith(handle, sql`delete from memory_block_keywords where memory_block_id = ${one.id}`);
      await writeWith(
        handle,
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

  test('lists keywords, archiving and merges under their own kinds', async () => {
    const [one, two] = [
      await stored({ content: `${ALIKE}First end.` }),
      await stored({ content: `${ALIKE}Second end.` }),
    ];
    await world.database.write({ kind: 'system' }, async (handle) => {
      await writeWith(handle, sql`delete from memory_block_keywords where memory_block_id = ${one.id}`);
      await writeWith(
        handle,
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
    // A stale proposal makes room for the next.
    await call(`PUT /memory-blocks/${one.id}`, 'editor@x.test', { content: `${ALIKE}Another end.` });
    expect((await propose((await toSuggestion('merge')).id)).statusCode).toBe(200);
    expect(await listItems('consolidation')).toHaveLength(1);
  });

  test("does not accept a language model's text unseen", async () => {
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
      error: 'A language model writes this text when you open it. Review it before accepting.',
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
