/** The opencode plugin: a file in its plugin folder that runs the hooks. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Machine } from '@hindsight/shared-contracts/clients';

export const OPENCODE = 'opencode';

/** @param command the program and its first arguments. */
const pluginText = (
  command: readonly string[],
) => `// Written by "hindsight memory on"; "hindsight memory off" deletes it.
import { spawn } from 'node:child_process';

const [program, ...args] = ${JSON.stringify(command)};

const run = (event, input) =>
  new Promise((resolve) => {
    const child = spawn(program, [...args, 'hook', event, '${OPENCODE}'], { stdio: ['pipe', 'pipe', 'ignore'] });
    const timer = setTimeout(() => child.kill(), 1500);
    let answer = '';
    child.stdout.on('data', (part) => (answer += part));
    child.on('error', () => resolve(''));
    child.on('close', () => {
      clearTimeout(timer);
      resolve(answer === '' ? '' : JSON.parse(answer).additionalContext);
    });
    child.stdin.on('error', () => {});
    child.stdin.end(JSON.stringify(input));
  });

const textOf = (parts) => parts.flatMap((part) => (part.type === 'text' && !part.synthetic ? [part.text] : [])).join('\\n');

export const Hindsight = async ({ client, directory }) => {
  const added = new Map();
  return {
    'chat.message': async ({ sessionID }, { parts }) => {
      const input = { session_id: sessionID, cwd: directory };
      const before = added.get(sessionID) ?? (await run('start', input));
      const more = await run('prompt', { ...input, prompt: textOf(parts) });
      added.set(sessionID, [before, more].filter(Boolean).join('\\n\\n'));
    },
    'experimental.chat.system.transform': async ({ sessionID }, { system }) => {
      if (added.get(sessionID)) system.push(added.get(sessionID));
    },
    event: async ({ event }) => {
      if (event.type !== 'session.idle') return;
      const id = event.properties.sessionID;
      const { data = [] } = await client.session.messages({ path: { id } });
      const last = data.findLast(({ info }) => info.role === 'assistant');
      if (last) await run('save', { session_id: id, cwd: directory, last_assistant_message: textOf(last.parts) });
    },
  };
};
`;

/** The plugin on this machine. @param command the program and its first arguments. */
export function openCodePlugin(
  { home, environment: { XDG_CONFIG_HOME } }: Machine,
  command: readonly string[],
) {
  const file = path.join(
    XDG_CONFIG_HOME ?? path.join(home, '.config'),
    'opencode',
    'plugins',
    'hindsight.js',
  );
  return {
    isOn: () => existsSync(file),
    add(): void {
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, pluginText(command));
    },
    remove: () => rmSync(file, { force: true }),
  };
}
