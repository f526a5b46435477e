/** @jest-environment node */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type {
  BlockChange,
  BlockEdit,
  EditResult,
  Job,
  KeptEdit,
  MemoryBlock,
} from '@hindsight/shared-contracts/api';
import { onOneEngine } from '../../testing/engines';
import { body, get, ids, send, tokenFor } from '../../testing/testApp';
import { until } from '../../testing/waiting';
import { deleteOldEdits } from './queries/bulkEdits';
import { writeWith } from '../../testing/directWrites';

describe('bulkBlocks', () => {
  const ALPHA = { 'x-active-scope': 'organization', 'x-organization-id': ids.alphaOrg };

  onOneEngine('bulk changes of blocks', (world) => {
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
        await writeWith(handle, sql`delete from memory_blocks where id::text like '%-0000000026__'`);
        for (const [n, [org, owner]] of [
          [ids.alphaOrg, null],
          [ids.alphaOrg, null],
          [ids.betaOrg, null],
          [null, ids.user(5)],
        ].entries()) {
          await writeWith(
            handle,
            sql`
          insert into memory_blocks (id, agent_id, conversation_id, content, visibility_scope, organization_id, owner_user_id, tenant_id)
          values (${id(n)}, ${ids.agent(1)}, ${ids.conversation(1)}, 'Hold one lock.',
            ${org ? 'organization' : 'personal'}::visibility_scope, ${org}, ${owner}, ${org ?? owner})`,
          );
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
    ])('bulk-%s reports a result per id and changes no memory of others', async (what, done, left) => {
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

    test('hides all of them from a token of another organization', async () => {
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

    test('applies keywords and pruning as jobs when the client prefers it', async () => {
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

    test('returns the state of a block as an ETag and rejects an edit of another state', async () => {
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
});

describe('editBlocks', () => {
  const OWNER = 'owner@x.test';
  const EDITOR = 'editor@x.test';
  const ALPHA = { 'x-active-scope': 'organization', 'x-organization-id': ids.alphaOrg };
  const NONE: BlockChange = { kind: 'keywords', add: [], remove: [] };

  onOneEngine('bulk edits', (world) => {
    const run = (statement: ReturnType<typeof sql>) =>
      world.database.write({ kind: 'system' }, (handle) => handle.execute(statement));
    const stored = async (...keywords: string[]): Promise<string> => {
      const rows = [{ agent_id: ids.agent(1), content: `A bittern ${randomUUID()}`, keywords }];
      const answer = await send(world.app, 'POST /memory-blocks/bulk-import', OWNER, {
        body: { rows, create_missing: true },
        headers: ALPHA,
      });
      return body<{ results: { memory_block_id: string }[] }>(answer).results[0]?.memory_block_id ?? '';
    };
    const post = async (
      edits: { memory_block_id: string; change: BlockChange }[],
      email: string,
      dryRun = false,
      kept: { edit_id?: string; undo_of?: string } = {},
    ) => {
      const given = { edits, dry_run: dryRun, ...kept };
      const answer = await send(world.app, 'POST /memory-blocks/bulk-edit', email, {
        body: given,
        headers: ALPHA,
      });
      return body<{ results: EditResult[] }>(answer).results;
    };
    const edit = (blocks: readonly string[], change: BlockChange, email = EDITOR, dryRun = false) =>
      post(
        blocks.map((memory_block_id) => ({ memory_block_id, change })),
        email,
        dryRun,
      );
    const undoEdits = (results: readonly EditResult[], email = EDITOR) =>
      post(
        results.map(({ memory_block_id, undo }) => ({ memory_block_id, change: undo ?? NONE })),
        email,
      );
    const state = async (id: string) => {
      const block = body<MemoryBlock>(
        await get(world.app, `/memory-blocks/${id}`, OWNER, { ...ALPHA, prefer: 'unrated=null' }),
      );
      const { archived, feedback_score: score, problem, organization_id: home, agent_id: agent } = block;
      return {
        words: block.keywords.map((one) => one.keyword_text).sort(),
        archived,
        score,
        problem,
        home,
        agent,
      };
    };
    const audited = async (id: string) => {
      const { rows } = await run(
        sql`select action_type as action from audits where target_id = ${id} and action_type <> 'memory_create' and action_type not like '%import%' order by created_at`,
      );
      return rows.map(({ action }) => action);
    };
    const outcomes = (results: readonly EditResult[]) => results.map(({ status }) => status);

    test('replaces a keyword everywhere after a side-effect-free preview, and restores it on undo', async () => {
      const [wrong, both, other] = [
        await stored('Wrogn', 'locks'),
        await stored('wrogn', 'right'),
        await stored('locks'),
      ];
      const blocks = [other, both, wrong];
      const change: BlockChange = { kind: 'keywords', add: ['Right'], remove: ['wrogn'] };
      const before = await Promise.all(blocks.map(state));

      const preview = await edit(blocks, change, EDITOR, true);
      expect(await Promise.all(blocks.map(state))).toEqual(before);
      expect(await Promise.all(blocks.map(audited))).toEqual([[], [], []]);
      const missing = await run(sql`select 1 from keywords where text = 'Right'`);
      expect(missing.rows).toEqual([]);

      const done = await edit(blocks, change);
      expect(done).toEqual(preview);
      expect(outcomes(done)).toEqual(['changed', 'changed', 'changed']);
      expect((await Promise.all(blocks.map(state))).map(({ words }) => words)).toEqual([
        ['locks', 'right'],
        ['right'],
        ['locks', 'right'],
      ]);
      expect(await Promise.all(blocks.map(audited))).toEqual(blocks.map(() => ['memory_keywords']));
      expect(outcomes(await edit(blocks, change))).toEqual(['unchanged', 'unchanged', 'unchanged']);

      expect(outcomes(await undoEdits(done))).toEqual(['changed', 'changed', 'changed']);
      expect(await Promise.all(blocks.map(state))).toEqual(before);
    });

    test('keeps what others changed since when undoing', async () => {
      const id = await stored('heron');
      const done = await edit([id], { kind: 'keywords', add: ['right'], remove: ['heron'] });
      await edit([id], { kind: 'keywords', add: ['owls'], remove: [] }, OWNER);
      await undoEdits(done);
      expect((await state(id)).words).toEqual(['heron', 'owls']);
    });

    test('marks only unmarked memories, and undoes both score and mark', async () => {
      const [fresh, marked] = [await stored('a'), await stored('a')];
      const wrong: BlockChange = { kind: 'feedback', feedback_type: 'negative', problem: 'wrong' };
      await edit([marked], wrong, OWNER);
      const done = await edit([fresh, marked], wrong);
      expect(outcomes(done)).toEqual(['changed', 'unchanged']);
      expect([await state(fresh), await state(marked)]).toMatchObject([
        { problem: 'wrong', score: 49 },
        { problem: 'wrong', score: 49 },
      ]);
      expect(outcomes(await undoEdits(done.slice(0, 1)))).toEqual(['changed']);
      expect(await state(fresh)).toMatchObject({ problem: null, score: null });
    });

    test('reports which were already archived, and restores only the others', async () => {
      const [first, second] = [await stored('a'), await stored('a')];
      const archive: BlockChange = { kind: 'archive', archived: true };
      await edit([first], archive, OWNER);
      const done = await edit([first, second], archive);
      expect(outcomes(done)).toEqual(['unchanged', 'changed']);
      await undoEdits(done);
      expect([(await state(first)).archived, (await state(second)).archived]).toEqual([true, false]);
    });

    test('explains a denied move, and undoes an allowed one including keywords and agent', async () => {
      const id = await stored('locks');
      const move: BlockChange = { kind: 'move', visibility_scope: 'personal' };
      expect(await edit([id], move)).toEqual([
        {
          memory_block_id: id,
          status: 'refused',
          error: 'Only owners and admins can move memories and agents out of an organization.',
          undo: null,
        },
      ]);
      const before = await state(id);
      const done = await edit([id], move, OWNER);
      expect(await state(id)).toMatchObject({ home: null, words: ['locks'] });
      expect(outcomes(await undoEdits(done, OWNER))).toEqual(['changed']);
      expect(await state(id)).toEqual(before);
    });

    test('refuses hidden and read-only memories without affecting the others', async () => {
      const id = await stored('a');
      const change: BlockChange = { kind: 'keywords', add: ['b'], remove: [] };
      expect(outcomes(await edit([ids.block(2), id, randomUUID()], change))).toEqual([
        'refused',
        'changed',
        'refused',
      ]);
      expect(await edit([id], change, 'viewer@x.test')).toMatchObject([
        { status: 'refused', error: expect.stringMatching(/./) as string },
      ]);
      expect((await state(id)).words).toEqual(['a', 'b']);
    });

    test('deletes keywords the edit created on undo, unless a memory still uses them', async () => {
      const words = async () => {
        const { rows } = await run(sql`
        select text from keywords where text in ('dunlin', 'smew', 'knot') order by text, visibility_scope`);
        return rows.map(({ text }) => text);
      };
      const startEdit = async (blocks: string[], change: BlockChange, by = EDITOR) => {
        const edit_id = randomUUID();
        const edits = blocks.map((memory_block_id) => ({ memory_block_id, change }));
        const results = await post(edits, by, false, { edit_id });
        return (some = results) =>
          post(
            some.map(({ memory_block_id, undo }) => ({ memory_block_id, change: undo ?? NONE })),
            by,
            false,
            { undo_of: edit_id },
          );
      };
      const blocks = [await stored('knot'), await stored(), await stored()];
      const undo = await startEdit(blocks, { kind: 'keywords', add: ['dunlin', 'smew', 'knot'], remove: [] });
      // Another person uses one of them before the undo.
      await edit(blocks.slice(1, 2), { kind: 'keywords', add: ['smew'], remove: [] }, OWNER);
      const other = await stored('smew');
      await undo();
      expect(await words()).toEqual(['knot', 'smew']);
      expect((await state(other)).words).toEqual(['smew']);

      const bringBack = await startEdit(
        blocks.slice(0, 1),
        { kind: 'move', visibility_scope: 'personal' },
        OWNER,
      );
      expect(await words()).toEqual(['knot', 'knot', 'smew']);
      await bringBack();
      expect(await words()).toEqual(['knot', 'smew']);
    });

    test('keeps the undo for the author of an edit until it is used or discarded', async () => {
      const latest = async (email = EDITOR, headers: Record<string, string> = ALPHA) =>
        body<{ edit: KeptEdit | null }>(await get(world.app, '/bulk-edits/latest', email, headers)).edit;
      const loadUndo = async (id: string, email = EDITOR) =>
        body<{ edits: BlockEdit[] }>(await get(world.app, `/bulk-edits/${id}`, email, ALPHA)).edits;
      const blocks = [await stored('old'), await stored('old'), await stored()];
      const change: BlockChange = { kind: 'keywords', add: [], remove: ['old'] };
      const toEdits = (chosen: readonly string[]) =>
        chosen.map((memory_block_id) => ({ memory_block_id, change }));
      const id = randomUUID();
      await post(toEdits(blocks), EDITOR, true, { edit_id: id });
      await edit(blocks.slice(2), { kind: 'archive', archived: true });
      expect(await latest()).toBeNull();

      await post(toEdits(blocks.slice(0, 1)), EDITOR, false, { edit_id: id });
      await post(toEdits(blocks.slice(1)), EDITOR, false, { edit_id: id });
      expect(await latest()).toMatchObject({ edit_id: id, change, memories: 2, undone: 0 });
      expect([await latest(OWNER), await latest(EDITOR, {})]).toEqual([null, null]);
      const back = await loadUndo(id);
      expect(back).toHaveLength(2);
      expect(await loadUndo(id, OWNER)).toEqual([]);
      expect((await send(world.app, `DELETE /bulk-edits/${id}`, OWNER, { headers: ALPHA })).statusCode).toBe(
        204,
      );

      await post(back.slice(0, 1), EDITOR, false, { undo_of: id });
      expect(await latest()).toMatchObject({ edit_id: id, memories: 1, undone: 1 });
      expect(await loadUndo(id)).toEqual(back.slice(1));
      await post(back.slice(1), EDITOR, false, { undo_of: id });
      expect([await latest(), await loadUndo(id)]).toEqual([null, []]);
      expect((await state(blocks[1] ?? '')).words).toEqual(['old']);

      const [dismissed, old] = [randomUUID(), randomUUID()];
      await post(toEdits(blocks.slice(0, 1)), EDITOR, false, { edit_id: dismissed });
      await send(world.app, `DELETE /bulk-edits/${dismissed}`, EDITOR, { headers: ALPHA });
      expect(await latest()).toBeNull();
      await post(toEdits(blocks.slice(1, 2)), EDITOR, false, { edit_id: old });
      await run(sql`update bulk_edits set created_at = now() - interval '31 minutes' where edit_id = ${old}`);
      expect([await latest(), await loadUndo(old)]).toEqual([null, []]);
      await world.database.write({ kind: 'system' }, deleteOldEdits);
      const { rows } = await run(sql`select id from bulk_edits where edit_id = ${old}`);
      expect(rows).toEqual([]);
    });
  });
});
