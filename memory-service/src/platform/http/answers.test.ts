/** @jest-environment node */
import { sql } from 'drizzle-orm';
import type {
  ConsolidationSuggestion,
  Job,
  MemoryBlock,
  PruningSuggestion,
} from '@hindsight/shared-contracts/api';
import { onOneEngine } from '../../testing/engines';
import { completion, sendJson, startModelServer } from '../../testing/modelServer';
import { ALPHA, recordCalls } from '../../testing/recordCalls';
import { body, get, ids, ownPage, send, testApp, tokenFor } from '../../testing/testApp';
import { hasTag } from './cachedAnswer';
import { writeWith } from '../../testing/directWrites';

describe('idempotency', () => {
  const SYSTEM = { kind: 'system' } as const;
  const EDITOR = 'editor@x.test';

  onOneEngine('a write with an idempotency key', (world) => {
    const { call, block, stored } = recordCalls(world);
    const create = (email: string, key: string, given: object = { content: 'Once only' }) =>
      call('POST /memory-blocks/', email, block(given), { ...ALPHA, 'idempotency-key': key });
    const count = async (what: ReturnType<typeof sql>) =>
      world.database.read(SYSTEM, async (handle) => {
        const { rows } = await handle.execute<{ n: number }>(sql`select count(*)::int as n from ${what}`);
        return rows[0]?.n ?? 0;
      });

    test('runs once for three concurrent requests and gives each the same response', async () => {
      const answers = await Promise.all([1, 2, 3].map(() => create(EDITOR, 'k-1')));
      expect(answers.map((answer) => answer.statusCode)).toEqual([201, 201, 201]);
      expect(new Set(answers.map((answer) => body<MemoryBlock>(answer).id)).size).toBe(1);
      const others = await Promise.all([create(EDITOR, 'k-2'), create('owner@x.test', 'k-1')]);
      expect(new Set([...others, ...answers].map((answer) => body<MemoryBlock>(answer).id)).size).toBe(3);
    });

    test('rejects a different request under the same key, and an invalid key', async () => {
      const other = await create(EDITOR, 'k-1', { content: 'Something else' });
      expect([other.statusCode, body<{ code: string }>(other).code]).toEqual([422, 'idempotency_key_reused']);
      expect((await create(EDITOR, 'two words')).statusCode).toBe(422);
      const token = await tokenFor(world.app, EDITOR, ['write'], ids.alphaOrg);
      const asToken = await send(world.app, 'POST /memory-blocks/', null, {
        token,
        body: block({ content: 'Once only' }),
        headers: { 'idempotency-key': 'k-1' },
      });
      expect(asToken.statusCode).toBe(422);
    });

    test('replays the original response with its headers, even if the row has changed or is gone', async () => {
      const { id } = await stored();
      const headers = { ...ALPHA, 'idempotency-key': 'change' };
      const change = () => call(`PUT /memory-blocks/${id}`, EDITOR, { errors: 'first' }, headers);
      const first = await change();
      await call(`PUT /memory-blocks/${id}`, EDITOR, { errors: 'second' });
      const again = await change();
      expect([again.body, again.headers['etag']]).toEqual([first.body, first.headers['etag']]);
      expect(body<MemoryBlock>(await call(`GET /memory-blocks/${id}`, EDITOR)).errors).toBe('second');

      const gone = { ...ALPHA, 'idempotency-key': 'gone' };
      const remove = () => call(`DELETE /memory-blocks/${id}/hard-delete`, EDITOR, undefined, gone);
      expect([(await remove()).statusCode, (await remove()).statusCode]).toEqual([204, 204]);
    });

    test('stores no refusals, so the same key can be retried', async () => {
      const name = { agent_name: 'Taken for a moment' };
      const made = body<{ agent_id: string }>(await call('POST /agents/', EDITOR, name));
      const headers = { ...ALPHA, 'idempotency-key': 'agent' };
      expect((await call('POST /agents/', EDITOR, name, headers)).statusCode).toBe(409);
      await call(`DELETE /agents/${made.agent_id}`, EDITOR);
      expect((await call('POST /agents/', EDITOR, name, headers)).statusCode).toBe(201);
    });

    test('creates one token, whose secret the database alone does not reveal', async () => {
      const given = { body: { name: 'robot', scopes: ['read'] }, headers: { 'idempotency-key': 'token-1' } };
      const make = async () =>
        body<{ token: string }>(await send(world.app, 'POST /users/me/tokens', EDITOR, given)).token;
      const token = await make();
      expect(await make()).toBe(token);
      const { rows } = await world.database.read(SYSTEM, (handle) =>
        handle.execute<{ answer: Buffer; key: string }>(
          sql`select answer, key_hash as key from idempotency_keys where answer is not null`,
        ),
      );
      const reveals = ({ answer, key }: (typeof rows)[number]) =>
        answer.includes(token.slice(-20)) || key.includes('token-1');
      expect([rows.length > 0, rows.some(reveals)]).toEqual([true, false]);
    });

    test('starts one job', async () => {
      const { id } = await stored();
      const headers = { ...ALPHA, 'idempotency-key': 'job', prefer: 'respond-async' };
      const start = () => call('POST /memory/prune/confirm', EDITOR, { memory_block_ids: [id] }, headers);
      const [first, second] = [await start(), await start()];
      expect([first.statusCode, second.statusCode, second.headers['location']]).toEqual([
        202,
        202,
        first.headers['location'],
      ]);
      expect(body<Job>(second).job_id).toBe(body<Job>(first).job_id);
    });

    test('leaves nothing behind when the process dies before the response is stored', async () => {
      const before = await count(sql`memory_blocks`);
      const dying = testApp({
        ...world.database,
        write: (actor, work) =>
          world.database.write(actor, async (handle) => {
            await work(handle);
            throw new Error('The process dies here.');
          }),
      });
      const broken = await send(dying, 'POST /memory-blocks/', EDITOR, {
        body: block(),
        headers: { ...ALPHA, 'idempotency-key': 'dies' },
      });
      await dying.close().catch(() => undefined);
      expect([broken.statusCode, await count(sql`memory_blocks`)]).toEqual([500, before]);
      expect((await create(EDITOR, 'dies', {})).statusCode).toBe(201);
      expect(await count(sql`memory_blocks`)).toBe(before + 1);
    });

    test('waits for the first in another process and runs once', async () => {
      const other = testApp(world.database);
      const headers = { ...ALPHA, 'idempotency-key': 'two-processes' };
      const given = { body: block({ content: 'Of two processes' }), headers };
      const answers = await Promise.all(
        [world.app, other].map((app) => send(app, 'POST /memory-blocks/', EDITOR, given)),
      );
      expect(answers.map((answer) => answer.statusCode)).toEqual([201, 201]);
      expect(new Set(answers.map((answer) => body<MemoryBlock>(answer).id)).size).toBe(1);
      await other.close();
    });

    test('is rejected while unfinished work holds the key, and counts as new a day later', async () => {
      const made = body<MemoryBlock>(await create(EDITOR, 'old'));
      const age = (interval: string, answer: ReturnType<typeof sql>) =>
        world.database.write(SYSTEM, (handle) =>
          handle.execute(
            sql`update idempotency_keys set created_at = now() - ${interval}::interval, answer = ${answer}`,
          ),
        );
      await age('1 minute', sql`null`);
      const busy = await create(EDITOR, 'old');
      expect([busy.statusCode, busy.headers['retry-after']]).toEqual([409, '1']);
      await age('25 hours', sql`'x'::bytea`);
      const later = await create(EDITOR, 'old');
      expect(later.statusCode).toBe(201);
      expect(body<MemoryBlock>(later).id).not.toBe(made.id);
    });
  });
});

describe('cachedAnswer', () => {
  const LIST = `/memory-blocks/?scope=organization&organization_id=${ids.alphaOrg}`;
  const VIEWER = 'viewer@x.test';
  const OWNER = 'owner@x.test';
  const SYSTEM = { kind: 'system' } as const;

  interface List {
    items: { id: string; content: string }[];
    total_items: number;
  }

  test('matches a tag in any list, whether or not the client marks it as weak', () => {
    expect(hasTag('"a", W/"b"', 'W/"b"')).toBe(true);
    expect(hasTag('"b"', 'W/"b"')).toBe(true);
    expect(hasTag('"a"', 'W/"b"')).toBe(false);
    expect(hasTag(undefined, 'W/"b"')).toBe(false);
  });

  onOneEngine('a cached response', (world) => {
    const computeTag = async (url = LIST, email = VIEWER) =>
      String((await get(world.app, url, email)).headers['etag']);

    test.each([
      LIST,
      LIST.replace('?', 'archived/?'),
      LIST.replace('memory-blocks', 'keywords'),
      LIST.replace('memory-blocks', 'agents'),
      LIST.replace('memory-blocks/', 'conversations/count'),
      LIST.replace('memory-blocks/', 'keywords/counts'),
      LIST.replace('memory-blocks/', 'agents/counts'),
    ])('returns 304 to a client that sends its tag: %s', async (url) => {
      const tag = await computeTag(url);
      const again = await get(world.app, url, VIEWER, { 'if-none-match': tag });
      expect([again.statusCode, again.body, again.headers['etag']]).toEqual([304, '', tag]);
      expect((await get(world.app, url, VIEWER, { 'if-none-match': 'W/"other"' })).statusCode).toBe(200);
    });

    test('gets a new tag after each change, including changes outside its rows', async () => {
      const tags = [await computeTag()];
      const change = async (key: string, given: object) => {
        const { statusCode } = await send(world.app, key, OWNER, {
          body: given,
          headers: { 'x-active-scope': 'organization', 'x-organization-id': ids.alphaOrg },
        });
        expect(statusCode).toBeLessThan(300);
        tags.push(await computeTag());
      };
      await change(`PUT /memory-blocks/${ids.block(1)}`, { content: 'changed by the owner' });
      await change(`PUT /agents/${ids.agent(1)}`, { agent_name: 'renamed' });
      await change(`POST /memory-blocks/${ids.block(6)}/archive`, {});
      expect(new Set(tags).size).toBe(4);
      const { items, total_items: total } = body<List>(await get(world.app, LIST, VIEWER));
      expect(items.map(({ id, content }) => [id, content])).toEqual([[ids.block(1), 'changed by the owner']]);
      expect(total).toBe(1);
    });

    test('belongs to the caller and follows their current rights', async () => {
      const tag = await computeTag();
      const may = (reads: boolean) =>
        world.database.write(SYSTEM, (handle) =>
          handle.execute(sql`update memberships set can_read = ${reads} where user_id = ${ids.user(3)}`),
        );
      await may(false);
      const refused = await get(world.app, LIST, VIEWER, { 'if-none-match': tag });
      expect([refused.statusCode, body<List>(refused).items]).toEqual([200, []]);
      expect(body<List>(await get(world.app, LIST, 'stranger@x.test')).items).toEqual([]);
      await may(true);
      expect(await computeTag()).toBe(tag);
    });

    test('varies with preferences and with the workspace named in headers', async () => {
      const url = '/memory-blocks/';
      const of = async (headers: object) => (await get(world.app, url, OWNER, headers)).body;
      const personal = await of({ 'x-active-scope': 'personal' });
      const shared = await of({ 'x-active-scope': 'organization', 'x-organization-id': ids.alphaOrg });
      expect(personal).not.toBe(shared);
    });
  });
});

/** Language model responses with content that PostgreSQL cannot store: U+0000 and lone surrogates. */
describe('storedAnswers', () => {
  const EDITOR = 'editor@x.test';
  const CONTENT =
    'The nightly export of the zebra ledger failed, because two schedulers started it in the same minute and both held the export lock.';
  const LESSON = 'Only one scheduler may start the export of the zebra ledger.';
  /** In JSON notation. */
  const BAD = '\\u0000\\ud83d';

  onOneEngine('a response with invalid characters', (world) => {
    const { stored } = recordCalls(world);

    test('is stored without them at each step, and one bad memory does not affect the others', async () => {
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
      expect(
        await post('/memory-blocks/bulk-compact', { memory_block_ids: [bad.id, good.id] }),
      ).toMatchObject({
        results: [
          { success: false, error: 'The language model returned no usable answer.' },
          { success: true },
        ],
      });
      expect(await testBlock(bad)).toMatchObject({ content: bad.content, lessons_learned: LESSON });
      expect(await testBlock(good)).toMatchObject({
        content: 'The export failed\ufffd.',
        lessons_learned: LESSON,
      });

      // Its preview would be cut off in the middle of the emoji.
      const emoji = await stored({ content: `${'x'.repeat(99)}😀 ${CONTENT}` });
      saying(`{"keywords": ["Zebra\\u0000 ledger", "lock${BAD}", null]}`);
      expect(
        await post('/memory-blocks/bulk-generate-keywords', { memory_block_ids: [emoji.id] }),
      ).toMatchObject({
        suggestions: [{ suggested_keywords: ['zebra ledger', 'lock\ufffd'] }],
      });

      await world.database.write({ kind: 'system' }, (handle) =>
        writeWith(
          handle,
          sql`
        insert into memory_blocks (agent_id, conversation_id, content, visibility_scope, organization_id, created_at, tenant_id)
        values (${ids.agent(1)}, ${ids.conversation(1)}, 'Old.', 'organization', ${ids.alphaOrg}, now() - interval '2 years', ${ids.alphaOrg})`,
        ),
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
});
