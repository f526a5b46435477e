/** @jest-environment node */
/** Answers of a language model that hold what PostgreSQL does not store: U+0000 and halves of characters. */
import { sql } from 'drizzle-orm';
import type {
  ConsolidationSuggestion,
  MemoryBlock,
  PruningSuggestion,
} from '@hindsight/shared-contracts/api';
import { onOneEngine } from '../../testing/engines';
import { completion, sendJson, startModelServer } from '../../testing/modelServer';
import { ALPHA, recordCalls } from '../../testing/recordCalls';
import { body, get, ids, ownPage, testApp } from '../../testing/testApp';

const EDITOR = 'editor@x.test';
const CONTENT =
  'The nightly export of the zebra ledger failed, because two schedulers started it in the same minute and both held the export lock.';
const LESSON = 'Only one scheduler may start the export of the zebra ledger.';
/** As JSON spells them. */
const BAD = '\\u0000\\ud83d';

onOneEngine('an answer that holds what is no text', (world) => {
  const { stored } = recordCalls(world);

  test('is stored without it by each step, and one memory costs no other', async () => {
    const server = await startModelServer();
    const app = testApp(world.database, { LLM_BASE_URL: server.url, LLM_MODEL: 'm' });
    const saying = (text: string) =>
      server.answer((_request, response) => sendJson(response, 200, completion(text)));
    const post = async <T>(url: string, payload: unknown = {}) => {
      const headers = { ...ownPage(EDITOR), ...ALPHA, 'content-type': 'application/json' };
      const answer = await app.inject({ method: 'POST', url, headers, payload: JSON.stringify(payload) });
      expect([url, answer.statusCode < 300]).toEqual([url, true]);
      return body<T>(answer);
    };
    const testBlock = async ({ id }: MemoryBlock) =>
      body<MemoryBlock>(await get(app, `/memory-blocks/${id}`, EDITOR, ALPHA));

    const good = await stored({ content: CONTENT, lessons_learned: LESSON });
    const bad = await stored({ content: `Badly. ${CONTENT}`, lessons_learned: LESSON });
    saying(
      `{"content": "The export failed${BAD}.", "lessons_learned": "Only one${BAD}.", "rationale": "${BAD}"}`,
    );
    await post('/consolidation/trigger/');
    const { items } = body<{ items: ConsolidationSuggestion[] }>(
      await get(app, '/consolidation-suggestions/?status=pending', EDITOR, ALPHA),
    );
    expect(items.filter((item) => item.generated_by === 'model')).toMatchObject([
      {
        generated_by: 'model',
        suggested_content: 'The export failed\ufffd.',
        suggested_lessons_learned: 'Only one\ufffd.',
      },
    ]);

    server.answer(({ body: asked }, response) => {
      const isBad = JSON.stringify(asked).includes('Badly.');
      sendJson(
        response,
        200,
        completion(isBad ? `{"content": "\\u0000"}` : `{"content": "The export failed${BAD}."}`),
      );
    });
    expect(await post('/memory-blocks/bulk-compact', { memory_block_ids: [bad.id, good.id] })).toMatchObject({
      results: [
        { success: false, error: 'The language model did not give a usable answer.' },
        { success: true },
      ],
    });
    expect(await testBlock(bad)).toMatchObject({ content: bad.content, lessons_learned: LESSON });
    expect(await testBlock(good)).toMatchObject({
      content: 'The export failed\ufffd.',
      lessons_learned: LESSON,
    });

    // Its preview would end within the emoji.
    const emoji = await stored({ content: `${'x'.repeat(99)}😀 ${CONTENT}` });
    saying(`{"keywords": ["Zebra\\u0000 ledger", "lock${BAD}", null]}`);
    expect(
      await post('/memory-blocks/bulk-generate-keywords', { memory_block_ids: [emoji.id] }),
    ).toMatchObject({
      suggestions: [{ suggested_keywords: ['zebra ledger', 'lock\ufffd'] }],
    });

    await world.database.write({ kind: 'system' }, (handle) =>
      handle.execute(sql`
        insert into memory_blocks (agent_id, conversation_id, content, visibility_scope, organization_id, created_at)
        values (${ids.agent(1)}, ${ids.conversation(1)}, 'Old.', 'organization', ${ids.alphaOrg}, now() - interval '2 years')`),
    );
    saying(`{"memories": [{"number": 1, "worth": 12, "rationale": "Said${BAD} ${'y'.repeat(600)}"}]}`);
    const { suggestions } = await post<{ suggestions: PruningSuggestion[] }>('/memory/prune/suggest', {
      batch_size: 100,
    });
    expect(suggestions.map((item) => item.generated_by)).toContain('model');
    await app.close();
    await server.close();
  });
});
