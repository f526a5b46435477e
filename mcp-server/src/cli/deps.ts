/** What the commands need of the machine and of the person at the terminal. */
import type { Machine } from '@hindsight/shared-contracts/clients';

export interface CliDeps {
  machine: Machine;
  machineName: string;
  version: string;
  /** Address of the file that this copy was installed from; null where it is not known. */
  source: string | null;
  /** How the person starts this command, to name it in what they are told. */
  command: string;
  /** Keeps a copy of this program where it stays, and answers its place. */
  install(): string;
  /** Starts this program beside, with these arguments; nobody waits for it. */
  startAlone(args: readonly string[]): void;
  /** Never gets a token. */
  print(line: string): void;
  /** Prints beside what a program reads; never gets a token. */
  complain(line: string): void;
  /** What the person types; null where there is no terminal. */
  ask(question: string): Promise<string | null>;
  openBrowser(address: string): void;
  sleep(milliseconds: number): Promise<void>;
}

/** A failure that ends a command: what is wrong, and what to do. */
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

/** What a failure of the file system is to the person who named the file; any other failure as it is. */
export function toFileProblem(name: string, error: unknown): unknown {
  const reason = FILE_REASONS[(error as NodeJS.ErrnoException).code ?? ''];
  return reason === undefined ? error : new CliProblem(`Can’t use ${name}: ${reason}.`);
}
