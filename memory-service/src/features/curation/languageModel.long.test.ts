/** @jest-environment node */
import type { ServerResponse } from 'node:http';
import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { LanguageModelCosts } from '@hindsight/shared-contracts/api';
import { createLanguageModel } from '../../platform/languageModel/languageModel';
import { tokenLedger } from '../../platform/languageModel/languageModelUsage';
import { onOneEngine } from '../../testing/engines';
import { completion, sendJson, startModelServer } from '../../testing/modelServer';
import type { ModelRequest, ModelServer } from '../../testing/modelServer';
import { ALPHA, PERSONAL, recordCalls } from '../../testing/recordCalls';
import { body, get, ids, send, testApp } from '../../testing/testApp';
import { createContradictionFinder } from './contradictionFinder';
import { estimateJob } from './routes/languageModelCosts';
import { writeDirectly } from '../../testing/directWrites';

describe('languageModelCosts', () => {
  test.each([
    ['bulk_compaction', 50, { calls: 50, tokens: 44_500 }],
    ['bulk_keywords', 1, { calls: 1, tokens: 710 }],
    ['consolidation', 1, { calls: 1, tokens: 1170 }],
    ['pruning', 45, { calls: 3, tokens: 13_950 }],
    ['pruning', 5000, { calls: 5, tokens: 30_250 }],
  ] as const)('estimates %s of %i', (kind, count, estimate) => {
    expect(estimateJob(kind, count, 800)).toEqual(estimate);
  });

  /** In a separate describe, whose hooks run before the database is closed. */
  onOneEngine('costs', (world) =>
    describe('of a language model', () => {
      let server: ModelServer;
      let app: ReturnType<typeof testApp>;
      beforeAll(async () => {
        server = await startModelServer();
        app = testApp(world.database, {
          LLM_BASE_URL: server.url,
          LLM_MODEL: 'm',
          LLM_DAILY_TOKENS: '50000',
        });
        server.answer((_request, response) =>
          sendJson(response, 200, completion(JSON.stringify({ content: 'content 1', keywords: ['a_b'] }))),
        );
      });
      afterAll(async () => {
        await app.close();
        await server.close();
      });
      const costs = async (
        email = 'editor@x.test',
        headers = ALPHA as Record<string, string>,
        query = '',
      ) => {
        const answer = await get(app, `/language-model/costs?${query}`, email, headers);
        return answer.statusCode === 200 ? body<LanguageModelCosts>(answer) : answer.statusCode;
      };

      test('are counted by the usage that the server reports, per workspace of the memory and kind of work', async () => {
        const call = (key: string, given: object) =>
          send(app, `POST ${key}`, 'editor@x.test', { headers: ALPHA, body: given });
        const memory = { memory_block_ids: [ids.block(1)] };
        await call('/memory-blocks/bulk-generate-keywords', memory);
        await call('/memory-blocks/bulk-generate-keywords', memory);
        await call(`/memory-blocks/${ids.block(1)}/suggest-keywords`, {});
        expect(await costs()).toMatchObject({
          is_configured: true,
          spent: [
            { kind: 'bulk_keywords', calls: 2, tokens: 300 },
            { kind: 'keywords', calls: 1, tokens: 150 },
          ],
          tokens_today: 450,
          daily_limit: 50_000,
          estimate: null,
        });
        expect(await costs('editor@x.test', PERSONAL)).toMatchObject({ spent: [] });
        const { rows } = await world.database.read({ kind: 'system' }, (handle) =>
          handle.execute(sql`select outcome -> 'model_tokens' as tokens from job_items`),
        );
        expect(rows).toEqual([{ tokens: 150 }, { tokens: 150 }]);
        const metrics = await app.inject({ method: 'GET', url: '/metrics' });
        expect(metrics.body).toContain('language_model_tokens_by_kind{kind="bulk_keywords"} 300');
        expect(metrics.body).toContain('language_model_calls_by_kind{kind="keywords"} 1');
      });

      test('are estimated before work starts', async () => {
        expect(await costs('owner@x.test', ALPHA, 'kind=bulk_keywords&count=10')).toMatchObject({
          estimate: { calls: 10 },
        });
      });
    }),
  );
});

/** What each AI function returns, stores and logs when its model answers well, late, with garbage, with inventions or not at all. */
const TEXT =
  'The nightly export of the zebra ledger failed, because two schedulers started it in the same minute and both held the export lock.';
const SHORTER = 'The nightly export of the zebra ledger failed: two schedulers held the export lock.';
const WRONG_KEY = 'The language model server rejected the API key (LLM_API_KEY).';
const UNKNOWN = 'The language model server does not know the model (LLM_MODEL, LLM_BASE_URL).';
const BUSY = 'The language model’s rate limit was reached. Try again in a minute.';
const FAILED = 'The language model server failed. Try again later.';
const SILENT = 'The language model isn’t responding. Try again later.';
const UNUSABLE = 'The language model returned no usable answer.';

/** A valid answer for every function. */
const GOOD = {
  content: SHORTER,
  keywords: ['zebra ledger', 'scheduler'],
  contradict: true,
  memories: [{ number: 1, worth: 7, rationale: 'Says nothing.' }],
};
const isSchema = ({ body: asked }: ModelRequest) =>
  (asked['response_format'] as { type: string } | undefined)?.type === 'json_schema';

type Reply = Parameters<ModelServer['answer']>[0];
const saying =
  (text: string): Reply =>
  (_request, response) =>
    sendJson(response, 200, completion(text));
const failing =
  (status: number): Reply =>
  (_request, response) =>
    sendJson(response, status, { error: { message: `Sorry, ${status}.` } }, { 'x-should-retry': 'false' });
const answering = (answer: unknown) => saying(JSON.stringify(answer));

/** Behavior of the server, its reply, and the reason of each failure; `null` if the answer is used. */
const BEHAVIORS: [string, Reply, { code: string; sentence: string } | null][] = [
  ['answers well', answering(GOOD), null],
  [
    'knows no schemas',
    (request, response) =>
      isSchema(request) ? failing(400)(request, response) : answering(GOOD)(request, response),
    null,
  ],
  ['wraps its answer in talk', saying(`Sure!\n\`\`\`json\n${JSON.stringify(GOOD)}\n\`\`\``), null],
  ['answers garbage', saying('%%% 42 kittens'), { code: 'llm_unusable', sentence: UNUSABLE }],
  ['sends half a JSON', saying('{"content": "The nigh'), { code: 'llm_unusable', sentence: UNUSABLE }],
  ['rejects the key', failing(401), { code: 'llm_wrong_key', sentence: WRONG_KEY }],
  ['does not know the model', failing(404), { code: 'llm_unknown_model', sentence: UNKNOWN }],
  ['is at its limit', failing(429), { code: 'llm_busy', sentence: BUSY }],
  ['fails', failing(500), { code: 'llm_failed', sentence: FAILED }],
  [
    'hangs up',
    (_request, response: ServerResponse) => void response.destroy(),
    { code: 'llm_unreachable', sentence: SILENT },
  ],
];

/** In a separate describe, whose hooks run before the database is closed. */
onOneEngine('AI functions', (world) =>
  describe('with a model', () => {
    const [first, second, note] = [ids.block(0x800), ids.block(0x801), ids.block(0x802)];
    let server: ModelServer;
    let app: ReturnType<typeof testApp>;
    beforeAll(async () => {
      server = await startModelServer();
      app = testApp(world.database, { LLM_BASE_URL: server.url, LLM_MODEL: 'm', LLM_API_KEY: 'key-1' });
    });
    afterAll(async () => {
      await app.close();
      await server.close();
    });
    const { stored: make } = recordCalls(world);
    const write = (query: ReturnType<typeof sql>) =>
      world.database.write({ kind: 'system' }, (handle) => handle.execute(query));
    beforeEach(async () => {
      await writeDirectly(
        world.database,
        sql`delete from memory_blocks where organization_id = ${ids.alphaOrg}`,
      );
      await write(sql`delete from proposals`);
      const texts = [TEXT, `${TEXT} Twice.`, 'Ran the tests.'];
      for (const [n, text] of texts.entries())
        await writeDirectly(
          world.database,
          sql`
        insert into memory_blocks (id, agent_id, conversation_id, content, visibility_scope, organization_id, created_at, tenant_id)
        values (${[first, second, note][n]}, ${ids.agent(1)}, ${ids.conversation(1)}, ${text}, 'organization', ${ids.alphaOrg}, now() - interval '400 days', ${ids.alphaOrg})`,
        );
    });
    const call = async <T>(key: string, given: object = {}, email = 'editor@x.test') => {
      const response = await send(app, `POST ${key}`, email, { headers: ALPHA, body: given });
      return { status: response.statusCode, ...body<T>(response) };
    };
    const stored = async (): Promise<unknown[]> => {
      const { rows } = await write(sql`
      select kind, generated_by from proposals union all
      select 'content', null from memory_blocks where organization_id = ${ids.alphaOrg} and content not in (${TEXT}, ${`${TEXT} Twice.`}, 'Ran the tests.')
      order by 1`);
      return rows;
    };

    describe.each(BEHAVIORS)('that %s', (_name, reply, failure) => {
      beforeEach(() => server.answer(reply));

      test('compaction', async () => {
        const answer = await call<object>(`/memory-blocks/${first}/compress`);
        if (failure) expect(answer).toEqual({ status: 503, detail: failure.sentence, code: failure.code });
        else
          expect(answer).toMatchObject({ status: 200, compressed_content: SHORTER, generated_by: 'model' });
        expect(await stored()).toEqual([]);
      });

      test('bulk compaction', async () => {
        const answer = await call<{ results: object[]; message: string }>('/memory-blocks/bulk-compact', {
          memory_block_ids: [first],
        });
        const { status, message, results } = answer;
        if (failure) {
          expect([status, results]).toMatchObject([200, [{ success: false, error: failure.sentence }]]);
          expect(message).toContain(failure.sentence);
        } else expect([status, results]).toMatchObject([200, [{ success: true }]]);
        expect(await stored()).toEqual(failure ? [] : [{ kind: 'content', generated_by: null }]);
      });

      test('keywords of one memory and of several', async () => {
        const one = await call<object>(`/memory-blocks/${first}/suggest-keywords`);
        const many = await call<{ suggestions: object[]; message: string }>(
          '/memory-blocks/bulk-generate-keywords',
          { memory_block_ids: [first] },
        );
        if (failure) {
          expect(one).toEqual({ status: 503, detail: failure.sentence, code: failure.code });
          expect(many).toMatchObject({ status: 200, suggestions: [], failed_count: 1 });
          expect(many.message).toContain(failure.sentence);
        } else {
          expect(one).toMatchObject({ suggested_keywords: GOOD.keywords, generated_by: 'model' });
          expect(many.suggestions).toMatchObject([{ generated_by: 'model' }]);
        }
        expect(await stored()).toEqual(failure ? [] : [{ kind: 'keywords', generated_by: 'model' }]);
      });

      test('consolidation', async () => {
        const answer = await call<{ message: string }>('/consolidation/trigger/');
        expect(answer).toMatchObject({
          status: 202,
          groups_found: 1,
          suggestions_created: failure ? 0 : 1,
          message: failure
            ? `Consolidation process triggered successfully. Couldn’t make suggestions for 1 of 1 groups. ${failure.sentence}`
            : 'Consolidation process triggered successfully',
        });
        expect(await stored()).toEqual(failure ? [] : [{ kind: 'consolidation', generated_by: 'model' }]);
      });

      test('pruning', async () => {
        const { suggestions, model_problem: problem } = await call<{
          suggestions: object[];
          model_problem: string | null;
        }>('/memory/prune/suggest');
        expect(suggestions).toMatchObject([
          failure
            ? { memory_block_id: note, generated_by: 'deterministic' }
            : { memory_block_id: note, generated_by: 'model', pruning_score: 7 },
        ]);
        expect(problem).toBe(failure?.sentence ?? null);
        expect(await stored()).toEqual([
          { kind: 'pruning', generated_by: failure ? 'deterministic' : 'model' },
        ]);
      });

      test('conflicts', async () => {
        for (const minutes of [20, 50])
          await make({ content: `Exports of the zebra ledger run for ${minutes} minutes.` });
        const logged: unknown[] = [];
        const log = { warn: (...line: unknown[]) => void logged.push(line) } as unknown as FastifyBaseLogger;
        const model = createLanguageModel(
          { baseUrl: server.url, apiKey: 'key-1', model: 'm', timeoutMs: 5000, dailyTokens: 1e9 },
          tokenLedger(world.database),
          log,
        );
        const finder = createContradictionFinder(world.database, model, log);
        await finder.catchUp();
        await finder.close();
        const conflicts = (await stored()).filter(
          (row) => (row as { kind: string }).kind === 'contradiction',
        );
        expect(conflicts).toEqual([
          { kind: 'contradiction', generated_by: failure ? 'deterministic' : 'model' },
        ]);
        if (failure)
          expect(logged[0]).toMatchObject([{ reason: failure.code.replace('llm_', '') }, failure.sentence]);
        else expect(logged).toEqual([]);
      });
    });

    test("shows the server's error to owners, but never the key", async () => {
      server.answer((_request, response) =>
        sendJson(response, 401, { error: { message: 'Wrong key key-1.' } }, { 'x-should-retry': 'false' }),
      );
      const said = `${WRONG_KEY} It says: 401 Wrong key ….`;
      expect(await call(`/memory-blocks/${first}/compress`, {}, 'owner@x.test')).toMatchObject({
        detail: said,
      });
      expect(await call('/consolidation/trigger/', {}, 'owner@x.test')).toMatchObject({
        message: expect.stringContaining(said) as string,
      });
      expect(await call('/memory/prune/suggest', {}, 'owner@x.test')).toMatchObject({ model_problem: said });
    });

    test('stores nothing from invented facts', async () => {
      const invented = 'The nightly export of the zebra ledger failed for 17 hours on db-9, as Marta said.';
      server.answer(answering({ ...GOOD, content: invented, lessons_learned: invented }));
      expect(await call(`/memory-blocks/${first}/compress`)).toMatchObject({ status: 503, detail: UNUSABLE });
      expect(await call('/memory-blocks/bulk-compact', { memory_block_ids: [first] })).toMatchObject({
        successful_count: 0,
      });
      expect(await call('/consolidation/trigger/')).toMatchObject({ suggestions_created: 0 });
      expect(await stored()).toEqual([]);
    });
  }),
);
