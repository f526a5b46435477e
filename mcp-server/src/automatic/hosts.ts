/** What each client offers to run by itself, and the files in which it is told so. */
import type { Machine } from '@hindsight/shared-contracts/clients';
import type { HookEvent } from './hook';

/** A client whose settings name commands by its events. */
export interface HookHost {
  id: string;
  name: string;
  file(machine: Machine): readonly string[];
  /** Beside the events, where the file needs more. */
  base: Record<string, unknown>;
  events: Readonly<Record<string, HookEvent>>;
  entry(command: string, event: string): Record<string, unknown>;
  /** What the person has to do besides. */
  note?: string;
}

export const COPILOT = 'github-copilot-cli';

/** Seconds after which a client gives up; a hook ends within one. */
const TIMEOUT_S = 5;

/** As Claude Code has it, which Codex took over; for the plugin as well. Each answer is looked through when it ends: a client that ends cancels what it then starts. */
export const CLAUDE_EVENTS: Readonly<Record<string, HookEvent>> = {
  SessionStart: 'start',
  UserPromptSubmit: 'prompt',
  PreCompact: 'save',
  Stop: 'save',
};
export const claudeEntry = (command: string) => ({
  hooks: [{ type: 'command', command, timeout: TIMEOUT_S }],
});

export const HOOK_HOSTS: readonly HookHost[] = [
  {
    id: 'codex-cli',
    name: 'Codex CLI',
    file: ({ home, environment: { CODEX_HOME } }) => [
      ...(CODEX_HOME ? [CODEX_HOME] : [home, '.codex']),
      'hooks.json',
    ],
    base: {},
    events: CLAUDE_EVENTS,
    entry: claudeEntry,
    note: 'Codex asks once whether it may run them: type /hooks.',
  },
  {
    id: 'gemini-cli',
    name: 'Gemini CLI',
    file: ({ home }) => [home, '.gemini', 'settings.json'],
    base: {},
    events: {
      SessionStart: 'start',
      BeforeAgent: 'prompt',
      PreCompress: 'save',
      AfterAgent: 'save',
    },
    entry: (command, event) => ({
      hooks: [{ type: 'command', name: `hindsight ${event}`, command, timeout: TIMEOUT_S * 1000 }],
    }),
  },
  {
    id: COPILOT,
    name: 'GitHub Copilot CLI',
    file: ({ home, environment: { COPILOT_HOME } }) => [
      ...(COPILOT_HOME ? [COPILOT_HOME] : [home, '.copilot']),
      'hooks',
      'hindsight.json',
    ],
    base: { version: 1 },
    events: { SessionStart: 'start', UserPromptSubmit: 'prompt', Stop: 'save' },
    // It takes over Claude Code's events and groups, and not the form of their answers.
    entry: (command) => claudeEntry(`${command} ${COPILOT}`),
  },
  {
    id: 'cursor',
    name: 'Cursor',
    file: ({ home }) => [home, '.cursor', 'hooks.json'],
    base: { version: 1 },
    events: { sessionStart: 'start', preCompact: 'save', stop: 'save' },
    entry: (command) => ({ command }),
  },
];
