/** @jest-environment node */
import { eq, inArray, sql } from 'drizzle-orm';
import { memoryBlocks } from '../../schema/memory';
import { changeBlocks } from '../memoryRows';
import type { ScoredBlock, SearchMetadata } from '@hindsight/shared-contracts/api';
import { centerQuestion, nearestHits } from './nearest';
import { indexedStatement, nearestBlocks, type QueryVector } from './queries/nearestBlocks';
import { onEveryEngine } from '../../testing/engines';
import { answerEmbeddings, sendJson, startModelServer } from '../../testing/modelServer';
import type { ModelServer } from '../../testing/modelServer';
import { findPerson } from '../../testing/persons';
import { body, get, ids, testApp } from '../../testing/testApp';
import { until } from '../../testing/waiting';
import { createSemantic } from './semantic';
import type { Semantic } from './semantic';
import type { SearchFilter } from '../memory/queries/blockFilter';
import { writeDirectly } from '../../testing/directWrites';

const SYSTEM = { kind: 'system' } as const;
const WORDS = ['migration', 'vendor', 'poison'];
/** Blocks of the test, besides the seven of the small fixture. */
const BLOCKS = 150;
const ALL = BLOCKS + 7;

onEveryEngine('vectors', (world) => {
  let server: ModelServer;
  const opened: Semantic[] = [];
  const isEmbedded = world.engine === 'embedded';

  const rejectPoison: Parameters<ModelServer['answer']>[0] = (request, response) => {
    if (JSON.stringify(request.body['input']).includes('poison'))
      sendJson(response, 400, { error: { message: 'no' } });
    else answerEmbeddings(WORDS)(request, response);
  };

  /** Simulates a separate process for embeddings. */
  const semantic = (model = 'one') => {
    const config = { kind: 'server', baseUrl: server.url, apiKey: 'k', model } as const;
    const made = createSemantic(
      config,
      { database: world.database, isEmbedded, questionTimeoutMs: 60_000 },
      undefined,
    );
    opened.push(made);
    return made;
  };
  const ask = async <T>(query: ReturnType<typeof sql>) =>
    (await world.database.write(SYSTEM, (handle) => handle.execute<{ value: T }>(query))).rows.map(
      ({ value }) => value,
    );
  const waiting = async () =>
    (await ask<number>(sql`select count(*)::int as value from memory_blocks_to_embed`))[0];
  const vectors = (model = 'one') =>
    ask<string>(sql`select memory_block_id as value from memory_block_embeddings where model = ${model}`);
  const due = () => ask(sql`update memory_blocks_to_embed set retry_at = now() returning 1 as value`);
  const sent = () => server.requests.flatMap(({ body: { input } }) => [input].flat().map(String));
  const change = (n: number, content: string) =>
    world.database.write(SYSTEM, (handle) =>
      changeBlocks(handle, eq(memoryBlocks.id, ids.block(0x500 + n)), { content }),
    );

  beforeEach(async () => {
    server = await startModelServer();
    server.answer(answerEmbeddings(WORDS));
    await ask(sql`delete from service_state where key = 'embeddings' returning 1 as value`);
    await ask(sql`delete from memory_block_embeddings returning 1 as value`);
    await ask(sql`delete from memory_blocks_to_embed returning 1 as value`);
    await writeDirectly(world.database, sql`delete from memory_blocks where content like 'note %'`);
    await writeDirectly(
      world.database,
      sql`
      insert into memory_blocks (id, agent_id, conversation_id, content, visibility_scope, organization_id, tenant_id)
      select (${ids.block(0).slice(0, -4)} || lpad(to_hex(9472 + n), 4, '0'))::uuid, ${ids.agent(1)}, ${ids.conversation(1)},
        'note ' || n, 'organization', ${ids.alphaOrg}, ${ids.alphaOrg} from generate_series(0, ${BLOCKS - 1}) as n`,
    );
  });
  /** Close all before the next step: processes also work in the background, and do not wait for blocks claimed by others. */
  const closeAll = () => Promise.all(opened.splice(0).map((one) => one.close()));
  afterEach(async () => {
    await closeAll();
    await server.close();
  });

  test('leaves the rest to the next process after a crash', async () => {
    let answers = 0;
    server.answer((request, response) => {
      answers += 1;
      if (answers > 1) response.destroy();
      else answerEmbeddings(WORDS)(request, response);
    });
    const first = semantic();
    await expect(first.catchUp()).rejects.toThrow();
    await first.close();
    expect([(await vectors()).length, await waiting()]).toEqual([8, ALL - 8]);
    // Claimed by a process that was killed: its lease has ended.
    await due();
    server.requests.length = 0;
    server.answer(answerEmbeddings(WORDS));
    await semantic().catchUp();
    expect([(await vectors()).length, await waiting(), sent().length]).toEqual([ALL, 0, ALL - 8]);
  });

  test.each([503, 401, 429])(
    'keeps the queue and fails queries at once while the server answers %d',
    async (status) => {
      server.answer((_request, response) => sendJson(response, status, { error: { message: 'down' } }));
      const one = semantic();
      await expect(one.catchUp()).rejects.toMatchObject({ status });
      expect([(await vectors()).length, await waiting()]).toEqual([0, ALL]);
      expect(await one.embedQuestion('migration')).toEqual({
        unavailable: 'The embeddings server isn’t responding.',
      });
      const asked = server.requests.length;
      expect(await one.embedQuestion('vendor')).toEqual({
        unavailable: 'The embeddings server isn’t responding.',
      });
      expect(server.requests).toHaveLength(asked);
      server.answer(answerEmbeddings(WORDS));
      expect(await one.catchUp()).toBe(ALL);
    },
  );

  test('sends smaller batches to a slow server, so that queries wait less', async () => {
    // Only time in the embeddings server passes, however slow this machine is.
    let now = performance.now();
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
    server.answer((request, response) => {
      now += 240 * [request.body['input']].flat().length;
      answerEmbeddings(WORDS)(request, response);
    });
    await semantic().catchUp();
    clock.mockRestore();
    const sizes = server.requests.map(({ body: { input } }) => [input].flat().length);
    expect(sizes).toEqual([8, ...Array<number>(Math.floor((ALL - 8) / 4)).fill(4), (ALL - 8) % 4]);
  });

  test('keeps embedding memories after a failed query, and retries queries on success', async () => {
    server.answer((_request, response) => response.destroy());
    const one = semantic();
    expect(await one.embedQuestion('migration')).toHaveProperty('unavailable');
    server.answer(answerEmbeddings(WORDS));
    expect(await one.catchUp()).toBe(ALL);
    expect(await one.embedQuestion('migration')).toHaveProperty('vector');
  });

  test('does not blame the model for a database failure, and answers the next query', async () => {
    const failure = new Error('the database is away');
    const write = jest.spyOn(world.database, 'write').mockRejectedValue(failure);
    const made = semantic();
    const unread = { unavailable: 'Couldn’t read the memory vectors.' };
    expect(await made.embedQuestion('vendor')).toEqual(unread);
    await expect(made.catchUp()).rejects.toBe(failure);
    expect(made.state()).not.toHaveProperty('failing');
    write.mockRestore();
    expect(await made.embedQuestion('vendor')).toMatchObject({ model: 'one' });
  });

  test('postpones a rejected memory without blocking the others, and embeds it after an edit', async () => {
    await change(3, 'note poison');
    server.answer(rejectPoison);
    const one = semantic();
    await one.catchUp();
    expect([(await vectors()).length, await waiting()]).toEqual([ALL - 1, 1]);
    expect(
      await ask(sql`select refusals as value from memory_blocks_to_embed where retry_at > now()`),
    ).toEqual([1]);
    await change(3, 'note without');
    await one.catchUp();
    expect([(await vectors()).length, await waiting()]).toEqual([ALL, 0]);
  });

  test('treats a server that rejects everything as down and blames no memory', async () => {
    server.answer((_request, response) => sendJson(response, 400, { error: { message: 'no' } }));
    await expect(semantic().catchUp()).rejects.toThrow();
    expect(await ask(sql`select max(refusals) as value from memory_blocks_to_embed`)).toEqual([0]);
    expect(await waiting()).toBe(ALL);
  });

  test('shares the queue between two processes and embeds nothing twice', async () => {
    await Promise.all([semantic(), semantic()].map((one) => one.catchUp()));
    expect(sent().filter((text) => text.startsWith('note'))).toHaveLength(BLOCKS);
    expect([(await vectors()).length, await waiting()]).toEqual([ALL, 0]);
  });

  test('drops the vector of an edited text until the new one exists, whichever process wrote it', async () => {
    const one = semantic();
    await one.catchUp();
    server.answer((request, response) => {
      // The text changes while its vector is being made.
      void change(5, 'note vendor again').then(() => answerEmbeddings(WORDS)(request, response));
    });
    await change(5, 'note vendor');
    expect((await vectors()).length).toBe(ALL - 1);
    await one.catchUp().catch(() => undefined);
    server.answer(answerEmbeddings(WORDS));
    server.requests.length = 0;
    await one.catchUp();
    expect([(await vectors()).length, await waiting()]).toEqual([ALL, 0]);
    expect(sent().every((text) => text === 'note vendor again')).toBe(true);
  });

  test('embeds everything again for another model and for another vector size', async () => {
    await semantic().catchUp();
    await semantic('two').catchUp();
    expect([(await vectors()).length, (await vectors('two')).length]).toEqual([0, ALL]);
    await closeAll();
    server.answer(answerEmbeddings([...WORDS, 'more']));
    await change(1, 'note of another size');
    await semantic('two').catchUp();
    expect(
      await ask(sql`select distinct cardinality(embedding) as value from memory_block_embeddings`),
    ).toEqual([5]);
    expect(await waiting()).toBe(0);
  });

  test('answers with vectors of the previous model until all are replaced, then with the new ones', async () => {
    await change(1, 'note vendor');
    await change(2, 'note migration');
    await semantic('one').catchUp();
    await closeAll();
    server.answer((request, response) => {
      const { model, input } = request.body;
      const isNew = model === 'two' && [input].flat().some((text) => String(text).startsWith('note'));
      if (isNew) sendJson(response, 503, { error: { message: 'busy' } });
      else answerEmbeddings(WORDS)(request, response);
    });
    const two = semantic('two');
    const asked = await two.embedQuestion('vendor');
    expect(asked).toMatchObject({ model: 'two', older: { model: 'one' } });
    const owner = await findPerson(world.database, 'owner@x.test');
    const found = (query: typeof asked) =>
      world.database.read(owner, async (handle) =>
        (await nearestHits(handle, alphaFilter(1), query as QueryVector))?.map(({ id }) => id),
      );
    expect(await found(asked)).toEqual([ids.block(0x501)]);
    expect(two.answering()).toEqual(['two', 'one']);
    server.answer(answerEmbeddings(WORDS));
    await two.catchUp();
    const later = await two.embedQuestion('vendor');
    expect(later).toMatchObject({ model: 'two', older: undefined });
    expect(await found(later)).toEqual([ids.block(0x501)]);
  });

  test('stores no more vectors of the previous model, not even of claimed blocks', async () => {
    const one = semantic();
    let two: Semantic | undefined;
    server.answer((request, response) => {
      // The other process starts while the first one waits for its vectors.
      void (two ? Promise.resolve(0) : (two = semantic('two')).catchUp()).then(() =>
        answerEmbeddings(WORDS)(request, response),
      );
    });
    await one.catchUp();
    expect(await vectors()).toEqual([]);
    await due();
    await two?.catchUp();
    expect([(await vectors('two')).length, await waiting()]).toEqual([ALL, 0]);
    await change(1, 'note of today');
    expect(await one.catchUp()).toBe(0);
    await two?.catchUp();
    expect([(await vectors('two')).length, await waiting()]).toEqual([ALL, 0]);
  });

  test('reports how many memories of the workspace have no vector yet', async () => {
    const app = testApp(world.database, { EMBEDDINGS_BASE_URL: server.url, EMBEDDINGS_MODEL: 'one' });
    await semantic().catchUp();
    const countNotIndexed = async (scope: string) => {
      const url = `/memory-blocks/search/hybrid?query=migration&${scope}`;
      const { headers } = await get(app, url, 'owner@x.test');
      return (JSON.parse(String(headers['x-search-metadata'])) as SearchMetadata).not_indexed_by_meaning;
    };
    const alpha = `scope=organization&organization_id=${ids.alphaOrg}`;
    expect(await countNotIndexed(alpha)).toBeUndefined();
    server.answer(rejectPoison);
    await change(1, 'note poison');
    await change(2, 'note poison too');
    const [active] = await ask<number>(
      sql`select count(*)::int as value from memory_blocks where organization_id = ${ids.alphaOrg} and not archived`,
    );
    expect(await countNotIndexed(alpha)).toEqual({ count: 2, total: active });
    expect(await countNotIndexed('scope=personal')).toBeUndefined();
    await app.close();
  });

  const alphaFilter = (limit: number): SearchFilter => ({
    narrowing: {},
    rows: { rows: 'organizations', organizationIds: [ids.alphaOrg] },
    includeArchived: false,
    skip: 0,
    limit,
  });
  const hasExtension = async () =>
    (
      await ask<boolean>(sql`select exists (select 1 from pg_extension where extname = 'vector') as value`)
    )[0];
  /** The results of the service's semantic search, and whether a vector index exists. */
  const searchSemantic = async (narrowing = '') => {
    const app = testApp(world.database, { EMBEDDINGS_BASE_URL: server.url, EMBEDDINGS_MODEL: 'one' });
    const url = `/memory-blocks/search/semantic?query=vendor&scope=organization&organization_id=${ids.alphaOrg}&${narrowing}`;
    // The first search in a process requests the index and does not wait for it.
    await get(app, url, 'owner@x.test');
    const readIndex = async () => body<{ vector_index?: string }>(await get(app, '/build-info')).vector_index;
    const expected = (await hasExtension()) ? 'hnsw' : 'none';
    const index = await until(readIndex, (found) => found === expected);
    const found = body<ScoredBlock[]>(await get(app, url, 'owner@x.test'));
    await app.close();
    return { index, contents: found.map(({ content, search_type: type }) => [content, type]) };
  };

  test('finds the nearest with and without an index', async () => {
    await change(7, 'note vendor');
    await semantic().catchUp();
    const { index, contents } = await searchSemantic();
    expect(contents).toEqual([['note vendor', 'semantic']]);
    if (isEmbedded) expect(index).toBe('hnsw');
    if (index === 'none') return;
    const plan = await world.database.read(SYSTEM, async (handle) => {
      await handle.execute(
        sql`select set_config('enable_sort', 'off', true), set_config('enable_seqscan', 'off', true)`,
      );
      const query = {
        vector: [1, 0, 0, 0],
        model: 'one',
        hasExtension: true,
        isIndexed: true,
        base: 0,
      };
      return handle.execute(sql`explain ${indexedStatement(alphaFilter(10), query, 10)}`);
    });
    expect(JSON.stringify(plan.rows)).toContain('Index Scan using memory_block_embeddings_4_idx');
  });

  test.each([true, false])(
    'does not rank generic memories nearest to every query, with the extension: %s',
    async (withExtension) => {
      await semantic().catchUp();
      if (withExtension && !(await hasExtension())) return;
      const embed = (values: string, where: ReturnType<typeof sql>) =>
        ask(
          sql`update memory_block_embeddings set embedding = ${values}::real[] where ${where} returning 1 as value`,
        );
      await embed('{1,0,0,0}', sql`true`);
      await embed('{0.9,0.436,0,0}', sql`memory_block_id = ${ids.block(0x501)}`);
      await embed('{0.4,0.72,0.567,0}', sql`memory_block_id = ${ids.block(0x502)}`);
      const asked = {
        vector: [0.8, 0.6, 0, 0],
        model: 'one',
        hasExtension: withExtension,
        isIndexed: false,
        base: 0,
      };
      const owner = await findPerson(world.database, 'owner@x.test');
      const find = (isCentered: boolean) =>
        world.database.read(owner, async (handle) => {
          const question = isCentered ? await centerQuestion(handle, alphaFilter(1), asked) : asked;
          return { ...(await nearestHits(handle, alphaFilter(1), question))![0], base: question.base };
        });
      expect(await find(false)).toMatchObject({ id: ids.block(0x501), base: 0 });
      const { id, score, base } = await find(true);
      expect(id).toBe(ids.block(0x502));
      expect(score).toBeGreaterThan(base);
    },
  );

  test('finds all filtered rows although the index scan stops early', async () => {
    await semantic().catchUp();
    if (!(await hasExtension())) return;
    const agent = ids.agent(78);
    await ask(sql`insert into agents (id, name, visibility_scope, organization_id, tenant_id)
      values (${agent}, 'far', 'organization', ${ids.alphaOrg}, ${ids.alphaOrg}) on conflict do nothing returning 1 as value`);
    await world.database.write(SYSTEM, (handle) =>
      changeBlocks(handle, inArray(memoryBlocks.id, [ids.block(0x500), ids.block(0x501)]), {
        agentId: agent,
      }),
    );
    await ask(
      sql`update memory_block_embeddings set embedding = '{0,0,1,0}' where memory_block_id in (${ids.block(0x500)}, ${ids.block(0x501)}) returning 1 as value`,
    );
    // As if the workspace were large.
    await ask(sql`insert into workspace_tallies (visibility_scope, organization_id, agent_id, active, archived, retrievals, feedback, high, medium, changes, tenant_id)
      values ('organization', ${ids.alphaOrg}, ${agent}, 20000, 0, 0, 0, 0, 0, 0, ${ids.alphaOrg}) returning 1 as value`);
    const owner = await findPerson(world.database, 'owner@x.test');
    const found = await world.database.read(owner, async (handle) => {
      await handle.execute(sql`select set_config('hnsw.max_scan_tuples', '1', true)`);
      const query = {
        vector: [0, 0, 0, 1],
        model: 'one',
        hasExtension: true,
        isIndexed: true,
        base: 0,
      };
      return nearestBlocks(handle, { ...alphaFilter(10), narrowing: { agentIds: [agent] } }, query);
    });
    await ask(sql`delete from workspace_tallies where active = 20000 returning 1 as value`);
    expect(found).toHaveLength(2);
  });
});
