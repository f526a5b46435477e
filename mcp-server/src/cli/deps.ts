/** What the commands need from the machine and the person at the terminal. */
import type { Machine } from '@hindsight/shared-contracts/clients';

export interface CliDeps {
  machine: Machine;
  machineName: string;
  version: string;
  /** URL that this copy was installed from; null when unknown. */
  source: string | null;
  /** Command line that starts this program, for use in messages. */
  command: string;
  /** Keeps a permanent copy of this program and returns its path. */
  install(): string;
  /** Starts this program with these arguments in the background. */
  startAlone(args: readonly string[]): void;
  /** Never receives a token. */
  print(line: string): void;
  /** Prints to stderr, apart from output that programs read; never receives a token. */
  complain(line: string): void;
  /** The person's input; null without a terminal. */
  ask(question: string): Promise<string | null>;
  openBrowser(address: string): void;
  sleep(milliseconds: number): Promise<void>;
}

/** A failure that ends a command: the problem and its remedy. */
export class CliProblem extends Error {
  override readonly name = 'CliProblem';
}

const FILE_REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission was denied',
  EISDIR: 'it is a folder',
  ENOENT: 'there is no such file or folder',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of its path is not a folder',
};

/** Turns a file system error into one about the file that the person named; other errors are unchanged. */
export function toFileProblem(name: string, error: unknown): unknown {
  const reason = FILE_REASONS[(error as NodeJS.ErrnoException).code ?? ''];
  return reason === undefined ? error : new CliProblem(`Can’t use ${name}: ${reason}.`);
}
