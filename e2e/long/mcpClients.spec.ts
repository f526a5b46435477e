/** Real clients with configurations written by `connect`: they sign in themselves, or start the server with an approved token. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { askClient, clientProgram, installClients } from '../support/mcpClients';
import { signInAs } from '../support/people';
import { expect, test } from '../support/test';

const INSTALL_MS = 700_000;

/** What each client prints for a server that needs sign-in, and for one it has started. */
const CLIENTS: readonly [id: string, list: string[], added: RegExp, started: RegExp][] = [
  [
    'claude-code',
    ['claude', 'mcp', 'list'],
    /hindsight-mcp: \S+\/api\/mcp \(HTTP\) - .*authentication/i,
    /hindsight-mcp: .* - ✔ Connected/,
  ],
  [
    'codex-cli',
    ['codex', 'mcp', 'list'],
    /hindsight-mcp +\S+\/api\/mcp .*Not logged in/,
    /hindsight-mcp .*enabled/,
  ],
  [
    'gemini-cli',
    ['gemini', 'mcp', 'list'],
    /hindsight-mcp: \S+\/api\/mcp \(http\)/,
    /✓ hindsight-mcp: .* \(stdio\) - Connected/,
  ],
  [
    'github-copilot-cli',
    ['copilot', 'mcp', 'list'],
    /hindsight-mcp \(http\)/,
    /hindsight-mcp \((?:local|stdio)\)/,
  ],
  ['opencode', ['opencode', 'mcp', 'list'], /hindsight-mcp.*authentication/i, /✓ hindsight-mcp.*connected/],
];

/** Gemini CLI starts no servers in an untrusted folder. */
const TRUSTED = { GEMINI_CLI_TRUST_WORKSPACE: 'true' };

let home: string;
const running: ChildProcess[] = [];

test.beforeAll(async () => {
  test.setTimeout(INSTALL_MS);
  await installClients();
});
test.beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'hindsight-client-'));
});
test.afterEach(async () => {
  for (const child of running.splice(0)) child.kill();
  await rm(home, { recursive: true, force: true, maxRetries: 5 });
});

/** Starts a program in the home folder and collects its output. */
function start(program: string, ...args: string[]) {
  const child = spawn(program, args, {
    cwd: home,
    env: { PATH: process.env.PATH, HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (output += part.toString()));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  return {
    output: () => output,
    says: async (pattern: RegExp) => {
      await expect.poll(() => output, { timeout: 60_000 }).toMatch(pattern);
      return pattern.exec(output)![1]!;
    },
    ends: async () => expect([await ended, output]).toEqual([0, expect.any(String)]),
  };
}

async function approve(page: Page, link: string, agent: string) {
  await page.goto(link);
  await page.getByLabel('Name of the new agent').fill(agent);
  await page.getByRole('checkbox', { name: /shows this code/ }).check();
  await page.getByRole('button', { name: 'Approve' }).click();
}

for (const [id, list, added, started] of CLIENTS)
  test(`${id} accepts the URL and the command written by connect`, async ({ page, stack, member }) => {
    test.slow();
    const address = `${stack.urls.gateway}/api/downloads/hindsight-mcp.tgz`;
    const connect = (...args: string[]) => start('npx', '--yes', address, ...args);
    await connect('connect', id).ends();
    expect(await askClient(list, home, TRUSTED)).toMatch(added);
    await connect('disconnect', id).ends();

    await signInAs(page, member.email, '/dashboard');
    const command = connect('connect', id, '--transport', 'stdio', '--no-browser');
    await approve(page, await command.says(/Open (\S+)/), id);
    await command.ends();
    expect(await askClient(list, home, TRUSTED)).toMatch(started);
    const ending = connect('disconnect', id);
    await ending.ends();
    expect(ending.output()).toContain('Its token is revoked.');
    expect(await askClient(list, home, TRUSTED)).not.toContain('hindsight-mcp');
  });

test('signs in to Codex through the browser, and lists it with its permissions', async ({
  page,
  stack,
  member,
  watch,
}) => {
  test.slow();
  // The page served by Codex disappears when its program exits.
  watch.tolerate(/ERR_CONNECTION_REFUSED \[http:\/\/127\.0\.0\.1:\d+\/favicon\.ico\]/);
  await signInAs(page, member.email, '/dashboard');
  await askClient(['codex', 'mcp', 'list'], home);
  await start(
    'npx',
    '--yes',
    `${stack.urls.gateway}/api/downloads/hindsight-mcp.tgz`,
    'connect',
    'codex',
  ).ends();
  const login = start(clientProgram('codex'), 'mcp', 'login', 'hindsight-mcp');
  await page.goto(await login.says(/(https?:\/\/\S+authorize\S+|https?:\/\/\S+\/oauth\/\S+)/));
  await page.getByLabel('Name of the new agent').fill('Codex by OAuth');
  await page.getByRole('button', { name: 'Approve' }).click();
  await login.ends();
  expect(await askClient(['codex', 'mcp', 'list'], home)).toMatch(/hindsight-mcp .*OAuth/);
  await page.goto('/tokens');
  await expect(page.getByText(/Signed in/).first()).toBeVisible();
  expect(await readdir(home)).toContain('.codex');
});
