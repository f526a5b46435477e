/** Operations common to all configuration formats, and how an entry is parsed. */
import type { Connection, Launch } from '@hindsight/shared-contracts/clients';

/** Edits a file's text without touching anything else in it. Each function throws ConfigProblem for a file that it cannot parse. */
export interface Format {
  /** The entry in the text; null when there is none. */
  read(text: string): Record<string, unknown> | null;
  /** The text with this entry, replacing an existing one. */
  write(text: string, entry: Record<string, unknown>): string;
  /** The text without the entry. */
  remove(text: string): string;
}

/** Settings that say how to reach the server, under the names that clients use. */
export const OF_A_CONNECTION: ReadonlySet<string> = new Set(
  'type transport command cmd args env envs environment url uri serverUrl httpUrl auth'.split(' '),
);

/** How an entry starts the server; null for any other or unknown entry. */
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

/** How an entry reaches the server; null for an unknown entry. */
export function readConnection(entry: Record<string, unknown> | null): Connection | null {
  const { url, uri, serverUrl, httpUrl } = entry ?? {};
  const address = url ?? uri ?? serverUrl ?? httpUrl;
  return typeof address === 'string' ? { url: address } : readLaunch(entry);
}
