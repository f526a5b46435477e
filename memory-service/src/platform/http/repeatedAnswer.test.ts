/** @jest-environment node */
import { sql } from 'drizzle-orm';
import { onOneEngine } from '../../testing/engines';
import { body, get, ids, send } from '../../testing/testApp';
import { hasTag } from './repeatedAnswer';

const LIST = `/memory-blocks/?scope=organization&organization_id=${ids.alphaOrg}`;
const VIEWER = 'viewer@x.test';
const OWNER = 'owner@x.test';
const SYSTEM = { kind: 'system' } as const;

interface List {
  items: { id: string; content: string }[];
  total_items: number;
}

test('a tag is known however many a client names, and whether it calls them weak', () => {
  expect(hasTag('"a", W/"b"', 'W/"b"')).toBe(true);
  expect(hasTag('"b"', 'W/"b"')).toBe(true);
  expect(hasTag('"a"', 'W/"b"')).toBe(false);
  expect(hasTag(undefined, 'W/"b"')).toBe(false);
});

onOneEngine('an answer that is asked for again', (world) => {
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
  ])('is spared a client that names its tag: %s', async (url) => {
    const tag = await computeTag(url);
    const again = await get(world.app, url, VIEWER, { 'if-none-match': tag });
    expect([again.statusCode, again.body, again.headers['etag']]).toEqual([304, '', tag]);
    expect((await get(world.app, url, VIEWER, { 'if-none-match': 'W/"other"' })).statusCode).toBe(200);
  });

  test('is a new one after each change, also of what is beside the rows', async () => {
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

  test('is that of the one who asks, with the rights of this moment', async () => {
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

  test('is told as the client prefers, and in the workspace that its headers name', async () => {
    const url = '/memory-blocks/';
    const of = async (headers: object) => (await get(world.app, url, OWNER, headers)).body;
    const personal = await of({ 'x-active-scope': 'personal' });
    const shared = await of({ 'x-active-scope': 'organization', 'x-organization-id': ids.alphaOrg });
    expect(personal).not.toBe(shared);
  });
});
