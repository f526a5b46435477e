/** What every format of a configuration file can do, and how an entry is understood. */
import type { Launch } from '@hindsight/shared-contracts/clients';

/** A file's text, changed without touching anything else in it. Each function throws ConfigProblem for a file that it cannot read. */
export interface Format {
  /** The entry as it is in the text; null when there is none. */
  read(text: string): Record<string, unknown> | null;
  /** The text with this entry in place of the one that is there, if any. */
  write(text: string, entry: Record<string, unknown>): string;
  /** The text without the entry. */
  remove(text: string): string;
}

/** How an entry starts the server; null for one that is not understood. */
export function launchOf(entry: Record<string, unknown> | null): Launch | null {
  const { command, args = [], env = {} } = entry ?? {};
  if (typeof command !== 'string' || !Array.isArray(args) || typeof env !== 'object' || env === null)
    return null;
  const variables = Object.entries(env).map(([name, value]): [string, string] => [name, String(value)]);
  return { command, args: args.map(String), env: Object.fromEntries(variables) };
}
