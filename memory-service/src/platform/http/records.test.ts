/** @jest-environment node */
import { sql } from 'drizzle-orm';
import type { MemoryBlock, MemoryBlockVersion } from '@hindsight/shared-contracts/api';
import { onOneEngine } from '../../testing/engines';
import { ALPHA, PERSONAL, recordCalls } from '../../testing/recordCalls';
import { body, get, ids, send, tokenFor } from '../../testing/testApp';

onOneEngine('records', (world) => {
  const { call, block, stored, detail } = recordCalls(world);

  describe('memory blocks', () => {
    test('creates a memory in its workspace with keywords without stop words, and audits it', async () => {
      const made = await stored({ metadata_col: { a: 1 }, retrieval_count: 9, archived: true });
      expect(made).toMatchObject({
        visibility_scope: 'organization',
        organization_id: ids.alphaOrg,
        owner_user_id: null,
        agent_name: 'agent 1',
        archived: false,
        retrieval_count: 0,
        metadata_col: { a: 1 },
      });
      expect(made.keywords.map((word) => word.keyword)).toEqual([
        'connections',
        'gateway',
        'resets',
        'retries',
        'upstream',
      ]);
      const trail = await world.database.read({ kind: 'system' }, (handle) =>
        handle.execute(sql`select action_type from audits where target_id = ${made.id}`),
      );
      expect(trail.rows).toEqual([{ action_type: 'memory_create' }]);
    });

    test('creates no keywords from everyday words', async () => {
      const made = await stored({ content: 'The first deploy failed because nobody noticed the full disk' });
      expect(made.keywords.map((word) => word.keyword)).toEqual(['deploy', 'disk']);
    });

    test.each([
      ['no scope', 'editor@x.test', {}, {}, 400, 'scope_required'],
      [
        'no organization',
        'editor@x.test',
        {},
        { 'x-active-scope': 'organization' },
        400,
        'organization_id_required',
      ],
      ['a guest', null, {}, ALPHA, 401, 'Guest mode is read-only. Sign in to perform changes.'],
      ['a viewer', 'viewer@x.test', {}, ALPHA, 403, 'No write permission in target organization'],
      ['a stranger', 'stranger@x.test', {}, ALPHA, 403, 'Not a member of target organization'],
      [
        'public',
        'editor@x.test',
        {},
        { 'x-active-scope': 'public' },
        403,
        'Only superadmin can create public data',
      ],
      ['an agent of others', 'editor@x.test', { agent_id: ids.agent(2) }, ALPHA, 404, 'Agent not found'],
      ['an agent of another workspace', 'owner@x.test', { agent_id: ids.agent(3) }, ALPHA, 422, undefined],
      ['a score above 100', 'editor@x.test', { feedback_score: 101 }, ALPHA, 422, undefined],
      [
        'a script as link',
        'editor@x.test',
        { external_history_link: 'javascript:alert(1)' },
        ALPHA,
        422,
        undefined,
      ],
    ])('rejects creation: %s', async (_name, email, given, headers, status, text) => {
      const response = await call('POST /memory-blocks/', email, block(given), headers);
      expect(response.statusCode).toBe(status);
      if (text !== undefined) expect(detail(response)).toBe(text);
    });

    test('lets a superadmin create without a membership, and defaults a token to its own workspace', async () => {
      const beta = { 'x-active-scope': 'organization', 'x-organization-id': ids.betaOrg };
      const made = await call('POST /memory-blocks/', 'root@x.test', block({ agent_id: ids.agent(2) }), beta);
      expect(made.statusCode).toBe(201);
      const limited = await tokenFor(world.app, 'editor@x.test', ['write'], ids.alphaOrg);
      const viaToken = await send(world.app, 'POST /memory-blocks/', null, { token: limited, body: block() });
      expect(body<MemoryBlock>(viaToken).organization_id).toBe(ids.alphaOrg);
      const free = await tokenFor(world.app, 'owner@x.test', ['write']);
      const own = block({ agent_id: ids.agent(3) });
      const personal = await send(world.app, 'POST /memory-blocks/', null, { token: free, body: own });
      expect(body<MemoryBlock>(personal).visibility_scope).toBe('personal');
      const reader = await tokenFor(world.app, 'editor@x.test', ['read'], ids.alphaOrg);
      const refused = await send(world.app, 'POST /memory-blocks/', null, { token: reader, body: block() });
      expect([refused.statusCode, detail(refused)]).toEqual([403, 'Token lacks write scope']);
      const aimed = await send(world.app, 'POST /memory-blocks/', null, {
        token: limited,
        body: block({ organization_id: ids.betaOrg }),
      });
      expect(aimed.statusCode).toBe(403);
    });

    test('updates the fields sent, keeps the previous version, and guards against lost updates', async () => {
      const made = await stored({ lessons_learned: 'first' });
      const key = `PUT /memory-blocks/${made.id}`;
      const link = 'https://history.example/1';
      const after = body<MemoryBlock>(
        await call(key, 'editor@x.test', { lessons_learned: 'second', external_history_link: link }),
      );
      expect(after).toMatchObject({
        content: made.content,
        lessons_learned: 'second',
        external_history_link: link,
      });
      for (const [given, headers] of [
        [{ lessons_learned: 'third', expected_updated_at: made.updated_at }, ALPHA],
        [{ lessons_learned: 'third' }, { ...ALPHA, 'if-match': `"${made.updated_at}"` }],
      ] as const) {
        const late = await call(key, 'owner@x.test', given, headers);
        expect(late.statusCode).toBe(409);
        expect(body(late)).toMatchObject({
          code: 'edit_conflict',
          current: { lessons_learned: 'second' },
          sent: { lessons_learned: 'third' },
        });
      }
      const intime = await call(
        key,
        'owner@x.test',
        { errors: 'e' },
        { ...ALPHA, 'if-match': `"${after.updated_at}"` },
      );
      expect(intime.statusCode).toBe(200);
      const list = await get(world.app, `/memory-blocks/${made.id}/versions`, 'viewer@x.test');
      expect(list.headers['x-total-count']).toBe('2');
      const versions = body<MemoryBlockVersion[]>(list);
      expect(versions.map((item) => [item.version, item.reason, item.lessons_learned])).toEqual([
        [2, 'memory_update', 'second'],
        [1, 'memory_update', 'first'],
      ]);
      expect(versions[0]?.actor_name).toBe('owner@x.test');
      expect((await get(world.app, `/memory-blocks/${made.id}/versions`, 'stranger@x.test')).statusCode).toBe(
        404,
      );
      const restored = await call(`POST /memory-blocks/${made.id}/versions/1/restore`, 'editor@x.test');
      expect(body(restored)).toMatchObject({
        lessons_learned: 'first',
        external_history_link: null,
        errors: null,
      });
      expect(
        (await call(`POST /memory-blocks/${made.id}/versions/99/restore`, 'editor@x.test')).statusCode,
      ).toBe(404);
    });

    test.each([
      [{ content: null }],
      [{ feedback_score: -1 }],
      [{ archived: 'yes' }],
      [{ metadata_col: [1] }],
    ])('rejects an update with %j', async (given) => {
      expect((await call(`PUT /memory-blocks/${ids.block(1)}`, 'editor@x.test', given)).statusCode).toBe(422);
    });

    test('keeps the archive time on a second archive, clears it on restore, and sorts the archived list by it', async () => {
      const [first, second] = [await stored(), await stored()];
      for (const made of [second, first])
        await call(`POST /memory-blocks/${made.id}/archive`, 'editor@x.test');
      const archived = body<MemoryBlock>(
        await call(`POST /memory-blocks/${second.id}/archive`, 'editor@x.test'),
      );
      expect(archived.archived).toBe(true);
      const list = body<{ items: MemoryBlock[] }>(
        await get(
          world.app,
          '/memory-blocks/archived?sort_by=archived_at&sort_order=desc',
          'viewer@x.test',
          ALPHA,
        ),
      ).items;
      expect(list.findIndex((x) => x.id === first.id)).toBeLessThan(
        list.findIndex((x) => x.id === second.id),
      );
      expect(list.find((item) => item.id === second.id)?.archived_at).toBe(archived.archived_at);
      expect((await call(`DELETE /memory-blocks/${first.id}`, 'editor@x.test')).statusCode).toBe(204);
      const back = body<MemoryBlock>(
        await call(`PUT /memory-blocks/${first.id}`, 'editor@x.test', { archived: false }),
      );
      expect([back.archived, back.archived_at]).toEqual([false, null]);
      expect((await call(`DELETE /memory-blocks/${first.id}/hard-delete`, 'viewer@x.test')).statusCode).toBe(
        403,
      );
      expect((await call(`DELETE /memory-blocks/${first.id}/hard-delete`, 'editor@x.test')).statusCode).toBe(
        204,
      );
      expect((await call(`DELETE /memory-blocks/${first.id}/hard-delete`, 'editor@x.test')).statusCode).toBe(
        404,
      );
    });

    test('writes and deletes memories of one agent concurrently', async () => {
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => call('POST /memory-blocks/', 'editor@x.test', block())),
      );
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 201));
      const gone = await Promise.all(
        answers.map((answer) =>
          call(`DELETE /memory-blocks/${body<MemoryBlock>(answer).id}/hard-delete`, 'editor@x.test'),
        ),
      );
      expect(gone.map(({ statusCode }) => statusCode)).toEqual(gone.map(() => 204));
    });

    test('changes the score by one within 0 to 100, even for concurrent feedback', async () => {
      const made = await stored({ feedback_score: 97 });
      const judge = (type: string, memory = made.id) =>
        call(`POST /memory-blocks/${made.id}/feedback/`, 'editor@x.test', {
          memory_id: memory,
          feedback_type: type,
        });
      await Promise.all(Array.from({ length: 5 }, () => judge('positive')));
      expect(body(await judge('neutral'))).toMatchObject({ feedback_score: 100 });
      expect(body(await judge('negative'))).toMatchObject({ feedback_score: 99 });
      const other = await judge('positive', ids.block(1));
      expect([other.statusCode, detail(other)]).toEqual([400, 'Memory ID mismatch']);
      expect((await judge('great')).statusCode).toBe(422);
    });

    test('requires rights on both sides of a move, and takes agent and keywords along', async () => {
      const made = await stored();
      const key = `POST /memory-blocks/${made.id}/change-scope`;
      const into = (organization: string) => ({
        visibility_scope: 'organization',
        organization_id: organization,
      });
      expect(
        (await call(key, 'stranger@x.test', { visibility_scope: 'personal' }, PERSONAL)).statusCode,
      ).toBe(404);
      expect((await call(key, 'viewer@x.test', { visibility_scope: 'personal' })).statusCode).toBe(403);
      expect((await call(key, 'editor@x.test', into(ids.betaOrg))).statusCode).toBe(403);
      expect(detail(await call(key, 'editor@x.test', { visibility_scope: 'public' }))).toBe(
        'Only superadmin can publish to public',
      );
      expect((await call(key, 'editor@x.test', { visibility_scope: 'organization' })).statusCode).toBe(422);
      const limited = await tokenFor(world.app, 'owner@x.test', ['write'], ids.alphaOrg);
      const taken = await send(world.app, `POST /memory-blocks/${ids.block(3)}/change-scope`, null, {
        token: limited,
        body: into(ids.alphaOrg),
      });
      expect(taken.statusCode).toBe(404);
      expect((await call(key, 'editor@x.test', { visibility_scope: 'personal' })).statusCode).toBe(403);
      const moved = body<MemoryBlock>(await call(key, 'admin@x.test', { visibility_scope: 'personal' }));
      expect(moved).toMatchObject({
        visibility_scope: 'personal',
        organization_id: null,
        agent_name: 'agent 1',
      });
      expect(moved.agent_id).not.toBe(ids.agent(1));
      expect(moved.keywords.map((word) => [word.keyword, word.visibility_scope])).toEqual(
        made.keywords.map((word) => [word.keyword, 'personal']),
      );
      // Versions from the organization stay hidden in the new workspace.
      expect(body(await get(world.app, `/memory-blocks/${made.id}/versions`, 'admin@x.test'))).toEqual([]);
    });
  });
});
