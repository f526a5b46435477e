/** @jest-environment node */
import { rmSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import type { Job } from '@hindsight/shared-contracts/api';
import { completion, sendJson, startModelServer } from '../../testing/modelServer';
import { call, startService } from '../../testing/serviceProcess';
import { ids, seedSmallWorld } from '../../testing/testApp';
import {
  buildService,
  openEmbedded,
  openServer,
  serverBinaries,
  startServer,
  temporaryFolder,
} from '../../testing/testDatabase';
import type { Database } from '../database/database';
import { until } from '../../testing/waiting';
import { writeWith } from '../../testing/directWrites';

const SYSTEM = { kind: 'system' } as const;
const BLOCKS = 30;
const id = (n: number) => ids.block(0x800 + n);
/** Requests that the model answers before the kill. The next ones keep two steps in flight until it happens. */
const ANSWERED_BEFORE_KILL = 6;

async function fill(database: Database): Promise<void> {
  await seedSmallWorld(database);
  await database.write(SYSTEM, async (handle) => {
    for (let n = 0; n < BLOCKS; n += 1) {
      await writeWith(
        handle,
        sql`
        insert into memory_blocks (id, agent_id, conversation_id, content, visibility_scope, organization_id, tenant_id)
        values (${id(n)}, ${ids.agent(1)}, ${ids.conversation(1)}, ${'A long memory. '.repeat(20)}, 'organization', ${ids.alphaOrg}, ${ids.alphaOrg})`,
      );
    }
  });
  await database.close();
}

/** How often each memory was rewritten. */
async function rewrites(database: Database): Promise<number[]> {
  const { rows } = await database.read(SYSTEM, (handle) =>
    handle.execute<{ versions: number; length: number }>(sql`
      select (select count(*)::int from memory_block_versions where memory_block_id = memory_blocks.id) as versions,
        length(content) as length
      from memory_blocks where id::text like '%-0000000028__' order by id`),
  );
  expect(rows.map(({ length }) => length)).toEqual(rows.map(() => 'Short.'.length));
  return rows.map(({ versions }) => versions);
}

const binaries = serverBinaries();

test.each(binaries ? ['embedded', 'PostgreSQL'] : ['embedded'])(
  'resumes a job after kill -9 where it stopped, without repeating finished steps (%s)',
  async (engine) => {
    await buildService();
    const folder = temporaryFolder();
    const server = engine === 'PostgreSQL' && binaries ? await startServer(binaries) : undefined;
    const open = () => (server ? openServer(server.url) : openEmbedded(folder));
    await fill(await open());
    const model = await startModelServer();
    const answer = { content: 'Short.', lessons_learned: null, key_insights: [], quality: 7, rationale: 'r' };
    let isKilled = false;
    // Excludes requests unrelated to the job: the contradiction checks between memories.
    const asked = () =>
      model.requests.filter(({ body }) => JSON.stringify(body).includes('Shorten this memory')).length;
    model.answer((_request, response) => {
      if (isKilled || asked() <= ANSWERED_BEFORE_KILL)
        sendJson(response, 200, completion(JSON.stringify(answer)));
    });
    const env = {
      ...(server ? { DATABASE_URL: server.url } : { DATA_DIR: folder }),
      LLM_BASE_URL: model.url,
      LLM_MODEL: 'm',
    };

    const first = await startService(env);
    const started = await call('POST', `${first.url}/memory-blocks/bulk-compact`, 'editor@x.test', {
      headers: {
        prefer: 'respond-async',
        'x-active-scope': 'organization',
        'x-organization-id': ids.alphaOrg,
      },
      payload: { memory_block_ids: Array.from({ length: BLOCKS }, (_, n) => id(n)), max_concurrent: 2 },
    });
    expect(started.status).toBe(202);
    const { job_id: jobId } = JSON.parse(started.body) as Job;
    const progress = async (url: string) =>
      JSON.parse((await call('GET', `${url}/jobs/${jobId}`, 'editor@x.test')).body) as Job;
    await until(
      async () => [(await progress(first.url)).done, asked()],
      ([done, questions]) => done === ANSWERED_BEFORE_KILL && questions === ANSWERED_BEFORE_KILL + 2,
    );
    await first.stop('SIGKILL');
    isKilled = true;
    // Expires the 15-second lease of the dead process, so the test does not have to wait.
    const between = await open();
    await between.write(SYSTEM, (handle) => handle.execute(sql`update jobs set lease_until = now()`));
    await between.close();

    const second = await startService(env);
    const job = await until(
      () => progress(second.url),
      ({ finished_at: end }) => end !== null,
    );
    expect(job).toMatchObject({ status: 'completed', done: BLOCKS, succeeded: BLOCKS, failed: 0 });
    // Only the two steps in flight are requested again.
    expect(asked()).toBe(BLOCKS + 2);
    expect(await second.stop('SIGTERM')).toBe(0);
    const database = await open();
    expect(await rewrites(database)).toEqual(Array.from({ length: BLOCKS }, () => 1));
    await database.close();
    await server?.stop();
    await model.close();
    rmSync(folder, { recursive: true, force: true });
  },
  90_000,
);
