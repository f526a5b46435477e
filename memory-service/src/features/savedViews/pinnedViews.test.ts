/** @jest-environment node */
import { sql } from 'drizzle-orm';
import type { SavedView } from '@hindsight/shared-contracts/api';
import { MAX_PINNED_VIEWS } from '@hindsight/shared-contracts/rules';
import { onOneEngine } from '../../testing/engines';
import { ALPHA, PERSONAL, recordCalls } from '../../testing/recordCalls';
import { body, get, ids } from '../../testing/testApp';
import { whileHeld } from '../../testing/waiting';

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

  test('a change of a view keeps its pin', async () => {
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

  test('each person pins for themselves, a reader too, and twice is once', async () => {
    const id = await save(EDITOR, 'To correct', true);
    for (const _ of [1, 2]) expect((await pin(VIEWER, id)).statusCode).toBe(204);
    expect([await pinned(VIEWER), await pinned(EDITOR)]).toEqual([['To correct', false], [false]]);
    expect((await pin(VIEWER, id, false)).statusCode).toBe(204);
    expect((await pin(VIEWER, id, false)).statusCode).toBe(204);
    expect(await pinned(VIEWER)).toEqual([false]);
  });

  test('what is new since the last visit is pinned in its workspace only', async () => {
    await pin(VIEWER, null);
    expect([await pinned(VIEWER), await pinned(VIEWER, PERSONAL)]).toEqual([[true], [false]]);
    await pin(VIEWER, null, false);
    expect(await pinned(VIEWER)).toEqual([false]);
  });

  test('pins no view that the person cannot see here', async () => {
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

  test('says when the sidebar is full, and keeps what is pinned', async () => {
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

  test('of two pins at the same moment one gets the last place', async () => {
    for (let count = 1; count < MAX_PINNED_VIEWS; count += 1)
      await pin(EDITOR, await save(EDITOR, `${count}`));
    const last = await save(EDITOR, 'last');
    const both = () => Promise.all([pin(EDITOR, last), pin(EDITOR, null)]);
    // The embedded engine has one connection, on which transactions follow each other anyway.
    const answers = await (world.engine === 'embedded'
      ? both()
      : whileHeld(world.database, ids.alphaOrg, 2, both, 'update'));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409]);
    expect((await pinned(EDITOR)).filter((pin) => pin !== false)).toHaveLength(MAX_PINNED_VIEWS);
  });

  test('a view that is deleted or no longer shared takes no place', async () => {
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
