/** The entry of this server in a client's file, whatever the format. */
import type { ClientFile, Launch } from '@hindsight/shared-contracts/clients';
import { type Format, launchOf } from './format';
import { jsonFormat } from './json';
import { tomlFormat } from './toml';

/** How a client's file is read and changed. */
export const formatOf = ({ format, keys }: ClientFile): Format =>
  format === 'toml' ? tomlFormat(keys) : jsonFormat(keys);

/** Variables that decide which service, token and workspace is used: those of an older entry must not remain. */
const OURS = /^(HINDSIGHT_|DEFAULT_(AGENT|CONVERSATION)_ID$)/;

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
