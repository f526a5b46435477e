/** @jest-environment node */
import { sql } from 'drizzle-orm';
import type { SavedView } from '@hindsight/shared-contracts/api';
import { MAX_SAVED_VIEWS } from '@hindsight/shared-contracts/rules';
import { onOneEngine } from '../../testing/engines';
import { ALPHA, PERSONAL, recordCalls } from '../../testing/recordCalls';
import { body, get, ids } from '../../testing/testApp';

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

  test('keeps what the address of the list says, by name', async () => {
    await save(EDITOR, 'wrong ones');
    await save(EDITOR, 'All of the gateway', { parameters: { search: 'gateway', mode: 'text' } });
    expect(await list(EDITOR)).toMatchObject([
      { name: 'All of the gateway', parameters: { search: 'gateway', mode: 'text' }, may_change: true },
      { name: 'wrong ones', parameters: { feedback: 'wrong', sort: 'changed' }, is_shared: false },
    ]);
  });

  test('a view of one’s own is seen by no other person and in its workspace only', async () => {
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

  test('a shared view is everybody’s to use and a writer’s to change', async () => {
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

  test('a reader saves for oneself and shares nothing', async () => {
    const own = await save(VIEWER, 'mine');
    const share = given('mine', { is_shared: true });
    expect((await call('POST /saved-views/', VIEWER, share)).statusCode).toBe(403);
    expect((await call(`PUT /saved-views/${own.id}`, VIEWER, share)).statusCode).toBe(403);
    expect((await call(`DELETE /saved-views/${own.id}`, VIEWER)).statusCode).toBe(204);
  });

  test('outside of the workspace nothing can be saved', async () => {
    expect((await call('POST /saved-views/', 'stranger@x.test', given('x'))).statusCode).toBe(403);
    expect((await call('POST /saved-views/', null, given('x'))).statusCode).toBe(401);
  });

  test('sharing and its end move a view between the person and the workspace', async () => {
    const { id } = await save(EDITOR, 'weekly');
    await call(`PUT /saved-views/${id}`, EDITOR, given('weekly', { is_shared: true }));
    expect(await names(VIEWER)).toEqual(['weekly']);
    await call(`PUT /saved-views/${id}`, EDITOR, given('weekly'));
    expect([await names(VIEWER), await names(EDITOR)]).toEqual([[], ['weekly']]);
  });

  test('two views of a person have different names, and so have two shared ones', async () => {
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

  test('a view holds no secret', async () => {
    await save(EDITOR, `find ${GITHUB_TOKEN}`, { parameters: { search: GITHUB_TOKEN } });
    expect(JSON.stringify(await list(EDITOR))).not.toContain(GITHUB_TOKEN);
  });

  test('a person has only so many', async () => {
    await world.database.write(SYSTEM, (handle) =>
      handle.execute(sql`insert into saved_views (name, parameters, user_id, visibility_scope, organization_id)
        select 'n' || n, '{}', (select id from users where email = ${EDITOR}), 'organization', ${ids.alphaOrg}
        from generate_series(1, ${MAX_SAVED_VIEWS}) n`),
    );
    expect((await call('POST /saved-views/', EDITOR, given('one more'))).statusCode).toBe(409);
    await save(EDITOR, 'one more', { is_shared: true });
  });
});
