/** What the commands are called that a sentence recommends: they differ between this clone and a remote's own repository. */

type Command = 'release' | 'releases' | 'status' | 'restore' | 'repair' | 'sign';

const OF_THIS_CLONE: Readonly<Record<Command, (remote: string) => string>> = {
  release: (remote) => `pnpm release ${remote}`,
  releases: () => 'pnpm releases',
  status: (remote) => `pnpm releases status ${remote}`.trimEnd(),
  restore: (remote) => `pnpm releases restore ${remote}`,
  repair: () => 'pnpm releases repair',
  sign: (remote) => `pnpm releases sign ${remote}`,
};

let program: string | null = null;

/** From now on, sentences name the commands of a program that knows which remote is meant, e.g. `hindsight-remote`. */
export function nameCommandsOf(name: string | null): void {
  program = name;
}

/** A command to be typed, for a sentence. */
export const commandName = (command: Command, remote = ''): string =>
  program === null ? OF_THIS_CLONE[command](remote) : `${program} ${command}`;
