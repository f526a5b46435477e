/** @jest-environment node */
import path from 'node:path';
import { sql } from 'drizzle-orm';
import type { Compaction, Job, MemoryBlock } from '@hindsight/shared-contracts/api';
import { blockSource } from '../../demo/blocks';
import { generateDuplicates } from '../../demo/duplicates';
import { onOneEngine } from '../../testing/engines';
import { publicTexts } from '../../testing/judged/proposals';
import { completion, sendJson, startModelServer } from '../../testing/modelServer';
import { body, get, ids, ownPage, testApp } from '../../testing/testApp';
import { until } from '../../testing/waiting';
import { mergeTexts, removeRepetition } from './repetition';
import { writeWith } from '../../testing/directWrites';

const LONG = [
  'The deployment failed because the migration lock was held by a second migration process.',
  'We drank coffee.',
  'Releasing the migration lock let the deployment continue.',
  'The deployment failed because the migration lock was held by a second migration process.',
].join(' ');
const SHORTER = LONG.slice(0, LONG.lastIndexOf(' The deployment'));

onOneEngine('rewriting', (world) => {
  const id = (n: number) => ids.block(0x500 + n);
  const alpha = { 'x-active-scope': 'organization', 'x-organization-id': ids.alphaOrg };
  const post = (url: string, email: string | null, payload: unknown = {}, headers = {}, app = world.app) =>
    app.inject({
      method: 'POST',
      url,
      headers: { ...ownPage(email), ...alpha, 'content-type': 'application/json', ...headers },
      payload: JSON.stringify(payload),
    });

  beforeEach(async () => {
    await world.database.write({ kind: 'system' }, async (handle) => {
      await writeWith(handle, sql`delete from memory_blocks where id::text like '%-0000000025__'`);
      for (const [n, org] of [ids.alphaOrg, ids.alphaOrg, ids.alphaOrg, ids.betaOrg].entries()) {
        await writeWith(
          handle,
          sql`
          insert into memory_blocks (id, agent_id, conversation_id, content, lessons_learned, visibility_scope, organization_id, tenant_id)
          values (${id(n)}, ${ids.agent(1)}, ${ids.conversation(1)}, ${n === 2 ? 'Short.' : LONG}, 'Hold one lock.', 'organization', ${org}, ${org})`,
        );
      }
    });
  });

  const block = async (n: number, email = 'editor@x.test') =>
    body<MemoryBlock>(await get(world.app, `/memory-blocks/${id(n)}`, email));

  test('returns a shorter text and its author from compress, and stores nothing', async () => {
    const response = await post(`/memory-blocks/${id(0)}/compress`, 'editor@x.test', {
      user_instructions: 'be brief',
    });
    const preview = body<Compaction>(response);
    expect(response.statusCode).toBe(200);
    expect(preview).toMatchObject({
      compressed_content: SHORTER,
      generated_by: 'deterministic',
      user_instructions: 'be brief',
      key_insights_preserved: [],
      compression_quality_score: null,
      rationale:
        'Repeated sentences were removed. Everything else is kept word for word. Instructions need a language model and were ignored.',
    });
    expect(preview.compression_ratio).toBeLessThan(0.7);
    expect((await block(0)).content).toBe(LONG);
  });

  test('refuses to compress short or hidden memories, and when the feature is off', async () => {
    const short = await post(`/memory-blocks/${id(2)}/compress`, 'editor@x.test');
    expect([short.statusCode, body(short)]).toEqual([422, { detail: 'Couldn’t shorten this memory.' }]);
    expect((await post(`/memory-blocks/${id(3)}/compress`, 'editor@x.test')).statusCode).toBe(404);
    expect((await post(`/memory-blocks/${id(0)}/compress`, null)).statusCode).toBe(401);
    const off = testApp(world.database, { LLM_FEATURES_ENABLED: 'false' });
    for (const path of [`${id(0)}/compress`, `${id(0)}/suggest-keywords`]) {
      const answer = await post(`/memory-blocks/${path}`, 'editor@x.test', {}, {}, off);
      expect([answer.statusCode, body<{ detail: string }>(answer).detail]).toEqual([
        503,
        'LLM features are currently disabled.',
      ]);
    }
    await off.close();
  });

  test('stores the text on apply and keeps the previous version', async () => {
    const url = `/memory-blocks/${id(0)}/compress/apply`;
    const empty = await post(url, 'editor@x.test', { compressed_content: ' ' });
    expect([empty.statusCode, body(empty)]).toEqual([400, { detail: 'The content must not be empty.' }]);
    const applied = await post(url, 'editor@x.test', { compressed_content: 'Shorter.' });
    expect(body<MemoryBlock>(applied)).toMatchObject({
      content: 'Shorter.',
      lessons_learned: 'Hold one lock.',
    });
    const versions = body<{ content: string; reason: string }[]>(
      await get(world.app, `/memory-blocks/${id(0)}/versions`, 'editor@x.test'),
    );
    expect(versions[0]).toMatchObject({ content: LONG, reason: 'memory_compact' });
  });

  test('reports a result per id for bulk compaction, and changes only what the caller may change', async () => {
    const list = [id(0), id(2), id(3), 'nonsense'];
    const response = await post('/memory-blocks/bulk-compact', 'editor@x.test', {
      memory_block_ids: list,
      max_concurrent: 4,
    });
    expect(response.statusCode).toBe(200);
    expect(body(response)).toMatchObject({ successful_count: 1, failed_count: 3, total_processed: 4 });
    const { results } = body<{ results: { memory_block_id: string; success: boolean; error?: string }[] }>(
      response,
    );
    expect(results.map(({ success, error }) => error ?? success)).toEqual([
      true,
      'Couldn’t shorten this memory.',
      'Memory block not found',
      'Invalid memory ID.',
    ]);
    expect((await block(0)).content.length).toBeLessThan(LONG.length);
    expect((await block(3, 'root@x.test')).content).toBe(LONG);
    expect(
      (await post('/memory-blocks/bulk-compact', 'viewer@x.test', { memory_block_ids: [id(1)] })).json(),
    ).toMatchObject({
      failed_count: 1,
      results: [{ error: 'You don’t have permission to change this memory.' }],
    });
    const none = await post('/memory-blocks/bulk-compact', 'editor@x.test', { memory_block_ids: [] });
    expect([none.statusCode, body(none)]).toEqual([400, { detail: 'No memory block IDs provided' }]);
  });

  test('marks compactions of a job as undone when the earlier text is restored', async () => {
    const started = await post(
      '/memory-blocks/bulk-compact',
      'editor@x.test',
      { memory_block_ids: [id(0), id(1)] },
      { prefer: 'respond-async' },
    );
    const job = async () =>
      body<Job>(await get(world.app, `/jobs/${body<Job>(started).job_id}`, 'editor@x.test'));
    const { results } = await until(job, ({ status }) => status === 'completed');
    expect(results?.map(({ success, undone }) => [success, undone])).toEqual([
      [true, undefined],
      [true, undefined],
    ]);
    await post(
      `/memory-blocks/${id(0)}/versions/${Number(results?.[0]?.['version'])}/restore`,
      'editor@x.test',
    );
    expect((await job()).results?.map(({ undone }) => undone)).toEqual([true, undefined]);
  });

  test('runs as a job with progress, visible only to its owner, with Prefer: respond-async', async () => {
    const response = await post(
      '/memory-blocks/bulk-generate-keywords',
      'viewer@x.test',
      { memory_block_ids: [id(0), id(1), 'x'], run_id: id(7) },
      { prefer: 'respond-async' },
    );
    expect([response.statusCode, response.headers['preference-applied']]).toEqual([202, 'respond-async']);
    const { job_id: jobId, total, status } = body<Job>(response);
    expect([total, status, response.headers['location']]).toEqual([3, 'queued', `/jobs/${jobId}`]);
    expect(body<Job>(response)).toMatchObject({ user_instructions: null, max_concurrent: null });
    const job = await until(
      async () => body<Job>(await get(world.app, `/jobs/${jobId}`, 'viewer@x.test')),
      ({ finished_at: end }) => end !== null,
    );
    expect(job).toMatchObject({ status: 'completed', done: 3, succeeded: 2, failed: 1 });
    expect(job.results?.[0]).toMatchObject({ memory_block_id: id(0), generated_by: 'deterministic' });
    for (const [email, expected] of [
      ['editor@x.test', 404],
      [null, 404],
    ] as const) {
      expect((await get(world.app, `/jobs/${jobId}`, email)).statusCode).toBe(expected);
    }
    const newest = await get(world.app, '/jobs/?limit=1', 'viewer@x.test');
    expect(body(newest)).toMatchObject({ items: [{ job_id: jobId, run_id: id(7), results: null }] });
    for (const [email, query] of [
      ['viewer@x.test', '?active=true'],
      ['stranger@x.test', ''],
      [null, ''],
    ] as const) {
      expect((await get(world.app, `/jobs/${query}`, email)).json()).toMatchObject({ items: [] });
    }
    const cancelled = await post(`/jobs/${jobId}/cancel`, 'viewer@x.test');
    expect(body<Job>(cancelled).status).toBe('completed');
  });

  test('suggests bulk keywords for readable memories and applies them within the block’s workspace', async () => {
    const response = await post('/memory-blocks/bulk-generate-keywords', 'viewer@x.test', {
      memory_block_ids: [id(0), id(3)],
    });
    expect(body(response)).toMatchObject({ successful_count: 1, failed_count: 1, total_processed: 2 });
    const applied = await post('/memory-blocks/bulk-apply-keywords', 'editor@x.test', {
      applications: [
        { memory_block_id: id(0), selected_keywords: ['Migration.', 'lock', 'LOCK', ' '] },
        { memory_block_id: id(3), selected_keywords: ['lock'] },
        { selected_keywords: ['x'] },
      ],
    });
    expect(body(applied)).toMatchObject({
      successful_count: 1,
      failed_count: 2,
      total_processed: 3,
      results: [
        { success: true, added_keywords: ['Migration', 'LOCK'], skipped_keywords: [] },
        { success: false, error: 'Memory block not found' },
        { success: false, error: 'Invalid memory ID.' },
      ],
    });
    const keywords = (await block(0)).keywords;
    expect(keywords.map(({ keyword_text: text, organization_id: org }) => [text, org])).toEqual([
      ['LOCK', ids.alphaOrg],
      ['Migration', ids.alphaOrg],
    ]);
    const again = await post('/memory-blocks/bulk-apply-keywords', 'editor@x.test', {
      applications: [{ memory_block_id: id(0), selected_keywords: ['migration'] }],
    });
    expect(body(again)).toMatchObject({ results: [{ added_keywords: [], skipped_keywords: ['migration'] }] });
  });

  test('keeps the outcome in a job but hides the texts from a person who lost access', async () => {
    const started = await post(
      '/memory-blocks/bulk-generate-keywords',
      'viewer@x.test',
      { memory_block_ids: [id(0)] },
      { prefer: 'respond-async' },
    );
    const job = async () =>
      body<Job>(await get(world.app, `/jobs/${body<Job>(started).job_id}`, 'viewer@x.test', alpha));
    const ended = await until(job, ({ status }) => status === 'completed');
    expect(JSON.stringify(ended.results)).toContain('migration');
    const read = (may: boolean) =>
      world.database.write({ kind: 'system' }, (handle) =>
        handle.execute(sql`update memberships set can_read = ${may}
          where user_id = ${ids.user(3)} and organization_id = ${ids.alphaOrg}`),
      );
    await read(false);
    expect((await job()).results).toMatchObject([
      { success: true, memory_block_id: id(0), memory_block_content_preview: '', suggested_keywords: [] },
    ]);
    await read(true);
    expect((await job()).results).toEqual(ended.results);
  });

  test('merges blocks of one workspace into one and archives the originals', async () => {
    const merge = (list: string[], email = 'editor@x.test') =>
      post('/memory-blocks/merge', email, { memory_block_ids: list, merged_content: 'One.' });
    expect((await merge([id(0)])).statusCode).toBe(422);
    expect((await merge([id(0), id(3)])).statusCode).toBe(404);
    expect((await merge([id(0), id(3)], 'root@x.test')).statusCode).toBe(409);
    expect((await merge([id(0), id(1)], 'viewer@x.test')).statusCode).toBe(403);
    const merged = body<MemoryBlock & { archived_memory_ids: string[] }>(await merge([id(0), id(1)]));
    expect(merged).toMatchObject({
      content: 'One.',
      lessons_learned: 'Hold one lock.',
      organization_id: ids.alphaOrg,
      metadata_col: { merged_from: [id(0), id(1)] },
      archived_memory_ids: [id(0), id(1)],
    });
    expect([(await block(0)).archived, (await block(1)).archived]).toEqual([true, true]);
    expect((await merge([id(0), id(1)])).statusCode).toBe(409);
  });

  test('uses the language model if configured, and reports its failures', async () => {
    const server = await startModelServer();
    const app = testApp(world.database, {
      LLM_BASE_URL: server.url,
      LLM_MODEL: 'm',
      LLM_TIMEOUT_SECONDS: '1',
    });
    const answer = {
      content: 'Short text.',
      lessons_learned: 'L',
      quality: 9,
      rationale: 'because',
    };
    server.answer((_request, response) => sendJson(response, 200, completion(JSON.stringify(answer))));
    const made = await post(`/memory-blocks/${id(0)}/compress`, 'editor@x.test', {}, {}, app);
    expect(body<Compaction>(made)).toMatchObject({
      compressed_content: 'Short text.',
      generated_by: 'model',
      compression_quality_score: 9,
    });
    // A field that the model omits or leaves empty replaces nothing.
    await world.database.write({ kind: 'system' }, (handle) =>
      writeWith(
        handle,
        sql`update memory_blocks set content = ${LONG}, lessons_learned = 'Keep me.' where id = ${id(0)}`,
      ),
    );
    for (const lessons of [null, '', ' ', undefined]) {
      const text = JSON.stringify({ ...answer, lessons_learned: lessons });
      server.answer((_request, response) => sendJson(response, 200, completion(text)));
      const kept = await post(`/memory-blocks/${id(0)}/compress`, 'editor@x.test', {}, {}, app);
      expect([lessons, body<Compaction>(kept).compressed_lessons_learned]).toEqual([lessons, 'Keep me.']);
    }
    const bulk = { memory_block_ids: [id(0)], user_instructions: '', max_concurrent: 1 };
    await post('/memory-blocks/bulk-compact', 'editor@x.test', bulk, {}, app);
    expect(await block(0)).toMatchObject({ content: 'Short text.', lessons_learned: 'Keep me.' });
    const apply = { compressed_content: 'Shorter.' };
    await post(`/memory-blocks/${id(0)}/compress/apply`, 'editor@x.test', apply, {}, app);
    expect(await block(0)).toMatchObject({ content: 'Shorter.', lessons_learned: 'Keep me.' });

    server.answer(() => undefined);
    const hung = await post(`/memory-blocks/${id(0)}/compress`, 'editor@x.test', {}, {}, app);
    expect([hung.statusCode, body<{ code: string }>(hung).code]).toEqual([503, 'llm_unreachable']);
    await app.close();
    await server.close();
  });
});

const LOCK = 'The deployment failed because the migration lock was held by a second process.';
const RULE = 'A migration must never run in two processes at once.';

describe('removeRepetition', () => {
  test.each([
    [
      'a sentence that a later paragraph repeats',
      `${LOCK} ${RULE}\n\nWe waited. ${LOCK}`,
      `${LOCK} ${RULE}\n\nWe waited.`,
    ],
    ['a paragraph that repeats another one', `${LOCK}\n\n${RULE}\n\n${LOCK}\n`, `${LOCK}\n\n${RULE}`],
    [
      'a sentence that a longer one begins with',
      `We deploy with two runners. ${RULE} ${RULE.replace('.', ', and so we hold a lock.')}`,
      `We deploy with two runners. ${RULE.replace('.', ', and so we hold a lock.')}`,
    ],
    [
      'a text that was pasted twice',
      `# Lock\n\n1. Stop.\n2. Run.\n\n# Lock\n\n1. Stop.\n2. Run.`,
      `# Lock\n\n1. Stop.\n2. Run.`,
    ],
  ])('removes the repetition of %s', (_, text, shorter) => {
    expect(removeRepetition(text)).toBe(shorter);
  });

  test.each([
    ['a text without repetition', `${LOCK} We drank coffee. ${RULE}`],
    [
      'short sentences, which depend on their place',
      'Retry the upload. It failed. Restart the worker. It failed.',
    ],
    [
      'numbered steps',
      `1. Restart the billing worker on the first host.\n2. Migrate.\n3. Restart the billing worker on the first host.`,
    ],
    [
      'list items',
      `- Restart the billing worker on the first host.\n- Migrate.\n- Restart the billing worker on the first host.`,
    ],
    ['lines of code', '```sh\nnpm run build\nnpm test\nnpm run build\n```'],
    ['labeled lines', `Cause: ${LOCK}\n\nLesson: ${LOCK}`],
    [
      'turns of a conversation',
      `User: Please run all of the tests again.\nAgent: They pass.\nUser: Please run all of the tests again.`,
    ],
    ['what a heading leads to', `${LOCK} ${RULE}\n\n## Lesson\n\n${RULE}`],
    ['what a label leads to', `${LOCK} ${RULE}\n\n**Lesson**\n\n${RULE}`],
    ['what leads to a list', `${LOCK} ${RULE}\n\n- one\n\n${RULE}\n\n- two`],
    [
      'what is said of two things',
      `# Deploys\n\nAsk first.\n\n## Staging\n\nIt is easy. ${RULE}\n\n## Production\n\nIt is hard. ${RULE}`,
    ],
    ['what is said of two places', `Staging\n\nIt is easy. ${RULE}\n\nProduction\n\nIt is hard. ${RULE}`],
    [
      'wrapped lines that end alike',
      'Never deploy to production\nwhen the ledger is closed by accounting.\n\nAlways deploy to staging\nwhen the ledger is closed by accounting.',
    ],
    [
      'sentences that differ in a number, a name or a sign',
      'Keep the pool of search at 10 connections. Keep the pool of search at 20 connections. Never use the -f flag of that command. Never use the -F flag of that command.',
    ],
    ['a rule that stands behind a label', `We deploy with two runners. ${RULE} A guess: ${RULE}`],
    [
      'a rule and its opposite',
      'Deploy the billing service to production on Fridays. Never deploy the billing service to production on Fridays.',
    ],
  ])('keeps %s', (_, text) => {
    expect(removeRepetition(text)).toBe(text);
  });
});

describe('mergeTexts', () => {
  test('keeps sentences that only one of the texts contains', () => {
    const told = `${LOCK} ${RULE}`;
    expect(mergeTexts([told, `${LOCK} Applies to line_items as well.`])).toBe(
      `${told}\n\nApplies to line_items as well.`,
    );
    expect(mergeTexts(['Retry the upload.', 'Retry the upload 3 times.', ''])).toBe(
      'Retry the upload 3 times.\n\nRetry the upload.',
    );
  });

  test('adds nothing from a text that another one contains', () => {
    const long = `# Lock\n\n${LOCK} It failed. ${RULE}\n\n- Hold one lock.\n- Log it.`;
    for (const short of [
      LOCK,
      `${LOCK} It failed.`,
      RULE,
      '- Hold one lock.',
      `${LOCK}\n\n- Log it.`,
      '# Lock',
    ])
      expect(mergeTexts([short, long])).toBe(long);
  });

  test('keeps a short sentence that follows a different one', () => {
    expect(
      mergeTexts(['We restarted the billing worker twice. It failed.', 'We moved the worker. It failed.']),
    ).toContain('We moved the worker. It failed.');
  });

  test('keeps steps, tables and code whole, with their lead-ins', () => {
    const steps = 'To recover:\n\n1. Stop.\n2. Migrate.';
    const other = `${LOCK}\n\n## Steps\n\nTo recover:\n\n1. Stop.\n2. Back up.\n\n${RULE}`;
    expect(mergeTexts([other, `${LOCK}\n\n${steps}`])).toBe(`${other}\n\n${steps}`);
  });
});

const flat = (text: string) => text.replace(/\s+/g, ' ').trim();
const bare = (text: string) => text.replace(/(?<![\p{P}\s])[\p{P}\s]+$/u, '');
const readTokens = (text: string) =>
  text
    .split(/\s+/)
    .map(bare)
    .filter((token) => token !== '');
/** Lines whose number and order matter: code, steps, items, labels, tables. */
const boundLines = (text: string) =>
  text
    .split('\n')
    .filter(
      (line) =>
        /^\s*(?:\d+[.)]|[-*+](?=\s)|[|>$#]|```|\w[^.!?]{0,40}[:=]\s)|^\s{2,}/.test(line) &&
        line.trim() !== '',
    );

/** Parts of the originals that are missing in the result. */
function lost(originals: readonly string[], result: string): string[] {
  const [said, tokens] = [flat(result), new Set(readTokens(result))];
  return originals.flatMap((original) => [
    ...original
      .split(/\n(?=[ \t]*(?:\n|[-*+|>#`]|\d+[.)]))/)
      .flatMap((paragraph) => flat(paragraph).split(/(?<=[.!?])\s+/))
      .filter((sentence) => !said.includes(bare(sentence))),
    ...readTokens(original).filter((token) => !tokens.has(token)),
  ]);
}

const ROOT = path.join(__dirname, '../../../..');
const SECTIONS = 500;

function demoTexts(): string[] {
  const source = blockSource(1, new Date('2026-06-01T12:00:00Z'));
  const blocks = Array.from({ length: 1_000 }, (_, index) => source.next(index).block);
  const repeats = generateDuplicates(1, new Date('2026-06-01T12:00:00Z')).map(({ block }) => block);
  return [...blocks, ...repeats].flatMap(({ content, lessons_learned: lessons }) => [
    String(content),
    String(lessons ?? ''),
  ]);
}

describe.each([
  ['the memories of the demo', demoTexts],
  ['500 sections of public READMEs', () => publicTexts(ROOT, SECTIONS)],
])('over %s', (_, read) => {
  const texts = read();

  test('compaction loses no sentence, number, name, command or step', () => {
    for (const text of texts) {
      const result = removeRepetition(text);
      expect(lost([text], result)).toEqual([]);
      if (result !== text) expect(boundLines(result)).toEqual(boundLines(text));
    }
  });

  test('compaction removes repeated sentences', () => {
    let shorter = 0;
    for (const text of texts) {
      const sentences = flat(text.split(/\n\s*\n/)[1] ?? '').split(/(?<=\w[.!])\s+(?=[A-Z])/);
      const repeated = `${text.trimEnd()}\n\nThis was written on a second day. ${sentences.at(-1)}\n\nThe end.`;
      const result = removeRepetition(repeated);
      expect(lost([repeated], result)).toEqual([]);
      if (result.length < repeated.length) shorter += 1;
    }
    // In the other texts, the sentence is in another section, in a list, or too short.
    expect(shorter).toBeGreaterThan(50);
  });

  test('merging loses no sentence, number, name, command or step', () => {
    for (const [n, text] of texts.entries()) {
      // Whole lines: nobody writes half an address.
      const end = text.slice(text.indexOf('\n', text.length / 3) + 1);
      const other = `${end}\n\n${(texts[n + 1] ?? '').split('\n').slice(0, 4).join('\n')}`;
      expect(lost([text, other], mergeTexts([text, other]))).toEqual([]);
    }
  });
});
