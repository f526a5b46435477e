/** @jest-environment node */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Job, MemoryBlock, SecretFinding } from '@hindsight/shared-contracts/api';
import { onOneEngine } from '../../testing/engines';
import { ALPHA, recordCalls } from '../../testing/recordCalls';
import { everyRow, findLeaks } from '../../testing/secretLeaks';
import { SECRET_SAMPLES, secretText } from '../../testing/secretSamples';
import { body, get, ids } from '../../testing/testApp';
import { until } from '../../testing/waiting';

const SAMPLES = Object.values(SECRET_SAMPLES);
const ALL = SAMPLES.map(({ text }) => `Seen: ${text}`).join('\n');
const GITHUB = secretText(SECRET_SAMPLES['GitHub classic token'] ?? { text: '' });

onOneEngine('secrets in what is kept about requests', (world) => {
  const { call, block } = recordCalls(world);

  /** Stores a secret in everything that is kept about requests for a memory, as it was before secrets were looked for. */
  const keep = async (id: string) => {
    const owner = ids.user(0);
    const [job, old] = [randomUUID(), randomUUID()];
    const said = JSON.stringify({ memory_block_id: id, success: true, suggested_keywords: [GITHUB] });
    await world.database.write({ kind: 'system' }, async (handle) => {
      for (const statement of [
        sql`insert into retrieval_events (memory_block_id, user_id, token_id, token_name, kind, query)
          values (${id}, ${owner}, ${randomUUID()}, 't', 'search', ${`why ${GITHUB}`})`,
        sql`insert into jobs (id, kind, user_id, options, total, status, organization_id)
          values (${job}, 'bulk_keywords', ${owner}, ${JSON.stringify({ user_instructions: GITHUB })}, 1, 'completed', ${ids.alphaOrg}),
          (${old}, 'bulk_keywords', ${owner}, '{}', 1, 'completed', null)`,
        sql`insert into job_items (job_id, position, input, outcome) values (${job}, 0, ${said}, ${said}), (${old}, 0, ${said}, ${said})`,
        sql`insert into optimization_runs (id, suggestion, results, visibility_scope, organization_id, actor_user_id)
          values (${randomUUID()}, ${said}, ${said}, 'organization', ${ids.alphaOrg}, ${owner})`,
        sql`insert into pinned_questions (question, settings, memory_block_ids, visibility_scope, organization_id)
          values (${`why ${GITHUB}`}, '{}', array[${id}::uuid], 'organization', ${ids.alphaOrg})`,
        sql`insert into saved_views (name, parameters, visibility_scope, organization_id)
          values ('v', ${JSON.stringify({ search: GITHUB })}, 'organization', ${ids.alphaOrg}) on conflict do nothing`,
        sql`insert into bulk_edits (edit_id, user_id, change, undo, visibility_scope, organization_id)
          values (${randomUUID()}, ${owner}, ${said}, ${`[${said}]`}, 'organization', ${ids.alphaOrg})`,
        sql`insert into agent_activity (user_id, organization_id, token_id, token_name, kind, action, call, query, memory_ids, latency_ms, status)
          values (${owner}, ${ids.alphaOrg}, ${randomUUID()}, 't', 'read', 'search', 'GET /x', ${GITHUB}, '{}', 1, 200)`,
      ])
        await handle.execute(statement);
    });
  };
  const kept = async () =>
    findLeaks(
      (await everyRow(world.database)).filter((row) => !/^(?:memory_block|search_|keywords)/.test(row)),
    );

  test.each([
    ['a finding is masked', false],
    ['the workspace begins to mask', true],
  ])('what was kept about requests is masked too when %s', async (_when, byPolicy) => {
    const made = body<MemoryBlock>(
      await call('POST /memory-blocks/', 'owner@x.test', block({ content: `Push with ${GITHUB}` })),
    );
    await keep(made.id);
    expect(await kept()).not.toEqual([]);
    if (byPolicy) await call('PUT /secret-policy', 'owner@x.test', { mode: 'mask' }, ALPHA);
    else {
      const { items } = body<{ items: SecretFinding[] }>(
        await get(world.app, '/secret-findings/?state=open', 'owner@x.test', ALPHA),
      );
      for (const { id } of items)
        await call(`PATCH /secret-findings/${id}`, 'owner@x.test', { state: 'masked' });
    }
    await until(
      async () => body<{ items: Job[] }>(await get(world.app, '/jobs/?active=true', 'owner@x.test')).items,
      (active) => active.length === 0,
    );
    expect(await kept()).toEqual([]);
  });

  test('a pinned question holds no secret, whatever the workspace chose', async () => {
    const answer = await call('POST /pinned-questions/', 'editor@x.test', {
      question: `how do we use ${GITHUB}`,
      settings: {},
      memory_block_ids: [ids.block(1)],
    });
    expect([answer.statusCode, answer.body.includes(GITHUB)]).toEqual([201, false]);
  });

  test('keyword suggestions for a text with secrets name none of them', async () => {
    const made = body<MemoryBlock>(
      await call('POST /memory-blocks/', 'editor@x.test', block({ content: `Deploys rollback. ${ALL}` })),
    );
    const answers = [
      await call(`POST /memory-blocks/${made.id}/suggest-keywords`, 'editor@x.test', {}),
      await call('POST /memory-blocks/bulk-generate-keywords', 'editor@x.test', {
        memory_block_ids: [made.id],
      }),
    ];
    const named = SAMPLES.map((sample) => secretText(sample).toLowerCase());
    for (const answer of answers) {
      const [suggestion] = body<{ suggestions?: { suggested_keywords: string[] }[] }>(answer).suggestions ?? [
        body<{ suggested_keywords: string[] }>(answer),
      ];
      const words = suggestion?.suggested_keywords ?? [];
      expect(words.length).toBeGreaterThan(0);
      expect(words.filter((word) => word.length > 7 && named.some((text) => text.includes(word)))).toEqual(
        [],
      );
    }
  });

  test.each(['mark', 'mask', 'refuse'])(
    'a form learns before saving what a workspace that %ss does',
    async (mode) => {
      await call('PUT /secret-policy', 'owner@x.test', { mode }, ALPHA);
      const check = (texts: object) => call('POST /secret-findings/check', 'editor@x.test', { texts }, ALPHA);
      const answer = await check({ content: 'Nothing here.', errors: `denied for ${GITHUB}` });
      expect(body(answer)).toEqual({ mode, found: [{ field: 'errors', kind: 'GitHub token' }] });
      expect(answer.body).not.toContain(GITHUB);
      expect(body<{ found: unknown[] }>(await check({ content: 'Nothing here.' })).found).toEqual([]);
    },
  );
});
