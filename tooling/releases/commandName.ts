/** What the commands are called that a sentence recommends: they differ between this clone and a remote's own repository. */

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

/** The others are commands of `pnpm releases`. */
const SCRIPTS: readonly Command[] = ['release', 'promote', 'rollback', 'releases'];

let program: string | null = null;

/** From now on, sentences name the commands of a program that knows which remote is meant, e.g. `hindsight-remote`. */
export function setCommandName(name: string | null): void {
  program = name;
}

/**
 * A command to be typed, for a sentence.
 * @param words after the remote.
 */
export function commandName(command: Command, remote = '', words = ''): string {
  const start = SCRIPTS.includes(command) ? 'pnpm' : 'pnpm releases';
  const parts = program === null ? [start, command, remote, words] : [program, command, words];
  return parts.filter(Boolean).join(' ');
}
