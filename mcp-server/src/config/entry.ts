/** This server's entry in a client's file, in any format. */
import type { ClientFile, Connection } from '@hindsight/shared-contracts/clients';
import { type Format, readLaunch, OF_A_CONNECTION } from './format';
import { jsonFormat } from './json';
import { tomlFormat } from './toml';
import { yamlFormat } from './yaml';

/** Reads and changes a client's file. */
export const createFormat = ({ format, keys }: ClientFile): Format =>
  ({ toml: tomlFormat, yaml: yamlFormat, json: jsonFormat })[format](keys);

/** Variables that select service, token and workspace; those of an older entry must not remain. */
const OURS = /^(HINDSIGHT_|DEFAULT_(AGENT|CONVERSATION)_ID$)/;

/** The new entry, plus settings and foreign variables that a person added to the older one. */
export function mergedEntry(
  { entry, remote }: ClientFile,
  connection: Connection,
  older: Record<string, unknown> | null,
): Record<string, unknown> {
  const kept = Object.fromEntries(Object.entries(older ?? {}).filter(([name]) => !OF_A_CONNECTION.has(name)));
  if ('url' in connection) return { ...kept, ...remote?.(connection.url) };
  const added = Object.entries(readLaunch(older)?.env ?? {}).filter(([name]) => !OURS.test(name));
  const env = { ...connection.env, ...Object.fromEntries(added) };
  return { ...kept, ...entry({ ...connection, env }) };
}
