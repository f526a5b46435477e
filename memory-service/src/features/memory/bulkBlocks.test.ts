/** @jest-environment node */
import { sql } from 'drizzle-orm';
import type { Job, MemoryBlock } from '@hindsight/shared-contracts/api';
import { onOneEngine } from '../../testing/engines';
import { body, get, ids, send, tokenFor } from '../../testing/testApp';
import { until } from '../../testing/waiting';

const ALPHA = { 'x-active-scope': 'organization', 'x-organization-id': ids.alphaOrg };

onOneEngine('many blocks at once', (world) => {
  const id = (n: number) => ids.block(0x600 + n);
  const post = (path: string, email: string | null, given: unknown, headers = {}) =>
    send(world.app, `POST ${path}`, email, { body: given, headers: { ...ALPHA, ...headers } });
  const stored = () =>
    world.database.read({ kind: 'system' }, async (handle) => {
      const { rows } = await handle.execute<{ n: number; archived: boolean }>(
        sql`select ('x' || right(id::text, 2))::bit(8)::int as n, archived from memory_blocks
          where id::text like '%-0000000026__' order by id`,
      );
      return rows.map(({ n, archived }) => [n, archived]);
    });
  const ended = async (response: { body: string }) => {
    const { job_id: id } = JSON.parse(response.body) as Job;
    const look = async () => body<Job>(await get(world.app, `/jobs/${id}`, 'editor@x.test'));
    return until(look, ({ finished_at: end }) => end !== null);
  };

  // 0 and 1 are Alpha's, 2 is Beta's, 3 is the stranger's own.
  beforeEach(async () => {
    await world.database.write({ kind: 'system' }, async (handle) => {
      await handle.execute(sql`delete from memory_blocks where id::text like '%-0000000026__'`);
      for (const [n, [org, owner]] of [
        [ids.alphaOrg, null],
        [ids.alphaOrg, null],
        [ids.betaOrg, null],
        [null, ids.user(5)],
      ].entries()) {
        await handle.execute(sql`
          insert into memory_blocks (id, agent_id, conversation_id, content, visibility_scope, organization_id, owner_user_id)
          values (${id(n)}, ${ids.agent(1)}, ${ids.conversation(1)}, 'Hold one lock.',
            ${org ? 'organization' : 'personal'}::visibility_scope, ${org}, ${owner})`);
      }
    });
  });

  const everything = { memory_block_ids: [id(1), id(2), id(0).toUpperCase(), 'x', id(3), id(1)] };
  const missing = { success: false, error: 'Memory block not found' };

  test.each([
    [
      'archive',
      'Archived',
      [
        [0, true],
        [1, true],
        [2, false],
        [3, false],
      ],
    ],
    [
      'delete',
      'Deleted',
      [
        [2, false],
        [3, false],
      ],
    ],
  ])('bulk-%s answers for each id and touches nothing of others', async (what, done, left) => {
    const response = await post(`/memory-blocks/bulk-${what}`, 'editor@x.test', everything);
    expect([response.statusCode, body(response)]).toEqual([
      200,
      {
        results: [
          { memory_block_id: id(1), success: true },
          { memory_block_id: id(2), ...missing },
          { memory_block_id: id(0), success: true },
          { memory_block_id: 'x', ...missing },
          { memory_block_id: id(3), ...missing },
        ],
        successful_count: 2,
        failed_count: 3,
        total_processed: 5,
        message: `${done} 2 of 5 memory blocks.`,
      },
    ]);
    expect(await stored()).toEqual(left);
  });

  test.each(['archive', 'delete'])('bulk-%s by a viewer changes nothing and says why', async (what) => {
    const response = await post(`/memory-blocks/bulk-${what}`, 'viewer@x.test', {
      memory_block_ids: [id(0)],
    });
    expect(body(response)).toMatchObject({
      results: [{ success: false, error: 'You don’t have permission to change this memory.' }],
    });
    expect((await stored()).length).toBe(4);
    expect(
      (await post(`/memory-blocks/bulk-${what}`, 'editor@x.test', { memory_block_ids: [] })).statusCode,
    ).toBe(422);
  });

  test('a token of another organization reaches none of them', async () => {
    await world.database.write({ kind: 'system' }, (handle) =>
      handle.execute(sql`insert into memberships (organization_id, user_id, role, can_read, can_write)
        values (${ids.betaOrg}, ${ids.user(2)}, 'editor', true, true) on conflict do nothing`),
    );
    const token = await tokenFor(world.app, 'editor@x.test', ['read', 'write'], ids.betaOrg);
    const response = await send(world.app, 'POST /memory-blocks/bulk-delete', null, {
      token,
      body: { memory_block_ids: [id(0), id(1), id(3)] },
    });
    expect(body(response)).toMatchObject({ successful_count: 0, failed_count: 3 });
    expect((await stored()).length).toBe(4);
    await world.database.write({ kind: 'system' }, (handle) =>
      handle.execute(
        sql`delete from memberships where organization_id = ${ids.betaOrg} and user_id = ${ids.user(2)}`,
      ),
    );
  });

  test('chosen keywords and confirmed pruning go on as jobs when the client prefers that', async () => {
    const prefer = { prefer: 'respond-async' };
    const applied = await post(
      '/memory-blocks/bulk-apply-keywords',
      'editor@x.test',
      {
        applications: [id(0), id(2)].map((block) => ({
          memory_block_id: block,
          selected_keywords: ['locks'],
        })),
        run_id: id(9),
      },
      prefer,
    );
    expect([applied.statusCode, applied.headers['preference-applied']]).toEqual([202, 'respond-async']);
    expect(await ended(applied)).toMatchObject({
      kind: 'bulk_apply_keywords',
      run_id: id(9),
      status: 'completed',
      results: [
        { memory_block_id: id(0), success: true, added_keywords: ['locks'] },
        { memory_block_id: id(2), ...missing },
      ],
    });
    const pruned = await post(
      '/memory/prune/confirm',
      'editor@x.test',
      { memory_block_ids: [id(0), id(2)] },
      prefer,
    );
    expect(await ended(pruned)).toMatchObject({
      kind: 'pruning',
      status: 'completed',
      succeeded: 1,
      failed: 1,
    });
    expect(await stored()).toEqual([
      [0, true],
      [1, false],
      [2, false],
      [3, false],
    ]);
  });

  test('a block says its state in an ETag, and an edit of another state is refused', async () => {
    const path = `/memory-blocks/${id(0)}`;
    const seen = await get(world.app, path, 'editor@x.test');
    const tag = String(seen.headers['etag']);
    expect(tag).toBe(`"${body<MemoryBlock>(seen).updated_at}"`);
    const edit = (content: string, match: string) =>
      send(world.app, `PUT ${path}`, 'editor@x.test', {
        body: { content },
        headers: { ...ALPHA, 'if-match': match },
      });
    const first = await edit('One', tag);
    expect([first.statusCode, first.headers['etag']]).toEqual([
      200,
      `"${body<MemoryBlock>(first).updated_at}"`,
    ]);
    expect((await edit('Two', tag)).statusCode).toBe(409);
    expect((await edit('Two', String(first.headers['etag']))).statusCode).toBe(200);
  });
});
