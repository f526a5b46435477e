/** Names of the commands that messages recommend; they differ between this clone and a remote's repository. */

type Command =
  | 'release'
  | 'promote'
  | 'rollback'
  | 'retire'
  | 'releases'
  | 'status'
  | 'restore'
  | 'repair'
  | 'sign';

/** All others are subcommands of `pnpm releases`. */
const SCRIPTS: readonly Command[] = ['release', 'promote', 'rollback', 'releases'];

let program: string | null = null;

/** Makes messages use the commands of a program that serves a single remote, e.g. `hindsight-remote`; null for those of this clone. */
export function setCommandName(name: string | null): void {
  program = name;
}

/**
 * The command to type, for a message.
 * @param words after the remote.
 */
export function commandName(command: Command, remote = '', words = ''): string {
  const start = SCRIPTS.includes(command) ? 'pnpm' : 'pnpm releases';
  const parts = program === null ? [start, command, remote, words] : [program, command, words];
  return parts.filter(Boolean).join(' ');
}
