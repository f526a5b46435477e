/** @jest-environment node */
import { sql } from 'drizzle-orm';
import type { ScoredBlock, SearchMetadata } from '@hindsight/shared-contracts/api';
import { onOneEngine } from '../../testing/engines';
import { readNumbers as numbers, searchBlock, searchWorld } from '../../testing/searchWorld';
import { body, get, ids } from '../../testing/testApp';
import { writeWith } from '../../testing/directWrites';

const SYSTEM = { kind: 'system' } as const;

onOneEngine('search results', (world) => {
  const alpha = `scope=organization&organization_id=${ids.alphaOrg}`;
  const extra = searchBlock;

  beforeAll(() => searchWorld(world.database));

  const search = async (kind: string, query: string) => {
    const response = await get(world.app, `/memory-blocks/search/${kind}?${query}&${alpha}`, 'owner@x.test');
    expect([response.statusCode, response.statusCode === 200 ? '' : response.body]).toEqual([200, '']);
    return body<ScoredBlock[]>(response);
  };

  test('finds nothing by an everyday word alone when the query has a subject', async () => {
    await world.database.write(SYSTEM, (handle) =>
      writeWith(
        handle,
        sql`
        insert into memory_blocks (id, agent_id, conversation_id, content, visibility_scope, organization_id, tenant_id)
        select id, ${ids.agent(1)}, ${ids.conversation(1)}, content, 'organization', ${ids.alphaOrg}, ${ids.alphaOrg}
        from (values (${extra(23)}::uuid, 'Ponies make the pond overflow.'),
          (${extra(24)}::uuid, 'Backfills of the orchard ran twice.'), (${extra(25)}::uuid, 'Backfills of the meadow were wet.'),
          (${extra(26)}::uuid, 'Backfills of the valley hid a fox.'), (${extra(27)}::uuid, 'Badgers felt better.')) as written(id, content)`,
      ),
    );
    const found = await search('fulltext', `query=${encodeURIComponent('What did backfills make twice?')}`);
    expect(numbers(found)).toEqual([24, expect.any(Number), expect.any(Number)]);
    expect(numbers(await search('fulltext', 'query=make'))).toContain(23);
    const better = await search('fulltext', `query=${encodeURIComponent('How did backfills go better?')}`);
    expect(numbers(better)).not.toContain(27);
  });

  test('ranks a neighbor of another match first among equals, and says so', async () => {
    const [one, other] = [ids.conversation(21), ids.conversation(22)];
    await world.database.write(SYSTEM, (handle) =>
      writeWith(
        handle,
        sql`
        insert into memory_blocks (id, agent_id, conversation_id, content, created_at, visibility_scope, organization_id, tenant_id)
        select id, ${ids.agent(1)}, conversation, content, now() + minutes * interval '1 minute', 'organization', ${ids.alphaOrg}, ${ids.alphaOrg}
        from (values (${extra(30)}::uuid, ${one}::uuid, 1, 'Mila: Did you fly the kite in Porto?'),
          (${extra(31)}::uuid, ${one}::uuid, 2, 'Sam: The kite flew high.'), (${extra(32)}::uuid, ${one}::uuid, 3, 'Mila: How nice.'),
          (${extra(33)}::uuid, ${one}::uuid, 4, 'Sam: The kite flew high.'), (${extra(34)}::uuid, ${other}::uuid, 5, 'Sam: The kite flew high.')
        ) as written(id, conversation, minutes, content)`,
      ),
    );
    for (const kind of ['fulltext', 'hybrid']) {
      const found = await search(kind, 'query=kite%20porto');
      expect(numbers(found).slice(0, 2)).toEqual([30, 31]);
      const isBeside = found.map(({ rank_explanation: why }) => /next to another match/.test(why ?? ''));
      expect(isBeside).toEqual([true, true, false, false]);
    }
  });

  test('omits weak hits and names the nearest when no others are left', async () => {
    const ask = async (query: string, least: string) => {
      const url = `/memory-blocks/search/hybrid?query=${encodeURIComponent(query)}&least_match=${least}&${alpha}`;
      const response = await get(world.app, url, 'owner@x.test');
      const metadata = JSON.parse(String(response.headers['x-search-metadata'])) as SearchMetadata;
      return { found: body<ScoredBlock[]>(response), weaker: metadata.weaker };
    };
    const question = 'which antenna did we order for the gateway beside the kite';
    const all = await ask(question, 'weak');
    expect(all.found.map(({ match }) => match?.strength)).toContain('weak');
    expect(all.weaker).toBeUndefined();
    const likely = await ask(question, 'likely');
    expect(likely.found).toEqual([]);
    expect(likely.weaker).toEqual({
      count: all.found.length,
      nearest: { id: all.found[0]!.id, title: expect.any(String) as string },
    });
    const { found } = await ask('kite in Porto', 'strong');
    expect(numbers(found)[0]).toBe(30);
    expect(found[0]!.match).toEqual({ score: expect.any(Number) as number, strength: 'strong' });
  });

  test('leads with the newest of conflicting memories, in one position each', async () => {
    await world.database.write(SYSTEM, (handle) =>
      writeWith(
        handle,
        sql`
        insert into memory_blocks (id, agent_id, conversation_id, content, created_at, visibility_scope, organization_id, tenant_id)
        select id, ${ids.agent(1)}, ${ids.conversation(1)}, content, now() - days * interval '1 day', 'organization', ${ids.alphaOrg}, ${ids.alphaOrg}
        from (values (${extra(60)}::uuid, 90, 'The zeppelin hangar opens at nine.'),
          (${extra(61)}::uuid, 2, 'The zeppelin hangar opens at eleven since the strike.')) as written(id, days, content)`,
      ),
    );
    const found = await search('hybrid', `query=${encodeURIComponent('when does the zeppelin hangar open')}`);
    expect(numbers(found)).toEqual([61, 60]);
    expect(found[0]!.rank_explanation).toContain('Newer than a hit that says nearly the same.');
    expect(found[0]!.search_score).toBeGreaterThanOrEqual(found[1]!.search_score);
    const question = encodeURIComponent('when does the zeppelin hangar open');
    const folded = await search('hybrid', `query=${question}&fold=true`);
    expect(numbers(folded)).toEqual([61]);
    expect(folded[0]!.alike).toEqual([
      {
        id: extra(60),
        title: 'The zeppelin hangar opens at nine',
        said_at: expect.any(String) as string,
        contradicts: true,
      },
    ]);
    expect((await readMetadata('hybrid', `query=${question}&fold=true`)).total_matches).toBe(1);
  });

  test('names an identifier as typed', async () => {
    await world.database.write(SYSTEM, (handle) =>
      writeWith(
        handle,
        sql`
        insert into memory_blocks (id, agent_id, conversation_id, content, visibility_scope, organization_id, tenant_id)
        values (${extra(40)}, ${ids.agent(1)}, ${ids.conversation(1)}, 'The gantry-crane was slow.', 'organization', ${ids.alphaOrg}, ${ids.alphaOrg})`,
      ),
    );
    const [hit] = await search('fulltext', 'query=Slow%20gantry-crane');
    expect(Object.keys(hit?.score_components ?? {})).toContain('word:gantry-crane');
    expect(hit?.rank_explanation).not.toContain('gantrycrane');
  });

  test('shows the matching passage in every search', async () => {
    const [first] = await search('fulltext', 'query=retrying%20migrations');
    expect(first?.highlights).toEqual([
      {
        field: 'content',
        offset: 0,
        text: 'Retry the migration when the connection drops',
        matches: [
          [0, 5],
          [10, 19],
        ],
      },
    ]);
    const [second] = await search('hybrid', 'query=portal%20reset');
    expect(second?.highlights?.map(({ field, text }) => [field, text])).toEqual([
      ['content', 'The vendor portal rejects uploads'],
      ['errors', 'connection reset'],
    ]);
    const [literal] = await search('semantic', 'query=dor%20port');
    expect(literal?.highlights?.[0]?.matches).toEqual([
      [7, 10],
      [11, 15],
    ]);
  });

  test.each(['fulltext', 'semantic', 'hybrid', ''])(
    'search/%s respects filters and paginates',
    async (kind) => {
      const found = async (narrowing: string, words = 'retry') =>
        numbers(await search(kind, `query=${words}&${narrowing}`)).sort();
      await world.database.write(SYSTEM, async (handle) => {
        await handle.execute(sql`insert into keywords (id, text, visibility_scope, organization_id, tenant_id)
        values (${extra(90)}, 'vendors', 'organization', ${ids.alphaOrg}, ${ids.alphaOrg}) on conflict do nothing`);
        await writeWith(
          handle,
          sql`insert into memory_block_keywords (memory_block_id, keyword_id, tenant_id)
        select ${extra(1)}, ${extra(90)}, tenant_id from memory_blocks where id = ${extra(1)} on conflict do nothing`,
        );
      });
      expect(await found('')).toEqual([0, 1]);
      expect(await found(`keyword_id=${extra(90)}`)).toEqual([1]);
      expect(await found('min_feedback_score=50')).toEqual([0]);
      expect(await found('max_feedback_score=50')).toEqual([1]);
      expect(await found(`conversation_id=${ids.conversation(1)}`)).toEqual([0, 1]);
      expect(await found(`conversation_id=${ids.conversation(2)}`)).toEqual([]);
      expect(await found(`agent_id=${ids.agent(2)}`)).toEqual([]);
      expect(await found('created_after=2020-01-01T00:00:00Z')).toEqual([0, 1]);
      expect(await found('created_before=2020-01-01T00:00:00Z')).toEqual([]);
      expect(await found('include_archived=true', 'archived')).toEqual([3]);
      const pages = [await found('limit=1'), await found('limit=1&skip=1')];
      expect(pages.flat().sort()).toEqual([0, 1]);
      expect(await found('limit=1&skip=2')).toEqual([]);
    },
  );

  const readMetadata = async (kind: string, query: string, email = 'owner@x.test') => {
    const url = `/memory-blocks/search/${kind}?${query}&${alpha}`;
    const response = await get(world.app, url, email);
    return JSON.parse(String(response.headers['x-search-metadata'])) as SearchMetadata;
  };

  test('finds by filter what only common words match in a large workspace', async () => {
    const agent = ids.agent(77);
    await world.database.write(SYSTEM, async (handle) => {
      await handle.execute(
        sql`insert into agents (id, name, visibility_scope, organization_id, tenant_id) values (${agent}, 'rarely', 'organization', ${ids.betaOrg}, ${ids.betaOrg})`,
      );
      await writeWith(
        handle,
        sql`
        insert into memory_blocks (id, agent_id, conversation_id, content, visibility_scope, organization_id, created_at, tenant_id)
        values (${extra(70)}, ${agent}, ${ids.conversation(7)}, 'filler of the filter', 'organization', ${ids.betaOrg}, '2020-01-01', ${ids.betaOrg})`,
      );
      await writeWith(
        handle,
        sql`
        insert into memory_blocks (agent_id, conversation_id, content, visibility_scope, organization_id, tenant_id)
        select ${ids.agent(2)}, gen_random_uuid(), 'filler ' || n || case when n < 20 then ' rare' else '' end, 'organization', ${ids.betaOrg}, ${ids.betaOrg}
        from generate_series(1, 6500) as n`,
      );
    });
    const beta = `scope=organization&organization_id=${ids.betaOrg}`;
    const found = async (narrowing: string) => {
      const url = `/memory-blocks/search/fulltext?query=rare%20filler&${narrowing}&${beta}`;
      return numbers(body<ScoredBlock[]>(await get(world.app, url, 'root@x.test')));
    };
    expect(await found('limit=50')).not.toContain(70);
    expect(await found(`agent_id=${agent}`)).toEqual([70]);
    expect(await found(`conversation_id=${ids.conversation(7)}`)).toEqual([70]);
    expect(await found('created_before=2021-01-01T00:00:00Z')).toEqual([70]);
  });

  test('keeps scores and corrections independent of other tenants', async () => {
    const ask = async (query: string) => {
      const url = `/memory-blocks/search/fulltext?query=${encodeURIComponent(query)}&${alpha}`;
      const response = await get(world.app, url, 'owner@x.test');
      const { corrections, unknown_words: unknown } = JSON.parse(
        String(response.headers['x-search-metadata']),
      ) as SearchMetadata;
      const scores = body<ScoredBlock[]>(response).map(({ id, search_score: score }) => [id, score]);
      return { scores, corrections, unknown };
    };
    const queries = ['vendor uploads', 'retry the connection', 'xylophonist', 'xylophonists vendor'];
    const before = await Promise.all(queries.map(ask));
    await world.database.write(SYSTEM, (handle) =>
      writeWith(
        handle,
        sql`
        insert into memory_blocks (agent_id, conversation_id, content, visibility_scope, owner_user_id, tenant_id)
        select ${ids.agent(4)}, gen_random_uuid(), 'vendor xylophonist connection ' || n, 'personal', ${ids.user(5)}, ${ids.user(5)}
        from generate_series(1, 200) as n`,
      ),
    );
    expect(await Promise.all(queries.map(ask))).toEqual(before);
  });

  const HOSTILE = {
    operators: '" - -- "" -"" & | ! ( ) : * <-> <2>',
    'stop words': 'the of and to a in is it',
    'right-to-left': 'مرحبا \u202eשלום',
    emoji: '🔥👩‍👩‍👧 vendor',
    SQL: "'; drop table memory_blocks; -- \\' or 1=1",
    'tsquery syntax': "vendor:*A & !'uploads' | (\\x <-> y) %' _ :: @#",
    'control characters': '\u0001\u0002 vendor \u001f',
    'one endless word': 'x'.repeat(4000),
    'many words': 'wörd '.repeat(800),
    'many phrases': '"vendor portal" '.repeat(200),
    'many exclusions': '-vendor '.repeat(400),
  };

  test.each(Object.keys(HOSTILE))('handles a query of %s', async (name) => {
    const text = encodeURIComponent(HOSTILE[name as keyof typeof HOSTILE].slice(0, 4000));
    for (const kind of ['fulltext', 'hybrid', 'semantic', ''])
      for (const match of ['any', 'all']) {
        const url = `/memory-blocks/search/${kind}?query=${text}&match=${match}&${alpha}`;
        const response = await get(world.app, url, 'owner@x.test');
        expect([name, response.statusCode, response.statusCode === 200 ? '' : response.body]).toEqual([
          name,
          200,
          '',
        ]);
      }
  });

  const TOO_LONG = 'A search may have at most 4000 characters.';
  test.each([
    ['100,000 characters', 'x'.repeat(100_000), TOO_LONG],
    ['10,000 words', 'word '.repeat(10_000), TOO_LONG],
  ])('rejects a query of %s with a message', async (_name, text, sentence) => {
    const url = `/memory-blocks/search/fulltext?query=${encodeURIComponent(text)}&${alpha}`;
    const response = await get(world.app, url, 'owner@x.test');
    expect(response.statusCode).toBe(422);
    expect(response.body).toContain(sentence);
  });

  test('reports the total of all pages in the header', async () => {
    expect(await readMetadata('fulltext', 'query=retry&limit=1')).toMatchObject({
      result_count: 1,
      total_matches: 2,
      is_total_exact: true,
    });
  });

  test('suggests alternatives in the header when nothing is found', async () => {
    const alternatives = async (kind: string, query: string, email?: string) =>
      (await readMetadata(kind, query, email)).alternatives;
    expect(await alternatives('fulltext', 'query=retry%20nosuchword%20vendor&match=all')).toEqual({
      any_word: 2,
      fewer_words: [{ query: 'retry vendor', count: 1 }],
    });
    expect(await alternatives('fulltext', 'query=%22vendor%20retry%22')).toEqual({
      fewer_words: [{ query: 'vendor retry', count: 2 }],
    });
    expect(await alternatives('fulltext', `query=vendor&agent_id=${ids.agent(4)}`)).toEqual({
      without_filters: 1,
    });
    expect(await alternatives('hybrid', 'query=archived')).toEqual({ archived: 1 });
    expect(await alternatives('', 'query=costs%20zzzz')).toMatchObject({ fewer_words: [{ query: 'costs' }] });
    // Block 2 is Beta's, 3 the owner's own, 4 a stranger's: only readable ones are counted.
    await world.database.write(SYSTEM, (handle) =>
      writeWith(
        handle,
        sql`update memory_blocks set content = 'zebra' where id in (${ids.block(2)}, ${ids.block(3)}, ${ids.block(4)})`,
      ),
    );
    expect(await alternatives('fulltext', 'query=zebra')).toEqual({
      other_workspaces: [{ scope: 'personal', organization_id: null, count: 1 }],
    });
    expect(await alternatives('fulltext', 'query=zebra', 'viewer@x.test')).toEqual({});
  });

  test('keeps the header short for a query of thousands of unknown words', async () => {
    const words = Array.from({ length: 1300 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join(' ');
    const response = await get(
      world.app,
      `/memory-blocks/search/fulltext?query=${encodeURIComponent(words)}&${alpha}`,
      'owner@x.test',
    );
    expect(response.statusCode).toBe(200);
    expect(String(response.headers['x-search-metadata']).length).toBeLessThan(2000);
  });

  test('returns the same memories over pages as in one long page, in order, each once', async () => {
    await world.database.write(SYSTEM, (handle) =>
      writeWith(
        handle,
        sql`
        insert into memory_blocks (agent_id, conversation_id, content, feedback_score, created_at, visibility_scope, organization_id, tenant_id)
        select ${ids.agent(1)}, ${ids.conversation(1)}, repeat('filler ', n) || case n % 3 when 0 then 'walrus harbour' else 'harbour of the walrus' end,
          n % 101, now() - n * interval '1 day', 'organization', ${ids.alphaOrg}, ${ids.alphaOrg} from generate_series(1, 160) as n`,
      ),
    );
    for (const kind of ['fulltext', 'hybrid']) {
      const toIds = async (page: string) =>
        (await search(kind, `query=walrus%20harbour&${page}`)).map(({ id }) => id);
      const whole = await toIds('limit=200');
      expect(whole).toHaveLength(160);
      const pages = [];
      for (let skip = 0; skip < 160; skip += 16) pages.push(...(await toIds(`limit=16&skip=${skip}`)));
      expect(pages).toEqual(whole);
    }
  });
});
