/** @jest-environment node */
import { sql } from 'drizzle-orm';
import type { MemoryBlock, ScoredBlock, SearchMetadata } from '@hindsight/shared-contracts/api';
import { onOneEngine } from '../../testing/engines';
import { mcpClient } from '../../testing/mcpClient';
import { answerEmbeddings, startModelServer } from '../../testing/modelServer';
import { readNumbers, searchBlock } from '../../testing/searchWorld';
import { body, get, ids, send, testApp, tokenFor } from '../../testing/testApp';
import { until } from '../../testing/waiting';
import { writeWith } from '../../testing/directWrites';

const OWNER = 'owner@x.test';
const ALPHA = { 'x-active-scope': 'organization', 'x-organization-id': ids.alphaOrg };
const scope = `scope=organization&organization_id=${ids.alphaOrg}`;
const EXPLAINED = ['fulltext', 'semantic', 'hybrid'];
/** The first one returns memories without scores and reasons. */
const KINDS = ['', ...EXPLAINED];

interface Written {
  lesson?: string;
  by?: number;
  isArchived?: boolean;
  organization?: string;
  created?: string;
}

/** A query in the words of only the older memory. */
const OLD_WORDS = 'query=turnstile';

onOneEngine('superseded memories', (world) => {
  const write = (n: number, content: string, given: Written = {}) => {
    const { lesson = null, by, organization = ids.alphaOrg, created = '2026-03-01' } = given;
    const isArchived = given.isArchived ?? by !== undefined;
    const metadata = by === undefined ? null : JSON.stringify({ superseded_by: searchBlock(by) });
    return world.database.write({ kind: 'system' }, (handle) =>
      writeWith(
        handle,
        sql`
        insert into memory_blocks (id, agent_id, conversation_id, content, lessons_learned, metadata, visibility_scope, organization_id,
          archived, archived_at, created_at, tenant_id)
        values (${searchBlock(n)}, ${ids.agent(organization === ids.alphaOrg ? 1 : 2)}, ${ids.conversation(n)}, ${content}, ${lesson},
          ${metadata}::jsonb, 'organization', ${organization}, ${isArchived}, ${isArchived ? sql`now()` : null}, ${created}::timestamptz, ${organization})`,
      ),
    );
  };
  const clear = () =>
    world.database.write({ kind: 'system' }, (handle) =>
      writeWith(
        handle,
        sql`delete from memory_blocks where id between ${searchBlock(0)} and ${searchBlock(0xff)}`,
      ),
    );
  afterEach(clear);

  const answer = (kind: string, query: string, app = world.app) =>
    get(app, `/memory-blocks/search/${kind}?${query}&${scope}`, OWNER);
  const search = async (kind: string, query: string, app = world.app) => {
    const response = await answer(kind, query, app);
    expect([response.statusCode, response.statusCode === 200 ? '' : response.body]).toEqual([200, '']);
    return body<ScoredBlock[]>(response);
  };

  /** A is superseded by B and B by C, which uses different words. */
  const chain = async () => {
    await write(1, 'The turnstile jams in the cold', { by: 2 });
    await write(2, 'Grease it in November', { by: 3 });
    await write(3, 'Gates have heaters now', { lesson: 'Switch the heaters on' });
  };

  test('lists the memories that a memory replaces, without restored ones', async () => {
    await chain();
    await write(4, 'The turnstile has no heater', { by: 3 });
    await write(5, 'It was restored', { by: 3, isArchived: false });
    const replacedBy = async (n: number) =>
      body<{ superseded?: { title: string }[] }>(
        await get(world.app, `/memory-blocks/${searchBlock(n)}`, OWNER),
      ).superseded?.map(({ title }) => title);
    expect((await replacedBy(3))?.sort()).toEqual(['Grease it in November', 'The turnstile has no heater']);
    expect(await replacedBy(2)).toEqual(['The turnstile jams in the cold']);
    expect(await replacedBy(1)).toBeUndefined();
  });

  test.each(EXPLAINED)('finds the newest lesson by the old words (search/%s)', async (kind) => {
    await chain();
    const found = await search(kind, OLD_WORDS);
    expect(found).toMatchObject([
      {
        id: searchBlock(3),
        lessons_learned: 'Switch the heaters on',
        archived: false,
        supersedes: { id: searchBlock(1), title: 'The turnstile jams in the cold' },
      },
    ]);
    expect(found[0]?.rank_explanation).toContain(
      'Found via “The turnstile jams in the cold”, which it replaces.',
    );
    expect(found[0]?.search_score).toBeGreaterThan(0);
    expect(found[0]?.search_score).toBeLessThanOrEqual(1);
    // Searching archived memories shows the superseded one itself.
    const all = await search(kind, `${OLD_WORDS}&include_archived=true`);
    expect(all.map(({ id, supersedes }) => [id, supersedes])).toEqual([[searchBlock(1), undefined]]);
  });

  test.each(KINDS)('returns a memory that also matches itself only once (search/%s)', async (kind) => {
    await write(1, 'The turnstile jams in the cold', { by: 2 });
    await write(4, 'A turnstile sticks', { by: 2 });
    await write(2, 'The turnstile has a heater now');
    await write(5, 'A turnstile of another house');
    const found = await search(kind, OLD_WORDS);
    expect(readNumbers(found).sort()).toEqual([2, 5]);
    const titles = found.map(({ supersedes }) => supersedes?.title);
    expect(titles.filter((title) => title === undefined)).toHaveLength(1);
  });

  test('keeps pages consistent and counts hits found through others', async () => {
    for (let n = 10; n < 16; n += 1) {
      await write(n, `turnstile number ${n}`, { by: n + 10 });
      await write(n + 10, `gate number ${n}`);
      await write(n + 20, `a turnstile ${'of another house '.repeat(n)}`);
    }
    for (const kind of ['', 'fulltext', 'hybrid']) {
      const whole = readNumbers(await search(kind, `${OLD_WORDS}&limit=50`));
      expect([...whole].sort()).toEqual([20, 21, 22, 23, 24, 25, 30, 31, 32, 33, 34, 35]);
      const pages = await Promise.all(
        [0, 5, 10].map(async (skip) => readNumbers(await search(kind, `${OLD_WORDS}&limit=5&skip=${skip}`))),
      );
      expect(pages.flat()).toEqual(whole);
    }
    const { headers } = await answer('fulltext', `${OLD_WORDS}&limit=50`);
    const metadata = JSON.parse(String(headers['x-search-metadata'])) as SearchMetadata;
    expect(metadata).toMatchObject({ total_matches: 12, is_total_exact: true });
  });

  test('applies filters to the returned memory', async () => {
    await write(1, 'The turnstile jams', { by: 2, created: '2026-03-01' });
    await write(2, 'Gates have heaters now', { created: '2026-05-01' });
    for (const kind of KINDS) {
      expect(readNumbers(await search(kind, OLD_WORDS))).toEqual([2]);
      expect(readNumbers(await search(kind, `${OLD_WORDS}&created_after=2026-04-01T00:00:00Z`))).toEqual([2]);
      expect(readNumbers(await search(kind, `${OLD_WORDS}&created_before=2026-04-01T00:00:00Z`))).toEqual([]);
      const conversation = (n: number) => `${OLD_WORDS}&conversation_id=${ids.conversation(n)}`;
      expect(readNumbers(await search(kind, conversation(2)))).toEqual([2]);
      expect(readNumbers(await search(kind, conversation(1)))).toEqual([]);
    }
  });

  test('returns nothing if no successor is active in the workspace', async () => {
    await write(1, 'turnstile whose successor is archived', { by: 2 });
    await write(2, 'gone', { isArchived: true });
    await write(3, 'turnstile whose successor is deleted', { by: 99 });
    await write(4, 'turnstile whose successor belongs to others', { by: 5 });
    await write(5, 'elsewhere', { organization: ids.betaOrg });
    await write(6, 'turnstile that leads in a circle', { by: 7 });
    await write(7, 'turnstile that leads back', { by: 6 });
    await world.database.write({ kind: 'system' }, (handle) =>
      writeWith(
        handle,
        sql`
        insert into memory_blocks (agent_id, conversation_id, content, metadata, visibility_scope, organization_id, archived, archived_at, tenant_id)
        select ${ids.agent(1)}, ${ids.conversation(1)}, 'turnstile', given::jsonb, 'organization', ${ids.alphaOrg}, true, now(), ${ids.alphaOrg}
        from unnest(array['{"superseded_by": "the newer one"}', '{"superseded_by": 7}', '{"superseded_by": null}']) as given`,
      ),
    );
    for (const kind of KINDS) expect(await search(kind, OLD_WORDS)).toEqual([]);
  });

  test('rejects replacing a memory with one that it replaces', async () => {
    const put = (n: number, by: number, headers = {}) =>
      send(world.app, `PUT /memory-blocks/${searchBlock(n)}`, OWNER, {
        body: { archived: true, metadata_col: { superseded_by: searchBlock(by) } },
        headers: { ...ALPHA, ...headers },
      });
    await chain();
    for (const by of [1, 2, 3]) {
      const refused = await put(3, by);
      expect([refused.statusCode, body(refused)]).toEqual([
        422,
        expect.objectContaining({
          detail:
            'This memory already replaces the one you chose. Choose another, or restore that one first.',
        }),
      ]);
    }
    expect(readNumbers(await search('fulltext', OLD_WORDS))).toEqual([3]);
    await write(8, 'Gates are gone');
    expect((await put(3, 8)).statusCode).toBe(200);
    expect(readNumbers(await search('fulltext', OLD_WORDS))).toEqual([8]);
    // Two people supersede each other's memory at the same time: one is rejected.
    await write(9, 'first');
    await write(10, 'second');
    const both = await Promise.all([put(9, 10), put(10, 9)]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422]);
  });

  test('leads from a purely semantic hit to its successor', async () => {
    const server = await startModelServer();
    server.answer(answerEmbeddings(['turnstile', 'vendor']));
    const app = testApp(world.database, {
      EMBEDDINGS_BASE_URL: server.url,
      EMBEDDINGS_API_KEY: 'k',
      EMBEDDINGS_MODEL: 'm',
    });
    await app.ready();
    await chain();
    const [found] = await until(
      () => search('semantic', 'query=the%20turnstile%20there', app),
      ([hit]) => hit?.search_type === 'semantic',
    );
    expect(found).toMatchObject({
      id: searchBlock(3),
      search_type: 'semantic',
      rank_explanation: 'Found via “The turnstile jams in the cold”, which it replaces. Close in meaning.',
    });
    const [best] = await search('hybrid', OLD_WORDS, app);
    expect(best).toMatchObject({ id: searchBlock(3), supersedes: { id: searchBlock(1) } });
    await app.close();
    await server.close();
  });

  test('gives an agent that uses the old words the newer memory and what it replaces', async () => {
    const client = await mcpClient(world.app, await tokenFor(world.app, OWNER));
    await write(1, 'The turnstile jams in the cold');
    const { data: newer } = await client.call<{ id: string }>('supersede_memory', {
      memory_block_id: searchBlock(1),
      content: 'Gates have heaters now.',
      lessons_learned: 'Switch the heaters on.',
    });
    const { data, text } = await client.call<{ memories: (MemoryBlock & { supersedes?: object })[] }>(
      'recall',
      {
        query: 'turnstile in the cold',
        workspace: 'Alpha',
      },
    );
    const replaces = `Replaces: The turnstile jams in the cold (${searchBlock(1)})`;
    expect(data.memories).toMatchObject([{ id: newer.id, text: expect.stringContaining(replaces) }]);
    expect(text).toContain(replaces);
    await client.close();
    await send(world.app, `DELETE /memory-blocks/${newer.id}/hard-delete`, OWNER, { headers: ALPHA });
  });
});
