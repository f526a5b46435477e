/** `hindsight memory on` and `off`: automatic memory for each client that supports it. */
import path from 'node:path';
import { type Client, CLIENTS } from '@hindsight/shared-contracts/clients';
import { CliProblem, type CliDeps } from '../cli/deps';
import { isInstalled, hookCopyPath } from '../cli/launch';
import { findClient } from '../cli/pick';
import {
  deletePlugin,
  installCommands,
  isPluginThere,
  runClaude,
  UNINSTALL_COMMANDS,
  writePlugin,
} from './claudePlugin';
import { hookFile } from './hookFile';
import { CLAUDE_EVENTS, HOOK_HOSTS, type HookHost } from './hosts';
import { OPENCODE, openCodePlugin } from './openCodePlugin';

const CLAUDE = 'claude-code';
const IDS = [CLAUDE, ...HOOK_HOSTS.map(({ id }) => id), OPENCODE];

/** Disclosure of everything sent from now on, printed before it begins. */
const WHAT_IS_SENT =
  'From now on, in every repository: your prompts are sent to your Hindsight as search queries, with the repository URL. Lines of your agent that begin with "Lesson:", and the text before them, are stored. Nothing else is.';

const hookCommands = (deps: CliDeps, events: HookHost['events']) => (event: string) =>
  `"${process.execPath}" "${hookCopyPath(deps.machine)}" hook ${events[event]}`;

/** Hook settings of a client that keeps them in its own files. */
function openFile(id: string, deps: CliDeps) {
  const { machine } = deps;
  const host = HOOK_HOSTS.find((one) => one.id === id);
  return host
    ? hookFile(host, path.join(...host.file(machine)), hookCommands(deps, host.events))
    : openCodePlugin(machine, [process.execPath, hookCopyPath(machine)]);
}

/** Selected clients: the named one, or all installed ones. */
function chooseClients(named: string | undefined, { machine }: CliDeps): string[] {
  const clients: readonly Client[] = named === undefined ? CLIENTS : [findClient(named)];
  const able = clients.filter(({ id }) => IDS.includes(id));
  if (named !== undefined && able.length === 0)
    throw new CliProblem(`${clients[0]!.name} can’t run hooks. Clients that can: ${IDS.join(', ')}`);
  const found = named === undefined ? able.filter(({ file }) => isInstalled(file, machine)) : able;
  if (found.length > 0) return found.map(({ id }) => id);
  throw new CliProblem(`None of these clients is installed on this machine: ${IDS.join(', ')}`);
}

const claudeCommand = (args: readonly string[]) => `  claude ${args.join(' ')}`;

async function installClaudePlugin(deps: CliDeps): Promise<void> {
  const folder = writePlugin(deps.machine.home, deps.version, hookCommands(deps, CLAUDE_EVENTS));
  const commands = installCommands(folder);
  if (await runClaude(commands)) return deps.print('ok     Claude Code: the hindsight plugin is installed.');
  deps.print(['Claude Code: run these to install the plugin.', ...commands.map(claudeCommand)].join('\n'));
}

async function switchClaudeOff(deps: CliDeps): Promise<void> {
  if (!isPluginThere(deps.machine.home)) return;
  if (!(await runClaude(UNINSTALL_COMMANDS)))
    deps.print(
      ['Claude Code: run these to remove the plugin.', ...UNINSTALL_COMMANDS.map(claudeCommand)].join('\n'),
    );
  deletePlugin(deps.machine.home);
  deps.print('ok     Claude Code: off.');
}

/**
 * @param named the client; without one, all installed clients.
 * @param ensureSignedIn gets a token for the hooks when there is none.
 */
export async function switchMemory(
  isOn: boolean,
  named: string | undefined,
  deps: CliDeps,
  ensureSignedIn: () => Promise<void>,
): Promise<void> {
  const ids = isOn || named !== undefined ? chooseClients(named, deps) : IDS;
  if (isOn) {
    await ensureSignedIn();
    deps.install();
    deps.print(WHAT_IS_SENT);
  }
  for (const id of ids) {
    const host: Pick<HookHost, 'name' | 'note'> | undefined =
      id === OPENCODE ? { name: OPENCODE } : HOOK_HOSTS.find((one) => one.id === id);
    if (!host) {
      await (isOn ? installClaudePlugin(deps) : switchClaudeOff(deps));
      continue;
    }
    const file = openFile(id, deps);
    if (isOn) file.add();
    else if (!file.isOn()) continue;
    else file.remove();
    deps.print(`ok     ${host.name}: ${isOn ? 'on' : 'off'}.${isOn && host.note ? ` ${host.note}` : ''}`);
  }
  if (isOn) deps.print('Turn it off: hindsight memory off');
}
