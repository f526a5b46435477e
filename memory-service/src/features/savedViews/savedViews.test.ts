/** @jest-environment node */
import { sql } from 'drizzle-orm';
import type { SavedView } from '@hindsight/shared-contracts/api';
import { MAX_PINNED_VIEWS, MAX_SAVED_VIEWS } from '@hindsight/shared-contracts/rules';
import { onOneEngine } from '../../testing/engines';
import { ALPHA, PERSONAL, recordCalls } from '../../testing/recordCalls';
import { body, get, ids } from '../../testing/testApp';
import { sendWhileRowLocked } from '../../testing/waiting';

describe('savedViews', () => {
  const SYSTEM = { kind: 'system' } as const;
  const [OWNER, EDITOR, VIEWER] = ['owner@x.test', 'editor@x.test', 'viewer@x.test'];
  const GITHUB_TOKEN = `ghp_${'a1B2'.repeat(9)}`;

  onOneEngine('saved views', (world) => {
    const { call } = recordCalls(world);
    afterEach(() => world.database.write(SYSTEM, (handle) => handle.execute(sql`delete from saved_views`)));

    const given = (name: string, rest: object = {}) => ({
      name,
      parameters: { feedback: 'wrong', sort: 'changed' },
      is_shared: false,
      ...rest,
    });
    const save = async (
      email: string,
      name: string,
      rest: object = {},
      headers = ALPHA as Record<string, string>,
    ) => {
      const answer = await call('POST /saved-views/', email, given(name, rest), headers);
      expect([answer.statusCode, answer.body]).toEqual([201, expect.any(String)]);
      return body<SavedView>(answer);
    };
    const list = async (email: string | null, headers: Record<string, string> = ALPHA) =>
      body<{ items: SavedView[] }>(await get(world.app, '/saved-views/', email, headers)).items;
    const names = async (...of: Parameters<typeof list>) => (await list(...of)).map(({ name }) => name);

    test("stores the list's query parameters, sorted by name", async () => {
      await save(EDITOR, 'wrong ones');
      await save(EDITOR, 'All of the gateway', { parameters: { search: 'gateway', mode: 'text' } });
      expect(await list(EDITOR)).toMatchObject([
        { name: 'All of the gateway', parameters: { search: 'gateway', mode: 'text' }, may_change: true },
        { name: 'wrong ones', parameters: { feedback: 'wrong', sort: 'changed' }, is_shared: false },
      ]);
    });

    test('shows a private view only to its owner and only in its workspace', async () => {
      const { id } = await save(VIEWER, 'mine');
      expect(await names(VIEWER)).toEqual(['mine']);
      expect(await names(VIEWER, PERSONAL)).toEqual([]);
      for (const email of [OWNER, EDITOR, 'stranger@x.test', 'root@x.test', null]) {
        expect([email, await names(email)]).toEqual([email, []]);
      }
      for (const key of [`PUT /saved-views/${id}`, `DELETE /saved-views/${id}`]) {
        const answer = await call(key, OWNER, key.startsWith('PUT') ? given('taken') : undefined);
        expect(answer.statusCode).toBe(404);
      }
    });

    test('lets everyone use a shared view, and writers change it', async () => {
      const { id } = await save(EDITOR, 'to correct', { is_shared: true });
      expect(await list(VIEWER)).toMatchObject([{ name: 'to correct', is_shared: true, may_change: false }]);
      expect(await list(OWNER)).toMatchObject([{ may_change: true }]);
      expect(await names('stranger@x.test')).toEqual([]);
      const rename = (email: string) =>
        call(`PUT /saved-views/${id}`, email, given('renamed', { is_shared: true }));
      expect((await rename(VIEWER)).statusCode).toBe(403);
      expect((await rename(OWNER)).statusCode).toBe(200);
      expect(await names(VIEWER)).toEqual(['renamed']);
    });

    test('lets a reader save private views but not share them', async () => {
      const own = await save(VIEWER, 'mine');
      const share = given('mine', { is_shared: true });
      expect((await call('POST /saved-views/', VIEWER, share)).statusCode).toBe(403);
      expect((await call(`PUT /saved-views/${own.id}`, VIEWER, share)).statusCode).toBe(403);
      expect((await call(`DELETE /saved-views/${own.id}`, VIEWER)).statusCode).toBe(204);
    });

    test('moves a view between person and workspace when sharing starts and ends', async () => {
      const { id } = await save(EDITOR, 'weekly');
      await call(`PUT /saved-views/${id}`, EDITOR, given('weekly', { is_shared: true }));
      expect(await names(VIEWER)).toEqual(['weekly']);
      await call(`PUT /saved-views/${id}`, EDITOR, given('weekly'));
      expect([await names(VIEWER), await names(EDITOR)]).toEqual([[], ['weekly']]);
    });

    test("requires unique names among a person's views and among shared views", async () => {
      await save(EDITOR, 'Weekly');
      await save(OWNER, 'Weekly');
      await save(EDITOR, 'Weekly', {}, PERSONAL);
      await save(EDITOR, 'Weekly', { is_shared: true });
      for (const rest of [{}, { is_shared: true }]) {
        const answer = await call('POST /saved-views/', EDITOR, given('weekly', rest));
        expect(answer.statusCode).toBe(409);
        expect(body(answer)).toMatchObject({ detail: 'There is already a view named “weekly”.' });
      }
    });

    test('stores no secrets in a view', async () => {
      await save(EDITOR, `find ${GITHUB_TOKEN}`, { parameters: { search: GITHUB_TOKEN } });
      expect(JSON.stringify(await list(EDITOR))).not.toContain(GITHUB_TOKEN);
    });

    test('limits the number of views per person', async () => {
      await world.database.write(SYSTEM, (handle) =>
        handle.execute(sql`insert into saved_views (name, parameters, user_id, visibility_scope, organization_id, tenant_id)
        select 'n' || n, '{}', (select id from users where email = ${EDITOR}), 'organization', ${ids.alphaOrg}, ${ids.alphaOrg}
        from generate_series(1, ${MAX_SAVED_VIEWS}) n`),
      );
      expect((await call('POST /saved-views/', EDITOR, given('one more'))).statusCode).toBe(409);
      await save(EDITOR, 'one more', { is_shared: true });
    });
  });
});

describe('pinnedViews', () => {
  const SYSTEM = { kind: 'system' } as const;
  const [EDITOR, VIEWER] = ['editor@x.test', 'viewer@x.test'];

  onOneEngine('pinned views', (world) => {
    const { call } = recordCalls(world);
    afterEach(() =>
      world.database.write(SYSTEM, async (handle) => {
        await handle.execute(sql`delete from pinned_views`);
        await handle.execute(sql`delete from saved_views`);
      }),
    );

    const save = async (email: string, name: string, isShared = false, headers = ALPHA as object) => {
      const given = { name, parameters: { feedback: 'wrong' }, is_shared: isShared };
      return body<SavedView>(await call('POST /saved-views/', email, given, headers as typeof ALPHA)).id;
    };
    const pin = (email: string, viewId: string | null, isPinned = true, headers = ALPHA as object) =>
      call('PUT /pinned-views/', email, { view_id: viewId, is_pinned: isPinned }, headers as typeof ALPHA);
    const pinned = async (email: string, headers: object = ALPHA) => {
      const answer = await get(world.app, '/saved-views/', email, headers as typeof ALPHA);
      const { items, is_last_visit_pinned } = body<{ items: SavedView[]; is_last_visit_pinned: boolean }>(
        answer,
      );
      return [...items.filter((view) => view.is_pinned).map(({ name }) => name), is_last_visit_pinned];
    };

    test('keeps the pin when a view changes', async () => {
      const id = await save(EDITOR, 'before');
      await pin(EDITOR, id);
      const renamed = await call(`PUT /saved-views/${id}`, EDITOR, {
        name: 'after',
        parameters: {},
        is_shared: false,
      });
      expect(body<SavedView>(renamed).is_pinned).toBe(true);
      expect(await pinned(EDITOR)).toEqual(['after', false]);
    });

    test('pins per person, also for readers, and idempotently', async () => {
      const id = await save(EDITOR, 'To correct', true);
      for (const _ of [1, 2]) expect((await pin(VIEWER, id)).statusCode).toBe(204);
      expect([await pinned(VIEWER), await pinned(EDITOR)]).toEqual([['To correct', false], [false]]);
      expect((await pin(VIEWER, id, false)).statusCode).toBe(204);
      expect((await pin(VIEWER, id, false)).statusCode).toBe(204);
      expect(await pinned(VIEWER)).toEqual([false]);
    });

    test('pins "new since the last visit" only in its workspace', async () => {
      await pin(VIEWER, null);
      expect([await pinned(VIEWER), await pinned(VIEWER, PERSONAL)]).toEqual([[true], [false]]);
      await pin(VIEWER, null, false);
      expect(await pinned(VIEWER)).toEqual([false]);
    });

    test('rejects views that the person cannot see in the workspace', async () => {
      const own = await save(EDITOR, 'mine');
      const elsewhere = await save(VIEWER, 'at home', false, PERSONAL);
      for (const id of [own, elsewhere, '00000000-0000-4000-8000-00000000dead']) {
        const answer = await pin(VIEWER, id);
        expect([answer.statusCode, body<object>(answer)]).toMatchObject([
          404,
          { detail: 'Saved view not found' },
        ]);
      }
      expect((await pin('stranger@x.test', null)).statusCode).toBe(403);
      expect(await pinned(VIEWER)).toEqual([false]);
    });

    test('reports when the sidebar is full, and keeps the existing pins', async () => {
      for (let count = 1; count < MAX_PINNED_VIEWS; count += 1)
        await pin(EDITOR, await save(EDITOR, `${count}`));
      await pin(EDITOR, null);
      const last = await save(EDITOR, 'one too many');
      const answer = await pin(EDITOR, last);
      expect([answer.statusCode, body<object>(answer)]).toMatchObject([
        409,
        { detail: `You have reached the limit of ${MAX_PINNED_VIEWS} pinned views. Unpin one first.` },
      ]);
      expect((await pin(EDITOR, null)).statusCode).toBe(204);
      expect(await pinned(EDITOR)).toEqual(['1', '2', '3', '4', true]);
    });

    test('gives the last slot to one of two concurrent pins', async () => {
      for (let count = 1; count < MAX_PINNED_VIEWS; count += 1)
        await pin(EDITOR, await save(EDITOR, `${count}`));
      const last = await save(EDITOR, 'last');
      const both = () => Promise.all([pin(EDITOR, last), pin(EDITOR, null)]);
      // The embedded engine has a single connection, which serializes transactions anyway.
      const answers = await (world.engine === 'embedded'
        ? both()
        : sendWhileRowLocked(world.database, ids.alphaOrg, 2, both, 'update'));
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409]);
      expect((await pinned(EDITOR)).filter((pin) => pin !== false)).toHaveLength(MAX_PINNED_VIEWS);
    });

    test('frees the slot of a view that is deleted or no longer shared', async () => {
      const shared = await save(EDITOR, 'ours', true);
      for (let count = 1; count < MAX_PINNED_VIEWS; count += 1)
        await pin(VIEWER, await save(VIEWER, `${count}`));
      await pin(VIEWER, shared);
      const stopped = { name: 'ours', parameters: {}, is_shared: false };
      await call(`PUT /saved-views/${shared}`, EDITOR, stopped);
      expect((await pin(VIEWER, null)).statusCode).toBe(204);
      expect(await pinned(VIEWER)).toEqual(['1', '2', '3', '4', true]);
      await call(`DELETE /saved-views/${shared}`, EDITOR);
      expect(await pinned(VIEWER)).toEqual(['1', '2', '3', '4', true]);
    });
  });
});
