/** Tests the containerized stack as a person, an agent and an operator use it, with the commands printed in the documentation. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { hasSucceeded, startTraffic, type Workplace } from '../load/traffic';
import { openWorkplace } from '../load/workplace';
import { signIn } from '../login/signIn';
import { repoRoot } from '../native/place';

const ORIGIN = 'http://localhost:8080';
const PERSON = 'admin@hindsight.localhost';
const compose = JSON.parse(process.env.CONTAINERS_COMPOSE ?? '[]') as string[];
const secret = (name: string) => readFileSync(path.join(repoRoot, 'var/secrets', name), 'utf8').trim();
const password = secret('first_person_password');

/** Runs a program without blocking the test's load; the error of a failure contains its output. */
const run = promisify(execFile);
const inCompose = (...args: string[]) =>
  run(compose[0] ?? '', [...compose.slice(1), ...args], { cwd: repoRoot });

/** Runs a statement as the administrator and returns its rows. */
const query = async (statement: string) => {
  const asked = `PGPASSWORD=$(cat /run/secrets/postgres_password) psql -U postgres -d hindsight -Atc "${statement}"`;
  return (await inCompose('exec', '-T', 'postgres', 'sh', '-c', asked)).stdout.trim();
};
const listContainers = async (name: string) =>
  (await inCompose('ps', '-q', name)).stdout.split('\n').filter(Boolean);

/** Runs the shell commands under a heading of docs/production.md exactly as printed. */
async function runDocument(heading: string, env: Record<string, string> = {}): Promise<void> {
  const text = readFileSync(path.join(repoRoot, 'docs/production.md'), 'utf8');
  const section = text.split(`### ${heading}\n`)[1]?.split(/^##/m)[0] ?? '';
  const [, commands = ''] = /^```sh\n(.*?)^```$/ms.exec(section) ?? [];
  expect(commands).not.toBe('');
  const words = compose.map((word) => `'${word}'`).join(' ');
  // Maps `docker compose` to the Compose binary, project and files of this run.
  const prelude = `set -eu\ndocker() { if [ "$1" = compose ]; then shift; ${words} "$@"; else command docker "$@"; fi; }\n`;
  await run('sh', ['-c', prelude + commands], {
    cwd: repoRoot,
    env: { ...process.env, ...env },
  });
}

/** Builds an image of the next version with an additional migration. */
async function buildNextVersion(): Promise<void> {
  const [container = ''] = await listContainers('memory-service');
  const { stdout } = await run('docker', ['inspect', '-f', '{{.Config.Image}}', container]);
  const image = stdout.trim();
  const addMigration = `
    const fs = require("fs"), file = "dist/migrations/meta/_journal.json", journal = JSON.parse(fs.readFileSync(file));
    const last = journal.entries.at(-1);
    journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: "next_version" });
    fs.writeFileSync(file, JSON.stringify(journal));
    fs.writeFileSync("dist/migrations/next_version.sql", "CREATE TABLE next_version (id int)");`;
  const dockerfile = `FROM ${image}\nUSER root\nRUN node -e '${addMigration.replace(/\n\s*/g, ' ')}'\nUSER node\n`;
  const folder = mkdtempSync(path.join(tmpdir(), 'next-version-'));
  writeFileSync(path.join(folder, 'Dockerfile'), dockerfile);
  await run('docker', ['build', '-t', image, folder]);
  rmSync(folder, { recursive: true });
}

/** Imports files of 250 rows one after another until stopped. @returns the response statuses. */
function startImports({ client, scope, agentId }: Workplace) {
  const statuses: number[] = [];
  let isOver = false;
  const work = (async () => {
    while (!isOver) {
      const rows = Array.from({ length: 250 }, (_, row) => ({
        agent_id: agentId,
        content: `Row ${row} of file ${statuses.length}: ${'what an agent learned '.repeat(10)}`,
      }));
      const answer = await client.send('POST', `/api/memory-blocks/bulk-import?${scope}`, { rows });
      statuses.push(answer.status);
    }
  })();
  return {
    statuses,
    stop: async () => {
      isOver = true;
      await work;
    },
  };
}

/** Follows the change stream like a page does: each reconnect resumes after the last event. */
function startStream(headers: Record<string, string>) {
  const seen: string[] = [];
  const problems: string[] = [];
  const leave = new AbortController();
  const work = (async () => {
    while (!leave.signal.aborted) {
      const last = seen.at(-1);
      const answer = await fetch(`${ORIGIN}/api/events`, {
        headers: { ...headers, ...(last ? { 'last-event-id': last } : {}) },
        signal: leave.signal,
      });
      if (answer.status !== 200) problems.push(String(answer.status));
      for await (const text of answer.body!.pipeThrough(new TextDecoderStream()))
        for (const [line, id = ''] of text.matchAll(/^(?:id: (\S+)|event: reset)$/gm)) {
          if (line.startsWith('id')) seen.push(id);
          else problems.push(line);
        }
    }
  })().catch((error: Error) => {
    if (!leave.signal.aborted) problems.push(error.message);
  });
  return {
    seen,
    stop: async () => {
      leave.abort();
      await work;
      return problems;
    },
  };
}

test('signs a person in at the provider, shows the pages, and signs them out', async ({ page }) => {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('response', (answer) => {
    if (answer.status() >= 500) problems.push(`${answer.status()} ${answer.url()}`);
  });
  await page.goto(`${ORIGIN}/oauth2/sign_in?rd=${encodeURIComponent('/memory-blocks')}`);
  await page.locator('input[name=email], input[name=login]').fill(PERSON);
  await page.locator('input[name=password]').fill(password);
  await page.locator('button').first().click();
  await page.waitForURL(`${ORIGIN}/memory-blocks**`);
  await expect(page.getByRole('heading', { level: 1, name: 'Memory Blocks' })).toBeVisible();
  for (const where of ['/dashboard', '/agents', '/review', '/organizations', '/keywords', '/analytics']) {
    await page.goto(ORIGIN + where);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  }
  expect(problems).toEqual([]);
  await page.goto(`${ORIGIN}/oauth2/sign_out?rd=%2Flogin`);
  await page.waitForURL('**/login');
});

test('lets an agent speak MCP, and streams the changes it writes', async () => {
  const { headers } = await signIn(ORIGIN, PERSON, password);
  const place = await openWorkplace(ORIGIN, PERSON, password);
  const made = await fetch(`${ORIGIN}/api/users/me/tokens`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'containers', scopes: ['read', 'write'] }),
  });
  const { token } = (await made.json()) as { token: string };
  const events = await fetch(`${ORIGIN}/api/events`, {
    headers: { ...headers, accept: 'text/event-stream' },
  });
  const reader = events.body!.pipeThrough(new TextDecoderStream()).getReader();
  const initialize = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  };
  const answer = await fetch(`${ORIGIN}/api/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: initialize,
    }),
  });
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('serverInfo')]);
  const block = {
    agent_id: place.agentId,
    conversation_id: place.agentId,
    content: 'Told by the stream.',
  };
  expect((await place.client.send('POST', `/api/memory-blocks/?${place.scope}`, block)).status).toBe(201);
  let heard = '';
  while (!heard.includes('event: changes')) heard += (await reader.read()).value ?? '';
  await reader.cancel();
  place.client.close();
});

test('logs a request under one id in the gateway, the service and the database', async () => {
  const { headers } = await signIn(ORIGIN, PERSON, password);
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
  // Waiting for a lock makes the statement slow enough to be logged.
  const lock = query('begin; lock table agents in access exclusive mode; select pg_sleep(600)').catch(
    () => undefined,
  );
  const locks = "from pg_locks where relation = 'agents'::regclass and";
  const count = (condition: string) => () => query(`select count(*) ${locks} ${condition}`);
  await expect.poll(count("granted and mode = 'AccessExclusiveLock'")).toBe('1');
  const asked = fetch(`${ORIGIN}/api/agents/?scope=personal`, {
    headers: { ...headers, traceparent: `00-${trace}-00f067aa0ba902b7-01` },
  });
  await expect.poll(count("waitstart < now() - interval '1 s'")).not.toBe('0');
  await query(`select pg_terminate_backend(pid) ${locks} granted and mode = 'AccessExclusiveLock'`);
  await lock;
  const answer = await asked;
  expect(answer.headers.get('x-request-id')).toBe(trace);
  for (const name of ['gateway', 'memory-service', 'postgres'])
    await expect.poll(async () => (await inCompose('logs', '--tail=400', name)).stdout).toContain(trace);
  // Statement parameters contain user data.
  expect((await inCompose('logs', 'postgres')).stdout).not.toContain('Parameters:');
});

test('replaces the replicas with the next version under imports and open streams without a failed request', async () => {
  const place = await openWorkplace(ORIGIN, PERSON, password);
  const { headers } = await signIn(ORIGIN, PERSON, password);
  // Stays within the rate limits of one caller.
  const traffic = startTraffic(place, { readers: 2, writers: 2 });
  const imports = startImports(place);
  const streams = Array.from({ length: 4 }, () => startStream(headers));
  const more = async (count: number) => {
    const counts = [() => traffic.outcomes.length, () => imports.statuses.length * 10];
    for (const done of [
      ...counts,
      ...streams.map(
        ({ seen }) =>
          () =>
            seen.length * 10,
      ),
    ]) {
      const before = done();
      await expect.poll(done).toBeGreaterThan(before + count);
    }
  };
  await more(50);
  await buildNextVersion();
  await runDocument('Rolling upgrade of the replicas');
  await more(50);
  await traffic.stop();
  await imports.stop();
  const problems = await Promise.all(streams.map((stream) => stream.stop()));
  place.client.close();
  expect(await query('select count(*) from next_version')).toBe('0');
  const failed = traffic.outcomes.filter((one) => !hasSucceeded(one) && one.status !== 429);
  expect(failed.map(({ kind, status, problem }) => `${kind} ${status} ${problem}`)).toEqual([]);
  expect(imports.statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
  expect(problems).toEqual([[], [], [], []]);
});

test('adds a replica and rotates the gateway secret without signing anyone out', async () => {
  const place = await openWorkplace(ORIGIN, PERSON, password);
  const reads = async () => (await place.client.send('GET', `/api/agents/?limit=1&${place.scope}`)).status;
  await runDocument('Add a replica');
  expect(await listContainers('memory-service')).toHaveLength(3);
  await runDocument('Rotate the gateway secret');
  await expect.poll(reads).toBe(200);
  place.client.close();
});

test('restores a backup while the service recovers on its own', async () => {
  const place = await openWorkplace(ORIGIN, PERSON, password);
  const contents = async () =>
    (await place.client.send('GET', `/api/memory-blocks/?limit=50&${place.scope}`)).body;
  const write = (content: string) =>
    place.client.send('POST', `/api/memory-blocks/?${place.scope}`, {
      agent_id: place.agentId,
      conversation_id: place.agentId,
      content,
    });
  expect((await write('Before the backup.')).status).toBe(201);
  await runDocument('Nightly dump');
  expect((await write('After the backup.')).status).toBe(201);
  await runDocument('Restore a dump');
  await expect.poll(contents).toContain('Before the backup.');
  expect(await contents()).not.toContain('After the backup.');
  expect((await write('After the restore.')).status).toBe(201);
  place.client.close();
  rmSync(path.join(repoRoot, 'hindsight.dump'), { force: true });
});

test('restores the database to a point in time', async () => {
  const place = await openWorkplace(ORIGIN, PERSON, password);
  await runDocument('Archive the write-ahead log');
  const { client, scope, agentId } = place;
  const status = (content: string) => async () =>
    (
      await client.send('POST', `/api/memory-blocks/?${scope}`, {
        ...{ agent_id: agentId, conversation_id: agentId, content },
      })
    ).status;
  const contents = async () => (await client.send('GET', `/api/memory-blocks/?limit=50&${scope}`)).body;
  await expect.poll(status('Before the copy.')).toBe(201);
  await runDocument('Base backup');
  expect(await status('After the copy.')()).toBe(201);
  const moment = await query('select clock_timestamp()');
  expect(await status('After the moment.')()).toBe(201);
  const segment = await query('select pg_walfile_name(pg_switch_wal())');
  await expect.poll(() => query('select last_archived_wal from pg_stat_archiver')).toBe(segment);
  await runDocument('Point-in-time recovery', { MOMENT: moment });
  await expect.poll(contents).toContain('After the copy.');
  expect(await contents()).toContain('Before the copy.');
  expect(await contents()).not.toContain('After the moment.');
  expect(await status('After the recovery.')()).toBe(201);
  client.close();
});

test('restarts each container after a kill', async ({ page }) => {
  const place = await openWorkplace(ORIGIN, PERSON, password);
  const reads = async () => (await place.client.send('GET', `/api/agents/?limit=1&${place.scope}`)).status;
  const { stdout } = await inCompose('config', '--services');
  const names = stdout.split('\n').filter((name) => name && name !== 'store-setup');
  expect(names).toContain('remote-memory');
  for (const name of names) {
    await inCompose('kill', '-s', 'SIGKILL', name);
    await inCompose('start', name);
    await expect.poll(reads).toBe(200);
    for (const container of await listContainers(name))
      await expect
        .poll(async () =>
          (await run('docker', ['inspect', '-f', '{{.State.Health.Status}}', container])).stdout.trim(),
        )
        .toBe('healthy');
  }
  await page.goto(`${ORIGIN}/login`);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  place.client.close();
});
