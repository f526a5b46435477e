/** @jest-environment node */
import { sql } from 'drizzle-orm';
import type { LanguageModelCosts } from '@hindsight/shared-contracts/api';
import { onOneEngine } from '../../testing/engines';
import { completion, sendJson, startModelServer } from '../../testing/modelServer';
import type { ModelServer } from '../../testing/modelServer';
import { ALPHA, PERSONAL } from '../../testing/recordCalls';
import { body, get, ids, send, testApp } from '../../testing/testApp';
import { estimateJob } from './routes/languageModelCosts';

test.each([
  ['bulk_compaction', 50, { calls: 50, tokens: 44_500 }],
  ['bulk_keywords', 1, { calls: 1, tokens: 710 }],
  ['consolidation', 1, { calls: 1, tokens: 1170 }],
  ['pruning', 45, { calls: 3, tokens: 13_950 }],
  ['pruning', 5000, { calls: 5, tokens: 30_250 }],
] as const)('estimates %s of %i', (kind, count, estimate) => {
  expect(estimateJob(kind, count, 800)).toEqual(estimate);
});

/** In a block of their own, whose hooks run before the database is closed. */
onOneEngine('costs', (world) =>
  describe('of a language model', () => {
    let server: ModelServer;
    let app: ReturnType<typeof testApp>;
    beforeAll(async () => {
      server = await startModelServer();
      app = testApp(world.database, { LLM_BASE_URL: server.url, LLM_MODEL: 'm', LLM_DAILY_TOKENS: '50000' });
      server.answer((_request, response) =>
        sendJson(response, 200, completion(JSON.stringify({ content: 'content 1', keywords: ['a_b'] }))),
      );
    });
    afterAll(async () => {
      await app.close();
      await server.close();
    });
    const costs = async (email = 'editor@x.test', headers = ALPHA as Record<string, string>, query = '') => {
      const answer = await get(app, `/language-model/costs?${query}`, email, headers);
      return answer.statusCode === 200 ? body<LanguageModelCosts>(answer) : answer.statusCode;
    };

    test('are counted by the usage that the server names, for the workspace of the memory and the kind of work', async () => {
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

    test('are estimated before, and shown to those who may start work', async () => {
      expect(await costs('owner@x.test', ALPHA, 'kind=bulk_keywords&count=10')).toMatchObject({
        estimate: { calls: 10 },
      });
      expect(await costs('viewer@x.test')).toBe(403);
      expect(await costs('stranger@x.test')).toBe(403);
    });
  }),
);
