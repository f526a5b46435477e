/** A client's file on this machine: reads it, changes it with a backup, and restores it. */
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { Client, Connection, Launch, Machine } from '@hindsight/shared-contracts/clients';
import { createFormat, mergedEntry } from './entry';
import { readConnection, readLaunch } from './format';
import { ConfigProblem } from './problem';

/** The file holds a token, so only its owner may read and write it. */
const OWNER_ONLY = 0o600;

export interface ClientConfig {
  file: string;
  /** Backup of the file without our entry, beside it. */
  backup: string;
  /** Null when there is no file. */
  text: string | null;
  /** How the client reaches the server; null when it does not. */
  connection: Connection | null;
  /** How the client starts the server; null when it does not. */
  launch: Launch | null;
}

/** For all projects of a person, or for the project in the working directory. */
export type ConfigScope = 'user' | 'project';

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** @throws ConfigProblem for a file in another encoding, which writing would corrupt. */
function readTextFile(file: string): string | null {
  if (!existsSync(file)) return null;
  const bytes = readFileSync(file);
  try {
    return UTF8.decode(bytes);
  } catch {
    throw new ConfigProblem('It is not UTF-8 text.');
  }
}

function withFileName<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ConfigProblem)) throw error;
    throw new ConfigProblem(`${file} was left as it is. ${error.message}`);
  }
}

/** @throws ConfigProblem for an unreadable file, or one that the client does not have. */
export function readConfig(
  { file, name }: Client,
  machine: Machine,
  scope: ConfigScope = 'user',
): ClientConfig {
  if (scope === 'project' && !file.project) throw new ConfigProblem(`${name} has no per-project file.`);
  const named =
    scope === 'project' ? path.join(machine.folder, ...file.project!) : path.join(...file.path(machine));
  // Follow symbolic links, so a link stays a link.
  const place = existsSync(named) ? realpathSync(named) : named;
  const text = withFileName(place, () => readTextFile(place));
  const entry = withFileName(place, () => (text === null ? null : createFormat(file).read(text)));
  return {
    file: place,
    backup: `${place}.before-hindsight`,
    text,
    connection: readConnection(entry),
    launch: readLaunch(entry),
  };
}

/** Replaces a file atomically, so a client never reads half of it. */
function replaceFile(file: string, text: string, mode: number): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const next = `${file}.${process.pid}.tmp`;
  writeFileSync(next, text, { mode });
  renameSync(next, file);
}

/** The file's text with the entry. @throws ConfigProblem for a file that cannot be changed. */
export function nextText(
  { file }: Client,
  { file: place, text }: ClientConfig,
  connection: Connection,
): string {
  const format = createFormat(file);
  return withFileName(place, () => {
    const older = text === null ? null : format.read(text);
    return format.write(text ?? '', mergedEntry(file, connection, older));
  });
}

/** File mode: private with a token; without one, the file may be shared and keeps its mode. */
const modeFor = (connection: Connection, { file, text }: ClientConfig) =>
  'url' in connection && text !== null ? statSync(file).mode & 0o777 : OWNER_ONLY;

/** Writes the connection into the client's file. @returns whether anything changed. */
export function writeConfig(client: Client, config: ClientConfig, connection: Connection): boolean {
  const { text, backup } = config;
  const next = nextText(client, config, connection);
  if (next === text) return false;
  // Back up the file before the first entry; later changes of the entry keep that backup.
  if (text !== null && (config.connection === null || !existsSync(backup))) copyFileSync(config.file, backup);
  replaceFile(config.file, next, modeFor(connection, config));
  return true;
}

/** Removes the entry: restores the original file, unless it was changed since. */
export function removeConfig({ file }: Client, config: ClientConfig): 'restored' | 'removed' {
  const format = createFormat(file);
  const { text, backup, connection } = config;
  if (text === null || connection === null) return 'removed';
  const before = readTextFile(backup);
  const entry = format.read(text)!;
  const hadEntry = before !== null && withFileName(backup, () => format.read(before)) !== null;
  const isUntouched = !hadEntry && format.write(before ?? '', entry) === text;
  // A backup with our entry is of a file written earlier; if the file contains nothing else, nobody else created it.
  const nothing = format.remove(format.write('', { command: '', args: [], env: {} }));
  const isOurs = hadEntry && withFileName(config.file, () => format.remove(text)) === nothing;
  if (isOurs) rmSync(backup, { force: true });
  if (isOurs || (isUntouched && before === null)) rmSync(config.file);
  else if (isUntouched) renameSync(backup, config.file);
  else {
    replaceFile(
      config.file,
      withFileName(config.file, () => format.remove(text)),
      modeFor(connection, config),
    );
    rmSync(backup, { force: true });
  }
  return isUntouched || isOurs ? 'restored' : 'removed';
}

/** Restricts the file to its owner. */
export const closeConfig = ({ file }: ClientConfig): void => chmodSync(file, OWNER_ONLY);
