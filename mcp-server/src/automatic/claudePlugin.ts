/** The Claude Code plugin: its hooks and a skill, as a marketplace in the home folder that contains nothing else. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { CAPTURE_CHECKLIST } from '../tools/agents';
import { CLAUDE_EVENTS, claudeEntry } from './hosts';

const run = promisify(execFile);
const NAME = 'hindsight';
const DESCRIPTION =
  'Recalls the lessons of a repository at the start and at each prompt, and keeps new ones.';

const SKILL = `---
name: hindsight
description: What is worth remembering for later work, and how. Use it when something failed for a reason that was not obvious, when a decision was made, or when work ends.
---

Hindsight stores a lesson when your answer ends with a line that begins with "Lesson:". The person reads that line, and later sessions in this repository begin with it. The tools recall, remember and update do the same at once.

${CAPTURE_CHECKLIST}
`;

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

export const pluginFolder = (home: string): string => path.join(home, '.hindsight', 'claude');

/** Writes the marketplace. @param commandFor maps an event of Claude Code to a command. */
export function writePlugin(home: string, version: string, commandFor: (event: string) => string): string {
  const folder = pluginFolder(home);
  const hooks = Object.fromEntries(
    Object.keys(CLAUDE_EVENTS).map((event) => [event, [claudeEntry(commandFor(event))]]),
  );
  const files = {
    '.claude-plugin/marketplace.json': json({
      name: NAME,
      owner: { name: 'Hindsight' },
      plugins: [{ name: NAME, source: './plugin', description: DESCRIPTION }],
    }),
    'plugin/.claude-plugin/plugin.json': json({ name: NAME, version, description: DESCRIPTION }),
    'plugin/hooks/hooks.json': json({ hooks }),
    'plugin/skills/hindsight/SKILL.md': SKILL,
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  return folder;
}

export const isPluginThere = (home: string): boolean => existsSync(pluginFolder(home));
export const deletePlugin = (home: string): void =>
  rmSync(pluginFolder(home), { recursive: true, force: true });

/** Claude Code commands that install the plugin, and those that remove it. */
export const installCommands = (folder: string): string[][] => [
  ['plugin', 'marketplace', 'add', folder],
  ['plugin', 'install', `${NAME}@${NAME}`],
];
export const UNINSTALL_COMMANDS: readonly string[][] = [
  ['plugin', 'uninstall', `${NAME}@${NAME}`],
  ['plugin', 'marketplace', 'remove', NAME],
];

/** Whether Claude Code ran all commands successfully; it may not be on the PATH. */
export async function runClaude(commands: readonly string[][]): Promise<boolean> {
  try {
    for (const args of commands) await run('claude', args, { timeout: 60_000 });
    return true;
  } catch {
    return false;
  }
}
