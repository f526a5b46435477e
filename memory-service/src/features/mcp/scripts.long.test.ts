/** @jest-environment node */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { onOneEngine } from '../../testing/engines';
import { body, get, ids, tokenFor } from '../../testing/testApp';
import { copyCommand } from '../../testing/testDatabase';

const run = promisify(execFile);
const root = path.resolve(__dirname, '../../../..');

onOneEngine('the command line and the script client', (world) => {
  let folder: string;
  let environment: Record<string, string>;
  const at = (file: string) => path.join(folder, file);

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'hindsight-scripts-'));
    await copyCommand(folder);
    await world.app.listen({ port: 0, host: '127.0.0.1' });
    environment = {
      HOME: folder,
      PATH: process.env['PATH']!,
      HINDSIGHT_API_BASE_URL: `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`,
      HINDSIGHT_API_TOKEN: await tokenFor(world.app, 'owner@x.test', ['read', 'write'], ids.alphaOrg),
      DEFAULT_AGENT_ID: ids.agent(1),
    };
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function hindsight(args: readonly string[], env: Record<string, string> = environment) {
    const child = run(process.execPath, [at('package/hindsight.mjs'), ...args], { env, cwd: folder });
    const { stdout, stderr } = await child.catch(
      (error: unknown) => error as { stdout: string; stderr: string },
    );
    return { stdout, stderr };
  }
  const json = async <T>(...args: string[]) => JSON.parse((await hindsight([...args, '--json'])).stdout) as T;

  test('remembers and recalls, in text and JSON format', async () => {
    const lesson = ['--lesson', 'Vacuum the ibex index weekly.'];
    const made = await json<{ id: string; outcome: string }>(
      'remember',
      'The ibex index bloated.',
      ...lesson,
    );
    expect(made).toMatchObject({ outcome: 'stored', id: expect.any(String) });
    const again = await hindsight(['remember', 'The ibex index bloated.', ...lesson]);
    expect(again.stdout).toBe(`Nothing was stored: ${made.id} says exactly this.\n`);
    const { stdout } = await hindsight(['recall', 'why did the ibex index bloat?']);
    expect(stdout).toContain('Lesson: Vacuum the ibex index weekly.');
    const found = await json<{ memories: { id: string }[] }>('recall', 'ibex index', '--limit', '1');
    expect(found.memories.map(({ id }) => id)).toEqual([made.id]);
  });

  test('exports a file that can be imported', async () => {
    const { count } = await json<{ count: number }>('export', 'all.json');
    const file = JSON.parse(await readFile(at('all.json'), 'utf8')) as { items: unknown[] };
    expect([file.items.length, count]).toEqual([count, expect.any(Number)]);
    const { stdout } = await hindsight(['export']);
    expect((JSON.parse(stdout) as { items: unknown[] }).items).toHaveLength(count);
    const program = `'${process.execPath}' '${at('package/hindsight.mjs')}'`;
    const piped = await run('sh', ['-c', `${program} export | head -c 9`], { env: environment, cwd: folder });
    expect([piped.stdout, piped.stderr]).toEqual([stdout.slice(0, 9), '']);
    expect(await json('import', 'all.json')).toMatchObject({ created: 0, already_there: count, refused: [] });

    await writeFile(at('facts.md'), '# Notes\n\n- The serval queue is drained by hand.\n');
    expect((await hindsight(['import', 'facts.md', '--dry-run'])).stdout).toContain('1 would be stored');
    expect(await json('import', 'facts.md')).toMatchObject({ created: 1, refused: [], unread: [] });
  });

  test('imports rows of any size, and reports how ambiguous dates were read', async () => {
    const long = Array.from({ length: 12 }, (_, n) => ({ content: `${n} ${'x'.repeat(190_000)}` }));
    await writeFile(at('long.json'), JSON.stringify(long));
    expect(await json('import', 'long.json')).toMatchObject({ created: 12, refused: [] });

    await writeFile(at('days.csv'), 'content,created_at\nThe dik-dik rests.,03/04/2025\n');
    const { stdout } = await hindsight(['import', 'days.csv', '--dry-run']);
    expect(stdout).toContain(
      'Dates such as 03/04/2025: Month first: 03/04/2025 is March 4, 2025 (else --as dates=day).',
    );
    expect(await json('import', 'days.csv', '--as', 'dates=day')).toMatchObject({ created: 1 });
    await hindsight(['export', 'after.json']);
    const after = JSON.parse(await readFile(at('after.json'), 'utf8')) as {
      items: { content: string; created_at: string }[];
    };
    const { items } = after;
    expect(items.find(({ content }) => content === 'The dik-dik rests.')?.created_at).toMatch(/^2025-04-03/);
  });

  test('imports for an agent given by name, and reports a missing agent or an empty file', async () => {
    const { DEFAULT_AGENT_ID: _agent, ...without } = environment;
    await writeFile(at('nobody.md'), '- The kudu cache is cold after a deploy.\n');
    expect(await hindsight(['import', 'nobody.md'], without)).toEqual({
      stdout: '',
      stderr: expect.stringContaining('1 of 1 memories name no agent. Pass --agent'),
    });
    const named = await hindsight(['import', 'nobody.md', '--agent', 'Gardener'], without);
    expect(named.stdout).toContain('1 stored');
    const { stdout } = await hindsight(['recall', 'kudu cache', '--agent', 'gardener'], without);
    expect(stdout).toContain('The kudu cache is cold');
    await writeFile(at('paper.pdf'), '%PDF-1.7\n');
    expect((await hindsight(['import', 'paper.pdf'])).stderr).toContain(
      'Nothing in paper.pdf can be imported. It is a PDF document.',
    );
  });

  test('prints errors as one sentence on stderr and nothing on stdout', async () => {
    const { HINDSIGHT_API_TOKEN: _token, ...without } = environment;
    expect(await hindsight(['recall', 'x'], without)).toEqual({
      stdout: '',
      stderr: expect.stringMatching(/^Error: You are not signed in\. Run: hindsight login/),
    });
    expect((await hindsight(['recall'])).stderr).toMatch(/^Error: Pass what you are looking for/);
    expect((await hindsight(['export', 'none/all.json'])).stderr).toBe(
      'Error: Can’t use none/all.json: there is no such file or folder.\n',
    );
    expect((await hindsight(['import', '.'])).stderr).toBe('Error: Can’t use .: it is a folder.\n');
    expect((await hindsight(['forget'])).stderr).toContain("unknown command 'forget'");
    expect((await hindsight(['recall', 'x', '--limt', '3'])).stderr).toContain('Did you mean --limit?');
    expect((await hindsight(['recall', 'x', '--limit', 'many'])).stderr).toContain(
      '--limit must be a whole number',
    );
  });

  test('lets a TypeScript script call the service with types generated from the contracts', async () => {
    const sample = `
      import { ApiError, createClient } from './package/client.mjs';
      const client = createClient({ url: process.env.HINDSIGHT_API_BASE_URL!, token: process.env.HINDSIGHT_API_TOKEN!, agentId: process.env.DEFAULT_AGENT_ID! });
      const { outcome, memory } = await client.remember({ content: 'The gecko client works.' });
      const found = await client.recall('gecko client', { limit: 1 });
      const same: string = (await client.call('GET /memory-blocks/{id}', { params: { id: memory.id } })).content;
      const refused = await client.call('GET /agents/{id}', { params: { id: memory.id } }).catch((error: unknown) => error instanceof ApiError && error.status);
      console.log(JSON.stringify([outcome, found[0]?.id === memory.id, same, refused]));
    `;
    const wrong = `import { createClient } from './package/client.mjs';
      const client = createClient({ url: '', token: '' });
      await client.call('GET /nothing');
      await client.remember({ contents: 'x' });`;
    await writeFile(
      at('sample.mts'),
      `declare const process: { env: Record<string, string | undefined> };\n${sample}`,
    );
    await writeFile(at('wrong.mts'), wrong);
    const types = async (file: string) => {
      const compilerOptions = {
        strict: true,
        target: 'es2022',
        module: 'nodenext',
        lib: ['es2022', 'dom'],
        types: [],
      };
      await writeFile(at('tsconfig.json'), JSON.stringify({ compilerOptions, files: [file] }));
      return run(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc'), '-p', folder]);
    };
    await types('sample.mts');
    await expect(types('wrong.mts')).rejects.toMatchObject({
      stdout: expect.stringMatching(/wrong\.mts\(3,[^]*wrong\.mts\(4,/),
    });
    const { stdout } = await run(process.execPath, [at('sample.mjs')], { env: environment });
    expect(JSON.parse(stdout)).toEqual(['stored', true, 'The gecko client works.', 404]);
  });

  test('acts as the configured agent', async () => {
    const items = body<{ items: { agent_id: string; origin: string }[] }>(
      await get(world.app, '/memory-blocks/?limit=1', 'owner@x.test', {
        'x-active-scope': 'organization',
        'x-organization-id': ids.alphaOrg,
      }),
    ).items;
    expect(items[0]).toMatchObject({ agent_id: ids.agent(1), origin: 'agent' });
  });
});
