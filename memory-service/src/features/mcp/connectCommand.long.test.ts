/** @jest-environment node */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ApiToken } from '@hindsight/shared-contracts/api';
import { CLIENTS, SAMPLE_CONVERSATION_ID } from '@hindsight/shared-contracts/clients';
import { onOneEngine } from '../../testing/engines';
import { body, get, ids, send } from '../../testing/testApp';
import { copyCommand } from '../../testing/testDatabase';
import { until } from '../../testing/waiting';

const TOKEN = /hs_pat_\w+/;
/** One client per file format; unit tests of the file writers cover the others. */
const STARTING = ['claude-code', 'codex-cli', 'goose', 'opencode'];
const SIGNING_IN = CLIENTS.filter(({ file }) => file.remote).map(({ id }) => id);

const CHOICE = { organization_id: ids.alphaOrg, agent_id: ids.agent(1), scopes: ['read', 'write'] };

onOneEngine('connect commands', (world) => {
  let folder: string;
  let url: string;
  const running: ChildProcess[] = [];
  /** Commands poll for their token five seconds after showing the code (RFC 8628), so all of them are started in parallel. */
  const begun = new Map<string, ReturnType<typeof decided>>();

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'hindsight-connect-'));
    await copyCommand(path.join(folder, 'dist'));
    const command = path.join(folder, 'hindsight-mcp');
    await writeFile(
      command,
      `#!/bin/sh\nexec "${process.execPath}" "${folder}/dist/hindsight-mcp.mjs" "$@"\n`,
    );
    await chmod(command, 0o755);
    await world.app.listen({ port: 0, host: '127.0.0.1' });
    url = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`;
    for (const id of STARTING) begun.set(id, decided(id, 'approve', CHOICE));
    // Needs a separate agent: the same client of the same agent would renew the other one's token.
    const another = { ...CHOICE, agent_id: undefined, new_agent_name: 'Another installation' };
    begun.set('to be mended', decided('gemini-cli', 'approve', another));
    begun.set('declined', decided('codex', 'deny'));
  });
  afterEach(() => running.splice(0).forEach((child) => child.kill()));
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const emptyHome = () => mkdtemp(path.join(folder, 'home-'));

  /** Starts a command in a home folder. Fails if its output ever contains a token. */
  function start(home: string, ...args: string[]) {
    const child = spawn(path.join(folder, 'hindsight-mcp'), args, {
      cwd: home,
      env: { HOME: home, PATH: `${folder}:${process.env['PATH']}` },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.push(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part: Buffer) => (output += part.toString()));
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
    return {
      /** The displayed code, or the whole output if the command ends without one. */
      code: () =>
        until(
          async () => /code: (\S+)/.exec(output)?.[1] ?? (child.exitCode === null ? '' : output),
          (found) => found !== '',
        ),
      async end() {
        const exit = await ended;
        expect(output).not.toMatch(TOKEN);
        expect(output).not.toMatch(/\n {4}at /);
        return { exit, output };
      },
    };
  }
  const decide = (code: string, what: string, choice?: object) =>
    send(world.app, `POST /device/requests/${code}/${what}`, 'owner@x.test', { body: choice });
  const tokens = async () => body<ApiToken[]>(await get(world.app, '/users/me/tokens', 'owner@x.test'));

  /** Connects in an empty home folder and decides about the request as a person. */
  async function decided(id: string, what: string, choice?: object) {
    const home = await emptyHome();
    const command = start(home, 'connect', id, '--url', url, '--no-browser', '--transport', 'stdio');
    const { statusCode } = await decide(await command.code(), what, choice);
    return { home, statusCode, ...(await command.end()) };
  }

  /** Result of a command started before the first test, once all of those have ended. */
  async function outcome(name: string) {
    await Promise.allSettled(begun.values());
    return begun.get(name)!;
  }

  /** The configuration written by a command, and its token. */
  async function connected(name: string) {
    const { home, statusCode, exit, output } = await outcome(name);
    expect(statusCode).toBe(200);
    expect([exit, output]).toEqual([0, expect.stringContaining('It answers for owner@x.test')]);
    const file = /^ok {5}(\S.*) is written/m.exec(output)![1]!;
    const text = await readFile(file, 'utf8');
    const token = async () => (await tokens()).find(({ prefix }) => text.includes(prefix))!;
    return { home, file, text, output, token };
  }

  test.each(STARTING)(
    'connects %s in an empty home folder only once, and disconnects without a trace',
    async (id) => {
      const { home, file, text, output, token } = await connected(id);
      expect(text).toMatch(TOKEN);
      // No default conversation: each server start begins a new one.
      expect(text).not.toContain('DEFAULT_CONVERSATION_ID');
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      expect(output).toContain('agent agent 1 in Alpha, rights: read and write');
      const count = (await tokens()).length;
      const again = await start(home, 'connect', id, '--url', url).end();
      expect(again).toMatchObject({ exit: 0, output: expect.stringContaining('nothing was changed') });
      expect(await readFile(file, 'utf8')).toBe(text);
      expect((await tokens()).length).toBe(count);
      const ended = await start(home, 'disconnect').end();
      expect(ended).toMatchObject({ exit: 0, output: expect.stringContaining('token is revoked') });
      expect(existsSync(file)).toBe(false);
      expect(await token()).toMatchObject({ status: 'revoked' });
    },
  );

  test('gives clients that sign in themselves the address without requesting a token', async () => {
    const home = await emptyHome();
    for (const id of SIGNING_IN) {
      const { exit, output } = await start(home, 'connect', id, '--url', url).end();
      expect([id, exit, output]).toEqual([id, 0, expect.stringContaining('asks to sign in')]);
      expect(output).toContain(`Undo: hindsight-mcp disconnect ${id}`);
      const file = /^ok {5}(\S.*) is written/m.exec(output)![1]!;
      expect(await readFile(file, 'utf8')).toContain(`${url}/mcp`);
      const ended = await start(home, 'disconnect', id).end();
      expect([ended.exit, existsSync(file)]).toEqual([0, false]);
    }
    expect((await start(home, 'connect', 'claude', '--url', url, '--scope', 'project').end()).exit).toBe(0);
    const doctored = await start(home, 'doctor', 'claude').end();
    expect(doctored.output).toContain('does not name this server');
    const shared = await start(home, 'connect', 'forge', '--url', url, '--scope', 'project').end();
    expect(shared.output).toContain('has no per-project file');
  });

  test('ends a declined request with one sentence and changes nothing', async () => {
    const { home, exit, output } = await outcome('declined');
    expect([exit, output]).toEqual([1, expect.stringContaining('was declined in the browser')]);
    expect(readdirSync(home)).toEqual([]);
  });

  test('shows the file without a token in a dry run and requests none', async () => {
    const home = await emptyHome();
    const { exit, output } = await start(
      home,
      'connect',
      'gemini',
      '--url',
      url,
      '--dry-run',
      '--transport',
      'stdio',
    ).end();
    expect([exit, readdirSync(home)]).toEqual([0, []]);
    expect(output).toContain('"HINDSIGHT_API_TOKEN": "<your API token>"');
    expect(output).not.toContain('code:');
  });

  test('detects and repairs a revoked token and a world-readable file', async () => {
    const { home, file, text, token } = await connected('to be mended');
    const variable = '"HINDSIGHT_API_BASE_URL"';
    const withConversation = (id: string) =>
      writeFile(file, text.replace(variable, `"DEFAULT_CONVERSATION_ID": "${id}", ${variable}`));
    await withConversation(SAMPLE_CONVERSATION_ID);
    expect((await start(home, 'doctor').end()).output).not.toContain('Conversation');
    await withConversation(ids.conversation(7));
    expect((await start(home, 'doctor').end()).output).toMatch(/ok {5}Conversation: one per start;/);
    await chmod(file, 0o644);
    await send(world.app, `DELETE /users/me/tokens/${(await token()).id}`, 'owner@x.test');
    const found = await start(home, 'doctor').end();
    expect(found.exit).toBe(1);
    expect(found.output).toMatch(/error {2}File: .* is readable by others/);
    expect(found.output).toMatch(/error {2}Token: Token not active \(HTTP 401\)/);
    const mending = start(home, 'doctor', '--fix');
    await decide(await mending.code(), 'approve', CHOICE);
    const mended = await mending.end();
    expect([mended.exit, mended.output]).toEqual([0, expect.stringMatching(/after repair[^]*ok {5}Server/)]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, 'utf8')).not.toBe(text);
  });

  test('reports errors before asking a person for approval', async () => {
    const home = await emptyHome();
    await writeFile(path.join(home, '.claude.json'), '{ "mcpServers": ');
    const broken = await start(home, 'connect', 'claude', '--url', url).end();
    expect(broken).toMatchObject({
      exit: 1,
      output: expect.stringMatching(/\.claude\.json was left as it is\. It is not valid JSON/),
    });
    const unknown = await start(home, 'connect', 'emacs').end();
    expect(unknown.output).toMatch(/Unknown client "emacs"\. Clients: amp, claude-code, /);
    const nowhere = await start(home, 'connect', 'codex').end();
    expect(nowhere.output).toContain('Pass its address: --url');
    const away = await start(home, 'connect', 'codex', '--url', 'http://127.0.0.1:9').end();
    expect(away).toMatchObject({
      exit: 1,
      output: expect.stringContaining('http://127.0.0.1:9 can’t be reached'),
    });
    expect(broken.output).not.toContain('code:');
  });
});
