/** What every format of a configuration file can do, and how an entry is understood. */
import type { Connection, Launch } from '@hindsight/shared-contracts/clients';

/** A file's text, changed without touching anything else in it. Each function throws ConfigProblem for a file that it cannot read. */
export interface Format {
  /** The entry as it is in the text; null when there is none. */
  read(text: string): Record<string, unknown> | null;
  /** The text with this entry in place of the one that is there, if any. */
  write(text: string, entry: Record<string, unknown>): string;
  /** The text without the entry. */
  remove(text: string): string;
}

/** Settings that say how the server is reached, by the names that clients have for them. */
export const OF_A_CONNECTION: ReadonlySet<string> = new Set(
  'type transport command cmd args env envs environment url uri serverUrl httpUrl auth'.split(' '),
);

/** How an entry starts the server; null for one that does not, or is not understood. */
export function readLaunch(entry: Record<string, unknown> | null): Launch | null {
  const {
    cmd,
    envs,
    environment,
    command: given = cmd,
    args: rest = [],
    env = envs ?? environment ?? {},
  } = entry ?? {};
  const [command, ...args] = [given, rest].flat() as unknown[];
  if (typeof command !== 'string' || !Array.isArray(rest) || typeof env !== 'object' || env === null)
    return null;
  const variables = Object.entries(env).map(([name, value]): [string, string] => [name, String(value)]);
  return { command, args: args.map(String), env: Object.fromEntries(variables) };
}

/** How an entry reaches the server; null for one that is not understood. */
export function readConnection(entry: Record<string, unknown> | null): Connection | null {
  const { url, uri, serverUrl, httpUrl } = entry ?? {};
  const address = url ?? uri ?? serverUrl ?? httpUrl;
  return typeof address === 'string' ? { url: address } : readLaunch(entry);
}
