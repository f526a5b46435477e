/** The stack in containers: a person's way through it, an agent's, and an operator's, with the document's own commands. */
import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { hasSucceeded, startTraffic } from '../load/traffic';
import { openWorkplace } from '../load/workplace';
import { signIn } from '../login/signIn';
import { repoRoot } from '../native/place';

const ORIGIN = 'http://localhost:8080';
const PERSON = 'admin@hindsight.localhost';
const compose = JSON.parse(process.env.CONTAINERS_COMPOSE ?? '[]') as string[];
const secret = (name: string) => readFileSync(path.join(repoRoot, 'var/secrets', name), 'utf8').trim();
const password = secret('first_person_password');

/** Runs a program beside the load of the test; what it printed is part of its failure. */
const run = promisify(execFile);
const inCompose = (...args: string[]) =>
  run(compose[0] ?? '', [...compose.slice(1), ...args], { cwd: repoRoot });

/** Runs the shell commands under a heading of docs/production.md as they are printed. */
async function runDocument(heading: string): Promise<void> {
  const text = readFileSync(path.join(repoRoot, 'docs/production.md'), 'utf8');
  const section = text.split(`### ${heading}\n`)[1]?.split(/^##/m)[0] ?? '';
  const [, commands = ''] = /^```sh\n(.*?)^```$/ms.exec(section) ?? [];
  expect(commands).not.toBe('');
  const words = compose.map((word) => `'${word}'`).join(' ');
  // `docker compose` is the Compose, the project and the files of this run.
  const prelude = `set -eu\ndocker() { if [ "$1" = compose ]; then shift; ${words} "$@"; else command docker "$@"; fi; }\n`;
  await run('sh', ['-c', prelude + commands], { cwd: repoRoot });
}

test('a person signs in at the provider, sees pages and signs out', async ({ page }) => {
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

test('an agent speaks MCP, and a stream tells of what it writes', async () => {
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
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: initialize }),
  });
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('serverInfo')]);
  const block = { agent_id: place.agentId, conversation_id: place.agentId, content: 'Told by the stream.' };
  expect((await place.client.send('POST', `/api/memory-blocks/?${place.scope}`, block)).status).toBe(201);
  let heard = '';
  while (!heard.includes('event: changes')) heard += (await reader.read()).value ?? '';
  await reader.cancel();
  place.client.close();
});

test('replicas are replaced one by one under load, and no request fails', async () => {
  const place = await openWorkplace(ORIGIN, PERSON, password);
  // Within the limits of one caller.
  const traffic = startTraffic(place, { readers: 2, writers: 2 });
  const more = async (count: number) => {
    const before = traffic.outcomes.length;
    await expect.poll(() => traffic.outcomes.length).toBeGreaterThan(before + count);
  };
  await more(50);
  await runDocument('Replace the replicas one by one');
  await more(50);
  await traffic.stop();
  place.client.close();
  const failed = traffic.outcomes.filter((one) => !hasSucceeded(one) && one.status !== 429);
  expect(failed.map(({ kind, status }) => `${kind} ${status}`)).toEqual([]);
});

test('what was backed up comes back, and the service goes on by itself', async () => {
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
  await runDocument('A dump each night');
  expect((await write('After the backup.')).status).toBe(201);
  await runDocument('Restore a dump');
  await expect.poll(contents).toContain('Before the backup.');
  expect(await contents()).not.toContain('After the backup.');
  expect((await write('After the restore.')).status).toBe(201);
  place.client.close();
  rmSync(path.join(repoRoot, 'hindsight.dump'), { force: true });
});

test('PostgreSQL, the pooler and the gateway come back after a kill', async () => {
  const place = await openWorkplace(ORIGIN, PERSON, password);
  const reads = async () => (await place.client.send('GET', `/api/agents/?limit=1&${place.scope}`)).status;
  for (const name of ['postgres', 'pgbouncer', 'gateway']) {
    await inCompose('kill', '-s', 'SIGKILL', name);
    await inCompose('start', name);
    await expect.poll(reads).toBe(200);
  }
  place.client.close();
});
