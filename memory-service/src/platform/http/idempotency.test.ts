/** @jest-environment node */
import { sql } from 'drizzle-orm';
import type { Job, MemoryBlock } from '@hindsight/shared-contracts/api';
import { onOneEngine } from '../../testing/engines';
import { ALPHA, recordCalls } from '../../testing/recordCalls';
import { body, ids, send, testApp, tokenFor } from '../../testing/testApp';

const SYSTEM = { kind: 'system' } as const;
const EDITOR = 'editor@x.test';

onOneEngine('a write with an Idempotency-Key', (world) => {
  const { call, block, stored } = recordCalls(world);
  const create = (email: string, key: string, given: object = { content: 'Once only' }) =>
    call('POST /memory-blocks/', email, block(given), { ...ALPHA, 'idempotency-key': key });
  const count = async (what: ReturnType<typeof sql>) =>
    world.database.read(SYSTEM, async (handle) => {
      const { rows } = await handle.execute<{ n: number }>(sql`select count(*)::int as n from ${what}`);
      return rows[0]?.n ?? 0;
    });

  test('is carried out once for three requests at the same moment, and gives each the same answer', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => create(EDITOR, 'k-1')));
    expect(answers.map((answer) => answer.statusCode)).toEqual([201, 201, 201]);
    expect(new Set(answers.map((answer) => body<MemoryBlock>(answer).id)).size).toBe(1);
    const others = await Promise.all([create(EDITOR, 'k-2'), create('owner@x.test', 'k-1')]);
    expect(new Set([...others, ...answers].map((answer) => body<MemoryBlock>(answer).id)).size).toBe(3);
  });

  test('refuses another request under the same key, and a key that is none', async () => {
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

  test('gives the answer of then, with its headers, even when the row has changed or is gone', async () => {
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

  test('stores nothing for a refusal, so that the same key may try again', async () => {
    const name = { agent_name: 'Taken for a moment' };
    const made = body<{ agent_id: string }>(await call('POST /agents/', EDITOR, name));
    const headers = { ...ALPHA, 'idempotency-key': 'agent' };
    expect((await call('POST /agents/', EDITOR, name, headers)).statusCode).toBe(409);
    await call(`DELETE /agents/${made.agent_id}`, EDITOR);
    expect((await call('POST /agents/', EDITOR, name, headers)).statusCode).toBe(201);
  });

  test('makes one token, and the database alone does not reveal its secret', async () => {
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

  test('leaves nothing behind when the process dies before the answer is stored', async () => {
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

  test('in another process waits for the first, and is carried out once', async () => {
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

  test('is refused while unfinished work has the key, and is a new request a day later', async () => {
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
