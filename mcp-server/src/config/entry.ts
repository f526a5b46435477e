/** The entry of this server in a client's file, whatever the format. */
import type { ClientFile, Launch } from '@hindsight/shared-contracts/clients';
import { jsonFormat } from './json';
import { tomlFormat } from './toml';

/** A file's text, changed without touching anything else in it. Each function throws ConfigProblem for a file that it cannot read. */
export interface Format {
  /** The entry as it is in the text; null when there is none. */
  read(text: string): Record<string, unknown> | null;
  /** The text with this entry in place of the one that is there, if any. */
  write(text: string, entry: Record<string, unknown>): string;
  /** The text without the entry. */
  remove(text: string): string;
}

/** How a client's file is read and changed. */
export const formatOf = ({ format, keys }: ClientFile): Format =>
  format === 'toml' ? tomlFormat(keys) : jsonFormat(keys);

/** Variables that decide which service, token and workspace is used: those of an older entry must not remain. */
const OURS = /^(HINDSIGHT_|DEFAULT_(AGENT|CONVERSATION)_ID$)/;

/** How an entry starts the server; null for one that is not understood. */
export function launchOf(entry: Record<string, unknown> | null): Launch | null {
  const { command, args = [], env = {} } = entry ?? {};
  if (typeof command !== 'string' || !Array.isArray(args) || typeof env !== 'object' || env === null)
    return null;
  const variables = Object.entries(env).map(([name, value]): [string, string] => [name, String(value)]);
  return { command, args: args.map(String), env: Object.fromEntries(variables) };
}

/** The new entry with what a person added to the older one: other settings, and variables that are not ours. */
export function mergedEntry(
  { entry }: ClientFile,
  launch: Launch,
  older: Record<string, unknown> | null,
): Record<string, unknown> {
  const added = Object.entries(launchOf(older)?.env ?? {}).filter(([name]) => !OURS.test(name));
  const { args: _args, ...kept } = older ?? {};
  return { ...kept, ...entry({ ...launch, env: { ...launch.env, ...Object.fromEntries(added) } }) };
}
