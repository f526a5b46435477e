/** @jest-environment node */
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'jsonc-parser';
import type { CliDeps } from '../cli/deps';
import { writeCredentials } from '../scripts/credentials';
import { storedMemory } from '../testing/createTestTools';
import { pluginFolder, writePlugin } from './claudePlugin';
import { runHook } from './hook';
import { hookFile } from './hookFile';
import { COPILOT, HOOK_HOSTS } from './hosts';
import { openCodePlugin } from './openCodePlugin';
import { parseLessons } from './lessons';
import { switchMemory } from './memory';
import { remoteName } from './repository';
import { sessionStates } from './sessionState';

const AGENT = storedMemory().agent_id;
const SESSION = '0a1b2c3d-0000-4000-8000-0000000000aa';
/** Longer than any machine needs; the test of an unavailable service has its own limits. */
const NO_LIMITS = { deadline: 10_000_000, health: 10_000_000, busy: 10_000_000 };
const LATE = { ...NO_LIMITS, deadline: 0 };

let home: string;
let service: Server | undefined;
beforeEach(() => (home = mkdtempSync(path.join(tmpdir(), 'hindsight-hooks-'))));
afterEach(() => {
  service?.closeAllConnections();
  service?.close();
  service = undefined;
  rmSync(home, { recursive: true, force: true });
});

/** A machine with an empty home folder, plus the processes it started and the lines it printed. */
function machineDeps() {
  const started: string[][] = [];
  const printed: string[] = [];
  const deps = {
    machine: { platform: 'linux', home, folder: home, environment: {}, exists: () => false },
    command: 'hindsight',
    version: '1.0.0',
    print: (line: string) => void printed.push(line),
    startAlone: (args: string[]) => void started.push(args),
    install: () => '',
  } as unknown as CliDeps;
  return { deps, started, printed };
}

/** A service that knows the repository's agent, and the calls it received. @param isBusy delays search until the health check. */
async function withService(rows: object[], isBusy = false) {
  const calls: { url: string; body: unknown }[] = [];
  let isHealthKnown = !isBusy;
  let search: () => void = () => undefined;
  service = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      const url = request.url!;
      calls.push({ url, body: body && JSON.parse(body) });
      const agents = [{ agent_id: AGENT, agent_name: path.basename(home) }];
      const remembered = {
        outcome: 'stored',
        memory: storedMemory(),
        similar: [],
        secrets: { mode: 'mark', found: [] },
      };
      const answer = url.startsWith('/agents/search')
        ? agents
        : url.startsWith('/memory-blocks/search')
          ? rows
          : url.startsWith('/memory-blocks/remember')
            ? remembered
            : url === '/health'
              ? { status: 'ok', service: 'memory-service' }
              : { items: rows, total_items: rows.length, total_pages: 1 };
      const send = () =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
      if (url === '/health') {
        isHealthKnown = true;
        search();
      }
      if (!isHealthKnown && url.startsWith('/memory-blocks/search')) search = send;
      else send();
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => service!.once('listening', resolve));
  const { deps, started } = machineDeps();
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  writeCredentials(deps, { url, token: 'hs_pat_x', agent_id: null });
  const hook = async (event: Parameters<typeof runHook>[0], more: object = {}, limits = NO_LIMITS) => {
    const input = { session_id: SESSION, cwd: home, hook_event_name: 'SessionStart', ...more };
    const answer = await runHook(event, JSON.stringify(input), deps, limits);
    return (answer && JSON.parse(answer)) as { hookSpecificOutput?: { additionalContext: string } } | '';
  };
  return { calls, hook, started, states: sessionStates(home) };
}
const requestContext = (answer: Awaited<ReturnType<Awaited<ReturnType<typeof withService>>['hook']>>) =>
  answer === '' ? '' : answer.hookSpecificOutput!.additionalContext;

it.each([
  ['https://user:secret@github.com/Acme/Shop.git', 'github.com/acme/shop'],
  ['git@github.com:acme/shop.git', 'github.com/acme/shop'],
  ['ssh://git@git.example.org:2222/team/shop', 'git.example.org/team/shop'],
  ['', ''],
])('derives the same repository name from %s on every machine, without credentials', (address, name) =>
  expect(remoteName(address)).toBe(name),
);

it('extracts lines that begin with Lesson, and the text before them', () => {
  expect(
    parseLessons(
      'The cache held the date.\n\n**Lesson:** Key it by the lockfile.\n- Lesson: Drain the queue first.',
    ),
  ).toEqual([
    { lesson: 'Key it by the lockfile.', content: 'The cache held the date.' },
    { lesson: 'Drain the queue first.', content: 'The cache held the date.' },
  ]);
  expect(parseLessons('No lesson here. What a lesson: none.')).toEqual([]);
});

it("starts a session with the repository's memories and shows each once", async () => {
  const { hook, calls } = await withService([storedMemory({ lessons_learned: 'Renew early.' })]);
  const begun = requestContext(await hook('start'));
  expect(begun).toContain(`lessons of this repository as the agent "${path.basename(home).toLowerCase()}"`);
  expect(begun).toMatch(/<memory-\w+ id=[^]*Lesson: Renew early\.[^]*It is not an instruction to you\./);
  expect(begun.length).toBeLessThan(3200);
  const prompted = { hook_event_name: 'UserPromptSubmit', prompt: 'why did the certificate expire?' };
  expect(requestContext(await hook('prompt', prompted))).toBe('');
  expect(requestContext(await hook('prompt', { ...prompted, session_id: 'another' }))).toContain(
    'Renew early.',
  );
  expect(calls.filter(({ url }) => url.includes(AGENT))).toHaveLength(3);
});

it('waits for a busy service, but not for an unavailable one', async () => {
  const { hook } = await withService([storedMemory({ lessons_learned: 'Renew early.' })], true);
  const prompted = { hook_event_name: 'UserPromptSubmit', prompt: 'why did the certificate expire?' };
  expect(requestContext(await hook('prompt', prompted, LATE))).toContain('Renew early.');
});

it('sends no query for a trivial prompt', async () => {
  const { hook, calls } = await withService([]);
  expect(await hook('prompt', { prompt: 'go on' })).toBe('');
  expect(await hook('prompt', { prompt: '/compact everything now' })).toBe('');
  expect(calls).toEqual([]);
});

it('queues each lesson shown to the person once, and stores it in a separate process', async () => {
  const { hook, calls, started, states } = await withService([]);
  const transcript = path.join(home, 't.jsonl');
  const said = (type: string, text: string) =>
    JSON.stringify({ type, message: { role: type, content: [{ type: 'text', text }] } });
  writeFileSync(
    transcript,
    [
      said('user', 'Lesson: not of the agent.'),
      JSON.stringify({ type: 'user.message', data: { content: 'Lesson: not of the agent either.' } }),
      said('assistant', 'Done.\nLesson: Renew it early.'),
      // The format of Copilot CLI.
      JSON.stringify({ type: 'assistant.message', data: { content: 'Done.\nLesson: Renew it early.' } }),
      '{',
    ].join('\n'),
  );
  const ended = { hook_event_name: 'Stop', transcript_path: transcript };
  await hook('save', ended);
  await hook('save', { ...ended, last_assistant_message: 'Lesson: Renew it early.' });
  expect([calls, started]).toEqual([
    [],
    [
      ['hook', 'send'],
      ['hook', 'send'],
    ],
  ]);
  expect(states.pending()).toMatchObject([
    { lesson: 'Renew it early.', content: 'Done.', conversation: SESSION },
  ]);
  await hook('send');
  expect(states.pending()).toEqual([]);
  expect(calls.at(-1)).toMatchObject({
    url: expect.stringContaining('/memory-blocks/remember'),
    body: {
      agent_name: path.basename(home).toLowerCase(),
      conversation_id: SESSION,
      lessons_learned: 'Renew it early.',
    },
  });
});

it('does not block the agent while the service is unavailable, and loses no lesson', async () => {
  const { deps } = machineDeps();
  writeCredentials(deps, { url: 'http://127.0.0.1:9', token: 'hs_pat_x', agent_id: null });
  const input = { session_id: SESSION, cwd: home, hook_event_name: 'SessionStart' };
  expect(await runHook('start', JSON.stringify(input), deps, LATE)).toContain('Hindsight keeps the lessons');
  const stop = { ...input, last_assistant_message: 'Lesson: Keep this for later.' };
  expect(await runHook('save', JSON.stringify(stop), deps, NO_LIMITS)).toBe('');
  expect(await runHook('send', '', deps)).toBe('');
  expect(sessionStates(home).pending()).toHaveLength(1);
  for (const wrong of ['', '{', '[]', '{"cwd":7}']) expect(await runHook('prompt', wrong, deps)).toBe('');
});

it('answers Copilot CLI in its own format', async () => {
  const { deps } = machineDeps();
  const input = JSON.stringify({ cwd: home, hook_event_name: 'SessionStart' });
  const answer = await runHook('start', input, deps, LATE, COPILOT);
  expect(JSON.parse(answer)).toEqual({
    additionalContext: expect.stringContaining('Hindsight keeps the lessons'),
  });
});

it("writes an opencode plugin that adds the output of the hooks and stores the agent's lessons", async () => {
  const log = path.join(home, 'calls');
  const program = path.join(home, 'program.cjs');
  writeFileSync(
    program,
    `const input = require('fs').readFileSync(0, 'utf8');
require('fs').appendFileSync(${JSON.stringify(log)}, process.argv.slice(2).join(' ') + ' ' + input + '\\n');
if (process.argv[3] !== 'save') process.stdout.write(JSON.stringify({ additionalContext: 'of ' + process.argv[3] }));`,
  );
  const machine = { home, environment: {} } as never;
  const plugin = openCodePlugin(machine, [process.execPath, program]);
  plugin.add();
  expect(plugin.isOn()).toBe(true);
  const file = path.join(home, '.config/opencode/plugins/hindsight.js');
  const script = `import { Hindsight } from ${JSON.stringify(`${file.replace('.js', '.mjs')}`)};
const said = { info: { role: 'assistant' }, parts: [{ type: 'text', text: 'Lesson: Renew it.' }] };
const client = { session: { messages: async () => ({ data: [said] }) } };
const hooks = await Hindsight({ client, directory: '/repo' });
await hooks['chat.message']({ sessionID: 's' }, { parts: [{ type: 'text', text: 'Fix the cart' }] });
const system = [];
await hooks['experimental.chat.system.transform']({ sessionID: 's' }, { system });
await hooks.event({ event: { type: 'session.idle', properties: { sessionID: 's' } } });
process.stdout.write(JSON.stringify(system));`;
  copyFileSync(file, file.replace('.js', '.mjs'));
  const run = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect(JSON.parse(run)).toEqual(['of start\n\nof prompt']);
  expect(readFileSync(log, 'utf8').split('\n')).toEqual([
    'hook start opencode {"session_id":"s","cwd":"/repo"}',
    'hook prompt opencode {"session_id":"s","cwd":"/repo","prompt":"Fix the cart"}',
    'hook save opencode {"session_id":"s","cwd":"/repo","last_assistant_message":"Lesson: Renew it."}',
    '',
  ]);
  plugin.remove();
  expect(plugin.isOn()).toBe(false);
});

describe.each(HOOK_HOSTS.map((host) => [host.name, host] as const))('the hooks of %s', (_name, host) => {
  const fileIn = () => path.join(...host.file({ home, environment: {} } as never));
  const commandFor = (event: string) => `"node" "/x/hindsight-mcp.mjs" hook ${host.events[event]}`;

  it.each([
    null,
    '{\n  // mine\n  "theme": "dark",\n  "hooks": { "Stop": [{ "hooks": [] }], "stop": [] }\n}\n',
  ])('are added beside existing settings, and removed byte for byte (%#)', (before) => {
    const file = fileIn();
    mkdirSync(path.dirname(file), { recursive: true });
    if (before !== null) writeFileSync(file, before);
    const hooks = hookFile(host, file, commandFor);
    expect([hooks.add(), hooks.add(), hooks.isOn()]).toEqual([true, false, true]);
    const { hooks: events } = parse(readFileSync(file, 'utf8')) as { hooks: Record<string, unknown[]> };
    for (const event of Object.keys(host.events))
      expect(JSON.stringify(events[event]!.at(-1))).toContain(` hook ${host.events[event]}`);
    hooks.remove();
    expect(existsSync(file) ? readFileSync(file, 'utf8') : null).toBe(before);
  });

  it('are removed without other changes made since', () => {
    const file = fileIn();
    const hooks = hookFile(host, file, commandFor);
    hooks.add();
    writeFileSync(file, readFileSync(file, 'utf8').replace('{', '{ "added": 1,'));
    hooks.remove();
    expect(parse(readFileSync(file, 'utf8'))).toEqual({ added: 1, ...host.base });
  });
});

it('states what will be sent before it turns anything on, and rejects clients without hooks', async () => {
  const { deps, printed } = machineDeps();
  const order: string[] = [];
  await switchMemory(true, 'codex', deps, () =>
    Promise.resolve(void order.push(`signed in after ${printed.length}`)),
  );
  expect(order).toEqual(['signed in after 0']);
  expect(printed).toEqual([
    expect.stringMatching(/^From now on.* Nothing else is\.$/),
    expect.stringContaining('Codex CLI: on.'),
    'Turn it off: hindsight memory off',
  ]);
  await switchMemory(false, undefined, deps, () => Promise.reject(new Error('asked')));
  expect(existsSync(path.join(home, '.codex/hooks.json'))).toBe(false);
  await expect(switchMemory(true, 'windsurf', deps, () => Promise.resolve())).rejects.toThrow(
    'Windsurf can’t run hooks',
  );
});

it('writes the Claude Code plugin with a hook per event and a skill', () => {
  writePlugin(home, '1.0.0', (event) => `run ${event}`);
  const read = (name: string) => readFileSync(path.join(pluginFolder(home), name), 'utf8');
  const { hooks } = JSON.parse(read('plugin/hooks/hooks.json')) as { hooks: object };
  expect(Object.keys(hooks)).toEqual(['SessionStart', 'UserPromptSubmit', 'PreCompact', 'Stop']);
  expect(read('plugin/skills/hindsight/SKILL.md')).toMatch(/^---\nname: hindsight\ndescription: /);
});
