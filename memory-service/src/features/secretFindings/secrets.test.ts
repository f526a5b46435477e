/** @jest-environment node */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Job, MemoryBlock, SecretFinding } from '@hindsight/shared-contracts/api';
import { onOneEngine } from '../../testing/engines';
import { ALPHA, PERSONAL, recordCalls } from '../../testing/recordCalls';
import { readAllRows, findLeaks } from '../../testing/secretLeaks';
import { SECRET_SAMPLES, secretText } from '../../testing/secretSamples';
import { body, get, ids, send, tokenFor } from '../../testing/testApp';
import { until } from '../../testing/waiting';
import { foldTerms } from '../search/queries/searchTerms';
import { writeWith } from '../../testing/directWrites';

describe('secrets', () => {
  const SAMPLES = Object.values(SECRET_SAMPLES);
  const ALL = SAMPLES.map(({ text }) => `Seen: ${text}`).join('\n');
  const GITHUB = secretText(SECRET_SAMPLES['GitHub classic token'] ?? { text: '' });

  onOneEngine('secrets in memories', (world) => {
    const { call, block, stored } = recordCalls(world);
    const choose = (mode: string, headers: Record<string, string> = ALPHA, email = 'owner@x.test') =>
      call('PUT /secret-policy', email, { mode }, headers);
    const findings = async (state = '', headers = ALPHA) => {
      const all: SecretFinding[] = [];
      for (;;) {
        const url = `/secret-findings/?limit=200&skip=${all.length}${state && `&state=${state}`}`;
        const page = body<{ items: SecretFinding[]; total_items: number }>(
          await get(world.app, url, 'editor@x.test', headers),
        );
        all.push(...page.items);
        if (all.length >= page.total_items) return all;
      }
    };
    const ofBlock = async (id: string) => (await findings()).filter((one) => one.memory_block_id === id);
    const read = async (id: string) =>
      body<MemoryBlock>(await get(world.app, `/memory-blocks/${id}`, 'editor@x.test'));
    const decide = (id: string, state: string) =>
      call(`PATCH /secret-findings/${id}`, 'editor@x.test', { state });

    const newest = async () =>
      body<{ items: Job[] }>(await get(world.app, '/jobs/?limit=1', 'owner@x.test')).items[0];
    /** The owner's newest job, after it has ended. */
    const ended = () =>
      until(newest, (job) => job === undefined || ['completed', 'failed'].includes(job.status));
    const everything = () => readAllRows(world.database);

    afterEach(() => choose('mark'));

    test('stores no secret anywhere in a workspace that masks, regardless of the writer', async () => {
      expect((await choose('mask')).statusCode).toBe(200);
      const token = await tokenFor(world.app, 'editor@x.test', ['read', 'write'], ids.alphaOrg);
      const answers: string[] = [];
      const agent = async (key: string, given?: object) => {
        const response = await send(world.app, key, null, { token, ...(given && { body: given }) });
        expect([key, response.statusCode < 300, response.body]).toEqual([key, true, expect.any(String)]);
        answers.push(response.body);
        return response;
      };
      const texts = {
        content: ALL,
        lessons_learned: ALL,
        errors: ALL,
        metadata_col: { nested: [ALL, { password: 'Sw0rdf1sh_9' }] },
      };
      const { id } = body<MemoryBlock>(await agent('POST /memory-blocks/', block(texts)));
      await agent(`PUT /memory-blocks/${id}`, { ...texts, summary: ALL, category: SAMPLES[2]?.text });
      await agent(`POST /memory-blocks/${id}/feedback/`, {
        feedback_type: 'negative',
        feedback_details: ALL,
      });
      await agent('POST /memory-blocks/bulk-import', {
        rows: SAMPLES.map(({ text }) => ({
          content: text,
          agent_id: ids.agent(1),
          keywords: [text.slice(0, 200), 'kept'],
        })),
        create_missing: true,
      });
      for (const n of [0, 1, 2, 4, 5, 7]) {
        const text = SAMPLES[n]?.text ?? '';
        await agent('POST /keywords/', { keyword_text: text.slice(0, 200) });
        await agent('POST /agents/', { agent_name: `Agent ${text}`.slice(0, 200), description: ALL });
      }
      const query = encodeURIComponent(GITHUB);
      await agent(`GET /memory-blocks/search/?keywords=${query}`);
      await agent('POST /memory-blocks/bulk-generate-keywords', { memory_block_ids: [id] });
      await agent(`POST /memory-blocks/${id}/versions/1/restore`);
      await agent(`POST /memory-blocks/merge`, {
        memory_block_ids: [id, (await stored()).id],
        merged_content: ALL,
      });
      expect(findLeaks(answers)).toEqual([]);
      expect(findLeaks(await everything())).toEqual([]);
      expect((await read(id)).content).toContain('Seen: [secret removed: GitHub token]');
      expect(await ofBlock(id)).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ field: 'lessons_learned', kind: 'GitHub token', state: 'masked' }),
        ]),
      );
    });

    test('changes nothing when an import is repeated in a workspace that masks', async () => {
      await choose('mask');
      const rows = [{ content: `Use ${GITHUB} twice`, agent_id: ids.agent(1) }];
      const first = await call('POST /memory-blocks/bulk-import', 'editor@x.test', { rows });
      const second = await call('POST /memory-blocks/bulk-import', 'editor@x.test', { rows });
      expect(body<{ created_count: number }>(first).created_count).toBe(1);
      expect(body<{ already_there_count: number }>(second).already_there_count).toBe(1);
    });

    test('rejects a write in a workspace that refuses, names kind and field, and stores nothing', async () => {
      await choose('refuse');
      const refused = await call(
        'POST /memory-blocks/',
        'editor@x.test',
        block({ errors: `token ${GITHUB}` }),
      );
      expect([refused.statusCode, JSON.parse(refused.body)]).toEqual([
        422,
        {
          detail:
            'This workspace rejects secrets, and the text contains one (GitHub token in errors). Remove it and try again.',
          code: 'secret_refused',
          secrets: [{ kind: 'GitHub token', field: 'errors' }],
        },
      ]);
      const rows = [
        { content: GITHUB, agent_id: ids.agent(1) },
        { content: 'No secret in this', agent_id: ids.agent(1) },
      ];
      const imported = await call('POST /memory-blocks/bulk-import', 'editor@x.test', { rows });
      expect(body<{ results: { status: string }[] }>(imported).results.map(({ status }) => status)).toEqual([
        'refused',
        'created',
      ]);
      expect(findLeaks(await everything())).toEqual([]);
    });

    test('keeps a marked secret by default, and masks it in versions, keywords and search when asked to later', async () => {
      const made = await stored({
        content: `Deploy with ${GITHUB} please`,
        lessons_learned: `password: Zx9_horse_1`,
      });
      expect((await read(made.id)).content).toContain(GITHUB);
      await call(`PUT /memory-blocks/${made.id}`, 'editor@x.test', { content: 'Deploy without it' });
      const [found] = (await ofBlock(made.id)).filter(({ kind }) => kind === 'GitHub token');
      expect(found).toMatchObject({
        field: 'content',
        state: 'open',
        agent_id: ids.agent(1),
        memory_preview: 'Deploy without it',
      });
      expect(JSON.stringify(await findings())).not.toContain('Zx9_horse_1');
      expect((await decide(found?.id ?? '', 'masked')).statusCode).toBe(200);
      expect(findLeaks(await everything())).toEqual([]);
      const versions = await get(world.app, `/memory-blocks/${made.id}/versions`, 'editor@x.test');
      expect(versions.body).toContain('Deploy with [secret removed: GitHub token] please');
      expect((await read(made.id)).lessons_learned).toBe('password: Zx9_horse_1');
      expect((await decide(found?.id ?? '', 'open')).statusCode).toBe(409);
    });

    test('stops treating a text as secret in the workspace once a person dismissed it', async () => {
      const made = await stored({ content: 'password: Example_1234' });
      const [found] = await ofBlock(made.id);
      await decide(found?.id ?? '', 'not_a_secret');
      await choose('refuse');
      const again = await stored({ content: 'Once more, password: Example_1234' });
      expect([again.content, await ofBlock(again.id)]).toEqual(['Once more, password: Example_1234', []]);
      await decide(found?.id ?? '', 'open');
      expect(
        (await call('POST /memory-blocks/', 'editor@x.test', block({ content: 'password: Example_1234' })))
          .statusCode,
      ).toBe(422);
    });

    test('finds a stored secret once per scan, and masks it if the workspace masks', async () => {
      const made = await stored({ content: 'Nothing' });
      await world.database.write({ kind: 'system' }, (handle) =>
        writeWith(handle, sql`update memory_blocks set content = ${`Old: ${GITHUB}`} where id = ${made.id}`),
      );
      expect((await call('POST /secret-findings/scan', 'owner@x.test')).statusCode).toBe(202);
      const job = await ended();
      expect([job?.kind, job?.status, job?.failed]).toEqual(['secret_scan', 'completed', 0]);
      await call('POST /secret-findings/scan', 'owner@x.test');
      await ended();
      expect(await ofBlock(made.id)).toMatchObject([{ kind: 'GitHub token', state: 'open' }]);
      await choose('mask');
      await ended();
      expect((await read(made.id)).content).toBe('Old: [secret removed: GitHub token]');
      expect(await ofBlock(made.id)).toMatchObject([{ kind: 'GitHub token', state: 'masked' }]);
      expect(findLeaks(await everything())).toEqual([]);
    });

    test('applies the policy of the new workspace to a moved memory', async () => {
      await choose('mask');
      const made = body<MemoryBlock>(
        await call(
          'POST /memory-blocks/',
          'owner@x.test',
          block({ agent_id: ids.agent(3), content: `Mine: ${GITHUB}` }),
          PERSONAL,
        ),
      );
      const moved = await call(
        `POST /memory-blocks/${made.id}/change-scope`,
        'owner@x.test',
        {
          visibility_scope: 'organization',
          organization_id: ids.alphaOrg,
        },
        PERSONAL,
      );
      expect(body<MemoryBlock>(moved).content).toBe('Mine: [secret removed: GitHub token]');
      // One finding for the text and one for the version before the move.
      expect(await ofBlock(made.id)).toMatchObject([{ state: 'masked' }, { state: 'masked' }]);
      expect(findLeaks(await everything())).toEqual([]);
    });

    test("lets only owners and admins set an organization's policy, and everyone their own", async () => {
      for (const email of ['admin@x.test', 'owner@x.test'])
        expect((await choose('mark', ALPHA, email)).statusCode).toBe(200);
      for (const email of ['editor@x.test', 'viewer@x.test', 'stranger@x.test'])
        expect([email, (await choose('mask', ALPHA, email)).statusCode]).toEqual([email, 403]);
      expect((await choose('mask', PERSONAL, 'editor@x.test')).statusCode).toBe(200);
      expect((await choose('mask', { 'x-active-scope': 'public' }, 'root@x.test')).statusCode).toBe(403);
      const policy = await get(world.app, '/secret-policy', 'editor@x.test', ALPHA);
      expect(body(policy)).toEqual({ mode: 'mark', may_change: false });
      expect(body(await get(world.app, '/secret-policy', 'editor@x.test', PERSONAL))).toEqual({
        mode: 'mask',
        may_change: true,
      });
    });

    test('makes no keyword of a secret that stays in its memory', async () => {
      const made = await call(
        'POST /memory-blocks/',
        'editor@x.test',
        block({ content: `Deploys use ${GITHUB}` }),
      );
      const rows = [{ content: `Rollbacks use ${GITHUB}`, agent_id: ids.agent(1) }];
      await call('POST /memory-blocks/bulk-import', 'editor@x.test', { rows });
      const { id, content } = body<MemoryBlock>(made);
      expect(content).toContain(GITHUB);
      expect(JSON.stringify((await read(id)).keywords)).toContain('deploys');
      const keywords = await get(world.app, '/keywords/?limit=1000', 'editor@x.test', ALPHA);
      expect(keywords.body).toContain('rollbacks');
      expect(keywords.body.toLowerCase()).not.toContain(GITHUB.toLowerCase());
    });

    describe('a secret identified by only one text', () => {
      const SECRET = 'himitsu9lqslca';
      const told = `The password of the safe is ${SECRET}.`;
      const bare = {
        lessons_learned: `Try ${SECRET} twice`,
        metadata_col: { note: SECRET, list: [`(${SECRET})`], [SECRET]: 1 },
      };
      /** Rows that contain it after the words of deleted texts have been removed from the index. */
      const rest = async () => {
        await world.database.write({ kind: 'system' }, foldTerms);
        return (await everything()).filter((row) => row.toLowerCase().includes(SECRET));
      };
      const toTexts = ({ lessons_learned, metadata_col }: MemoryBlock) => ({ lessons_learned, metadata_col });

      test('is masked in the other texts of the same write', async () => {
        await choose('mask');
        const made = await stored({ content: told, ...bare });
        const mask = '[secret removed: password]';
        expect(toTexts(made)).toEqual({
          lessons_learned: `Try ${mask} twice`,
          metadata_col: { note: mask, list: [`(${mask})`], [mask]: 1 },
        });
        const rows = [{ content: told, ...bare, agent_id: ids.agent(1), keywords: [SECRET, 'safe'] }];
        await call('POST /memory-blocks/bulk-import', 'editor@x.test', { rows, create_missing: true });
        await call('POST /memory-blocks/bulk-import', 'editor@x.test', {
          rows: [{ content: `Try ${SECRET} twice`, errors: told, agent_id: ids.agent(1) }],
        });
        expect(await rest()).toEqual([]);
      });

      test('is masked in texts written earlier, in earlier versions and in keywords', async () => {
        await choose('mask');
        const made = await stored({ content: `Try ${SECRET} with the oven`, ...bare });
        expect(JSON.stringify(made.keywords)).toContain(SECRET);
        await call(`PUT /memory-blocks/${made.id}`, 'editor@x.test', { errors: told });
        const after = await read(made.id);
        expect(after.content).toBe('Try [secret removed: password] with the oven');
        expect(JSON.stringify(after.keywords)).toContain('oven');
        expect(await rest()).toEqual([]);
      });

      test('becomes no keyword while marked, and is masked everywhere later', async () => {
        const made = await stored({ content: `Try ${SECRET} with the oven`, errors: told, ...bare });
        expect(toTexts(made)).toEqual(bare);
        expect(JSON.stringify(made.keywords)).not.toContain(SECRET);
        await call(`PUT /memory-blocks/${made.id}`, 'editor@x.test', { errors: 'None' });
        await choose('mask');
        await ended();
        expect(await rest()).toEqual([]);
      });
    });
  });
});

describe('keptRequests', () => {
  const SAMPLES = Object.values(SECRET_SAMPLES);
  const ALL = SAMPLES.map(({ text }) => `Seen: ${text}`).join('\n');
  const GITHUB = secretText(SECRET_SAMPLES['GitHub classic token'] ?? { text: '' });

  onOneEngine('secrets in stored requests', (world) => {
    const { call, block } = recordCalls(world);

    /** Stores a secret in every kind of stored request about a memory, as if it predated screening. */
    const keep = async (id: string) => {
      const owner = ids.user(0);
      const [job, old] = [randomUUID(), randomUUID()];
      const said = JSON.stringify({ memory_block_id: id, success: true, suggested_keywords: [GITHUB] });
      await world.database.write({ kind: 'system' }, async (handle) => {
        for (const statement of [
          sql`insert into retrieval_events (memory_block_id, user_id, token_id, token_name, kind, query, tenant_id)
          select ${id}, ${owner}, ${randomUUID()}, 't', 'search', ${`why ${GITHUB}`}, tenant_id from memory_blocks where id = ${id}`,
          sql`insert into jobs (id, kind, user_id, options, total, status, organization_id, tenant_id)
          values (${job}, 'bulk_keywords', ${owner}, ${JSON.stringify({ user_instructions: GITHUB })}, 1, 'completed', ${ids.alphaOrg}, ${ids.alphaOrg}),
          (${old}, 'bulk_keywords', ${owner}, '{}', 1, 'completed', null, ${owner})`,
          sql`insert into job_items (job_id, position, input, outcome, tenant_id) values (${job}, 0, ${said}, ${said}, (select tenant_id from jobs where id = ${job})), (${old}, 0, ${said}, ${said}, (select tenant_id from jobs where id = ${old}))`,
          sql`insert into optimization_runs (id, suggestion, results, visibility_scope, organization_id, actor_user_id, tenant_id)
          values (${randomUUID()}, ${said}, ${said}, 'organization', ${ids.alphaOrg}, ${owner}, ${ids.alphaOrg})`,
          sql`insert into pinned_questions (question, settings, memory_block_ids, visibility_scope, organization_id, tenant_id)
          values (${`why ${GITHUB}`}, '{}', array[${id}::uuid], 'organization', ${ids.alphaOrg}, ${ids.alphaOrg})`,
          sql`insert into saved_views (name, parameters, visibility_scope, organization_id, tenant_id)
          values ('v', ${JSON.stringify({ search: GITHUB })}, 'organization', ${ids.alphaOrg}, ${ids.alphaOrg}) on conflict do nothing`,
          sql`insert into bulk_edits (edit_id, user_id, change, undo, visibility_scope, organization_id, tenant_id)
          values (${randomUUID()}, ${owner}, ${said}, ${`[${said}]`}, 'organization', ${ids.alphaOrg}, ${ids.alphaOrg})`,
          sql`insert into agent_activity (user_id, organization_id, token_id, token_name, kind, action, call, query, memory_ids, latency_ms, status, tenant_id)
          values (${owner}, ${ids.alphaOrg}, ${randomUUID()}, 't', 'read', 'search', 'GET /x', ${GITHUB}, '{}', 1, 200, ${ids.alphaOrg})`,
        ])
          await handle.execute(statement);
      });
    };
    const kept = async () =>
      findLeaks(
        (await readAllRows(world.database)).filter((row) => !/^(?:memory_block|search_|keywords)/.test(row)),
      );

    test.each([
      ['a finding is masked', false],
      ['the workspace begins to mask', true],
    ])('masks stored requests when %s', async (_when, byPolicy) => {
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

    test("stores no secret in a pinned question, regardless of the workspace's policy", async () => {
      const answer = await call('POST /pinned-questions/', 'editor@x.test', {
        question: `how do we use ${GITHUB}`,
        settings: {},
        memory_block_ids: [ids.block(1)],
      });
      expect([answer.statusCode, answer.body.includes(GITHUB)]).toEqual([201, false]);
    });

    test('suggests no secrets as keywords', async () => {
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
        const [suggestion] = body<{ suggestions?: { suggested_keywords: string[] }[] }>(answer)
          .suggestions ?? [body<{ suggested_keywords: string[] }>(answer)];
        const words = suggestion?.suggested_keywords ?? [];
        expect(words.length).toBeGreaterThan(0);
        expect(words.filter((word) => word.length > 7 && named.some((text) => text.includes(word)))).toEqual(
          [],
        );
      }
    });

    test.each(['mark', 'mask', 'refuse'])(
      'tells a form before saving what a workspace with the policy %s does',
      async (mode) => {
        await call('PUT /secret-policy', 'owner@x.test', { mode }, ALPHA);
        const check = (texts: object) =>
          call('POST /secret-findings/check', 'editor@x.test', { texts }, ALPHA);
        const answer = await check({ content: 'Nothing here.', errors: `denied for ${GITHUB}` });
        expect(body(answer)).toEqual({ mode, found: [{ field: 'errors', kind: 'GitHub token' }] });
        expect(answer.body).not.toContain(GITHUB);
        expect(body<{ found: unknown[] }>(await check({ content: 'Nothing here.' })).found).toEqual([]);
      },
    );
  });
});
