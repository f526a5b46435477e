/** Hook support per client: its events, and the settings files that configure them. */
import type { Machine } from '@hindsight/shared-contracts/clients';
import type { HookEvent } from './hook';

/** A client whose settings map events to commands. */
export interface HookHost {
  id: string;
  name: string;
  file(machine: Machine): readonly string[];
  /** Required fields of a new file, besides the events. */
  base: Record<string, unknown>;
  events: Readonly<Record<string, HookEvent>>;
  entry(command: string, event: string): Record<string, unknown>;
  /** Manual step for the person. */
  note?: string;
}

export const COPILOT = 'github-copilot-cli';

/** Client time-out in seconds; a hook ends within one. */
const TIMEOUT_S = 5;

/**
 * Events of Claude Code, adopted by Codex; also used by the plugin. Lessons are saved after each answer, because a client that exits
 * cancels processes it starts then.
 */
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
    // Copilot CLI adopts Claude Code's events and groups, but not its answer format.
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
