/** @jest-environment node */
import { sql } from 'drizzle-orm';
import type { Retrieval, ScoredBlock } from '@hindsight/shared-contracts/api';
import { planCandidates, weighTerms } from './rules/ranking';
import { onTenants } from '../../platform/database/tenants';
import { rankedStatement, readNewest } from './queries/rankedSearch';
import type { Ranking } from './queries/rankedSearch';
import { foldTerms, queryTerms } from './queries/searchTerms';
import { readableBlocks } from '../../platform/database/readable';
import { blockContains } from '../memory/queries/searchText';
import { onOneEngine } from '../../testing/engines';
import { answerEmbeddings, startModelServer } from '../../testing/modelServer';
import { until } from '../../testing/waiting';
import { readNumbers as numbers, searchBlock, searchWorld } from '../../testing/searchWorld';
import { body, get, ids, ownPage, testApp } from '../../testing/testApp';
import { writeWith } from '../../testing/directWrites';

const SYSTEM = { kind: 'system' } as const;

onOneEngine('search', (world) => {
  const alpha = `scope=organization&organization_id=${ids.alphaOrg}`;
  const extra = searchBlock;

  beforeAll(async () => {
    await searchWorld(world.database);
    await world.database.write(SYSTEM, async (handle) => {
      // Enough rows for the planner to choose the index.
      await writeWith(
        handle,
        sql`
        insert into memory_blocks (agent_id, conversation_id, content, visibility_scope, organization_id, tenant_id)
        select ${ids.agent(2)}, gen_random_uuid(), 'filler number ' || n || repeat(' of the same words', 60), 'organization', ${ids.betaOrg}, ${ids.betaOrg}
        from generate_series(1, 3000) as n`,
      );
      await handle.execute(
        sql`select gin_clean_pending_list('search_documents_words_idx'), gin_clean_pending_list('memory_blocks_search_text_idx')`,
      );
      await handle.execute(sql`analyze memory_blocks`);
      await handle.execute(sql`analyze search_documents`);
      await foldTerms(handle);
    });
  }, 60_000);

  const search = async (kind: string, query: string, email: string | null = 'owner@x.test') => {
    const response = await get(world.app, `/memory-blocks/search/${kind}?${query}&${alpha}`, email);
    expect([response.statusCode, response.statusCode === 200 ? '' : response.body]).toEqual([200, '']);
    return body<ScoredBlock[]>(response);
  };

  test('basic search matches any keyword, or all words of a query, newest first', async () => {
    expect(numbers(await search('', 'keywords=VENDOR,nothing about')).sort()).toEqual([1, 2]);
    expect(numbers(await search('', 'query=retry%20migration'))).toEqual([0]);
    expect(numbers(await search('', 'query=100%25'))).toEqual([]);
  });

  test('reports type, count and time in the header', async () => {
    const response = await get(world.app, `/memory-blocks/search/?keywords=vendor&${alpha}`, 'owner@x.test');
    const metadata = JSON.parse(String(response.headers['x-search-metadata'])) as Record<string, unknown>;
    expect(metadata).toEqual({
      search_type: 'basic',
      result_count: 1,
      total_search_time_ms: expect.any(Number),
    });
  });

  test('ranks content above lessons above errors, and omits archived blocks', async () => {
    const found = await search('fulltext', 'query=migration');
    expect(numbers(found)).toEqual([0, 2]);
    expect(found.every(({ search_type: type }) => type === 'fulltext')).toBe(true);
    expect(found.map(({ rank_explanation: why }) => why)).toEqual([
      'Matches “migration” (title).',
      'Matches “migration” (errors).',
    ]);
    const begun = await search('fulltext', 'query=migr');
    expect(begun.map(({ rank_explanation: why }) => why)).toEqual([
      'Matches “migr” (title).',
      'Matches “migr” (errors).',
    ]);
    expect(found[0]?.score_components['word:migration']).toBe(found[0]?.score_components['fulltext_raw']);
    expect(found[0]?.visibility_scope).toBe('organization');
    expect(numbers(await search('fulltext', 'query=migration&include_archived=true')).sort()).toEqual([
      0, 2, 3,
    ]);
    const [best, worst] = found.map(({ search_score: score }) => score);
    expect(best).toBeLessThan(1);
    expect(worst).toBeGreaterThan(0.1);
    expect(numbers(await search('fulltext', `query=migration&min_score=${best}`))).toEqual([0]);
  });

  test('parses web-search syntax, and treats "vendor" as a word, not an operator', async () => {
    expect(numbers(await search('fulltext', 'query=retry%20-vendor'))).toEqual([0]);
    expect(numbers(await search('fulltext', 'query=%22rejects%20uploads%22'))).toEqual([1]);
    expect(numbers(await search('fulltext', 'query=vendor'))).toEqual([1]);
  });

  test('matches a query of stop words as text', async () => {
    const [found] = await search('fulltext', 'query=the%20of');
    expect([found?.search_type, found?.rank_explanation]).toEqual([
      'basic',
      'All words are very common, so they were matched as text.',
    ]);
    expect(numbers(await search('hybrid', 'query=about%20that'))).toEqual([2]);
  });

  test('matches any word, best first, and every word with match=all', async () => {
    const words = 'query=why%20does%20the%20vendor%20reject%20a%20migration%20retry';
    expect(numbers(await search('fulltext', words)).sort()).toEqual([0, 1, 2]);
    expect(numbers(await search('fulltext', `query=retry%20migration&match=all`))).toEqual([0]);
    expect(numbers(await search('fulltext', `query=retry%20absentword&match=all`))).toEqual([]);
  });

  test('corrects one typo and reports it in the header', async () => {
    const response = await get(
      world.app,
      `/memory-blocks/search/fulltext?query=migratoin%20zzzz&${alpha}`,
      'owner@x.test',
    );
    expect(numbers(body<ScoredBlock[]>(response))).toEqual([0, 2]);
    expect(JSON.parse(String(response.headers['x-search-metadata']))).toMatchObject({
      corrections: [{ typed: 'migratoin', term: 'migrat', word: 'migration' }],
      unknown_words: ['zzzz'],
    });
  });

  test.each([
    [15, [0, 2]],
    [16, []],
  ])('checks only the first sixteen unknown words for typos (%d before)', async (before, found) => {
    const unknown = Array.from({ length: before }, (_, at) => `qqxwz${String.fromCharCode(97 + at)}j`);
    const query = [...unknown, 'migratoin', 'qqxwzzz'].join('%20');
    expect(numbers(await search('fulltext', `query=${query}`))).toEqual(found);
  });

  test('treats no correctly spelled word as a typo', async () => {
    const response = await get(
      world.app,
      `/memory-blocks/search/fulltext?query=migration%20ejects%20uploads&${alpha}`,
      'owner@x.test',
    );
    const metadata = JSON.parse(String(response.headers['x-search-metadata'])) as object;
    expect(metadata).toMatchObject({ unknown_words: ['ejects'] });
    expect(metadata).not.toHaveProperty('corrections');
  });

  test('says that semantic search is not configured and matches as text', async () => {
    const [found] = await search('semantic', 'query=vendor');
    expect([found?.search_type, found?.rank_explanation]).toEqual([
      'basic',
      'Semantic search is not configured. Matched as text.',
    ]);
  });

  test('ranks hybrid search by words alone when semantic search is unavailable', async () => {
    const found = await search('hybrid', 'query=migration');
    expect(numbers(found)).toEqual([0, 2]);
    expect(found[0]?.rank_explanation).toBe(
      'Matches “migration” (title). Semantic search is not configured. Ranked by words alone.',
    );
    const [best, other] = found.map(({ score_components: parts }) => parts);
    const share = (other?.['fulltext_raw'] ?? 0) / (best?.['fulltext_raw'] ?? 1);
    expect([best?.['fulltext'], other?.['fulltext']]).toEqual([1, expect.closeTo(share)]);
    expect(share).toBeLessThan(1);
  });

  test('never leaves the scope', async () => {
    for (const kind of ['fulltext', 'semantic', 'hybrid', '']) {
      expect(numbers(await search(kind, 'query=migration', 'stranger@x.test'))).toEqual([]);
      expect(numbers(await search(kind, 'query=migration', null))).toEqual([]);
      const other = await get(world.app, `/memory-blocks/search/${kind}?query=migration`, 'owner@x.test');
      expect(body(other)).toEqual([]);
    }
  });

  test.each([
    ['', '', 400, 'At least one keyword or query string is required for search.'],
    ['', 'keywords=,', 400, 'At least one keyword or query string is required for search.'],
    [
      '',
      'query=a&search_type=x',
      422,
      "Invalid strategy 'x'. Allowed values: [basic, fulltext, hybrid, semantic]",
    ],
    ['fulltext', 'query=%20', 400, 'Search query cannot be empty'],
    ['semantic', '', 400, 'Search query cannot be empty'],
    ['hybrid', 'query=a&fulltext_weight=0.5', 400, 'Fulltext and semantic weights must sum to 1.0'],
  ])('responds to search/%s?%s with %d', async (kind, query, status, detail) => {
    const response = await get(world.app, `/memory-blocks/search/${kind}?${query}`, 'owner@x.test');
    expect([response.statusCode, body(response)]).toEqual([status, { detail }]);
  });

  test.each(['?query=a&limit=201', '/fulltext?query=a&agent_id=x', '/fulltext?query=a&min_score=2'])(
    'rejects search%s',
    async (query) => {
      const response = await get(world.app, `/memory-blocks/search${query}`, 'owner@x.test');
      expect(response.statusCode).toBe(422);
      expect(Array.isArray(body<{ detail: unknown }>(response).detail)).toBe(true);
    },
  );

  test('searches semantically with an embeddings server', async () => {
    const server = await startModelServer();
    const embed = answerEmbeddings(['migration', 'vendor']);
    // Memories get no vectors until the first query is answered.
    const held: (() => void)[] = [];
    server.answer((request, response) => {
      if (String(request.body['input']) === 'vendor') embed(request, response);
      else held.push(() => embed(request, response));
    });
    const env = {
      EMBEDDINGS_BASE_URL: server.url,
      EMBEDDINGS_MODEL: 'stub',
      EMBEDDINGS_API_KEY: 'k',
      EMBEDDINGS_TIMEOUT_SECONDS: '60',
    };
    await world.database.write(SYSTEM, (handle) =>
      writeWith(handle, sql`delete from memory_blocks where content like 'filler number 2%'`),
    );
    const app = testApp(world.database, env);
    const ask = async (kind: string) =>
      body<ScoredBlock[]>(
        await get(app, `/memory-blocks/search/${kind}?query=vendor&${alpha}`, 'owner@x.test'),
      );
    const [first] = await ask('semantic');
    const reason = 'No memory reaches a similarity of 0.7. Matched as text.';
    expect([first?.search_type, first?.rank_explanation]).toEqual(['basic', reason]);
    server.answer(embed);
    held.forEach((answer) => answer());
    const found = await until(
      () => ask('semantic'),
      ([hit]) => hit?.search_type === 'semantic',
    );
    expect(server.requests[0]).toMatchObject({ path: '/v1/embeddings', authorization: 'Bearer k' });
    expect(numbers(found)).toEqual([1]);
    expect(found[0]?.search_score).toBeCloseTo(1, 2);
    const [best] = await ask('hybrid');
    expect(best).toMatchObject({ id: extra(1), search_type: 'hybrid' });
    const { fulltext = 0, semantic = 0 } = best?.score_components ?? {};
    expect([fulltext > 0, semantic > 0, fulltext + semantic]).toEqual([true, true, expect.closeTo(1)]);
    await app.close();
    await server.close();
  });

  test('counts retrieved and opened blocks for tokens, but not for people', async () => {
    const made = await world.app.inject({
      method: 'POST',
      url: '/users/me/tokens',
      headers: { ...ownPage('owner@x.test'), 'content-type': 'application/json' },
      payload: { name: 'robot', scopes: ['read'] },
    });
    expect(made.statusCode).toBe(201);
    const { token } = body<{ token: string }>(made);
    const bearer = { authorization: `Bearer ${token}` };
    await search('fulltext', 'query=vendor');
    await get(world.app, `/memory-blocks/search/fulltext?query=vendor&${alpha}`, null, bearer);
    await get(world.app, `/memory-blocks/${extra(1)}`, null, bearer);
    const events = async (email: string) =>
      body<{ items: Retrieval[]; total_items: number }>(
        await get(world.app, `/memory-blocks/${extra(1)}/retrievals`, email),
      );
    const { items, total_items: total } = await events('editor@x.test');
    expect(total).toBe(2);
    expect(items.map(({ kind, query, rank, token_name: name }) => [kind, query, rank, name])).toEqual([
      ['detail', null, null, 'robot'],
      ['search', 'vendor', 1, 'robot'],
    ]);
    expect((await events('viewer@x.test')).total_items).toBe(0);
    const block = await get(world.app, `/memory-blocks/${extra(1)}`, 'owner@x.test');
    expect(body<{ retrieval_count: number }>(block).retrieval_count).toBe(2);
    const hidden = await get(world.app, `/memory-blocks/${extra(1)}/retrievals`, 'stranger@x.test');
    expect([hidden.statusCode, body(hidden)]).toEqual([404, { detail: 'Memory block not found' }]);
  });

  test('uses the indexes for words and for substrings', async () => {
    const superadmin = {
      kind: 'person',
      userId: ids.user(7),
      email: 'root@x.test',
      displayName: null,
      isSuperadmin: true,
      isBetaAdmin: true,
      betaAccessStatus: 'accepted',
      memberships: [],
    } as const;
    const plan = async (statement: ReturnType<typeof sql>, ranking?: Ranking) => {
      const { rows } = await world.database.read(superadmin, (handle) => {
        const explain = () => handle.execute(sql`explain ${statement}`);
        if (ranking) return readNewest(handle, ranking, explain);
        // A worker's part of the table is small; what matters is that policies do not prevent the use of the index.
        return world.engine === 'Citus'
          ? handle.execute('set local enable_seqscan = off').then(explain)
          : explain();
      });
      return rows.map((row) => String(row['QUERY PLAN'])).join('\n');
    };
    const filter = {
      narrowing: {},
      rows: { rows: 'organizations', organizationIds: [ids.betaOrg] } as const,
      includeArchived: false,
      skip: 0,
      limit: 10,
    };
    const ranked = async (text: string, others = 0) => {
      const tenants = [ids.betaOrg];
      const { collection, terms } = await world.database.read(superadmin, (handle) =>
        queryTerms(handle, tenants, text),
      );
      // As in a workspace that is too large to rank in full.
      const { documents, length, stored } = collection;
      const many = { documents: documents * 1000, length: length * 1000, stored };
      const weighted = weighTerms(terms, many);
      const query = { phrases: [], excluded: [] };
      const scaled = weighted.map((term) => ({ ...term, documents: term.documents * 1000 }));
      const ranking = {
        weighted,
        neighbors: [],
        plan: planCandidates(text === 'filler' ? scaled : weighted, many),
        collection: { ...collection, stored: stored + others },
        query,
        isEveryTerm: false,
      };
      return plan(rankedStatement(tenants, filter, ranking), ranking);
    };
    expect(await ranked('1234')).toContain('search_documents_words_idx');
    // In a form that no index serves, so that rows of a large tenant are not read in addition to those with the words.
    if (world.engine !== 'Citus') expect(await ranked('1234')).toMatch(/tenant_id = ANY \([^\n]*\) IS TRUE/);
    // Only among many other tenants is the tenant worth an index condition. A worker does not know how many there are.
    const isAlone = world.engine !== 'Citus';
    expect((await ranked('1234')).includes(`@${ids.betaOrg}`)).toBe(!isAlone);
    expect(await ranked('1234', 1_000_000)).toContain(`@${ids.betaOrg}`);
    expect(await ranked('filler')).not.toContain('Seq Scan on search_documents');
    // Rows written since the last vacuum are not in the index yet, which makes it look expensive.
    await world.database.ask({ name: '', text: 'vacuum (analyze) memory_blocks', values: [] });
    expect(
      await plan(
        sql`select id from ${readableBlocks} where ${blockContains('portal rejects')} and ${onTenants(filter.rows)('tenant_id')}`,
      ),
    ).toContain('memory_blocks_search_text_idx');
  });
});
