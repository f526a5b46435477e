/** Writes server settings in the formats of configuration files and shells. */
import type { Snippet } from './client';
import {
  installedCommand,
  plainEntry,
  SERVER_NAME,
  type Connection,
  type Environment,
  type Launch,
} from './server';

export function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** A TOML basic string; its escapes are those of JSON. */
export const tomlString = (text: string) => JSON.stringify(text);

/** One line, as TOML wants an inline table. */
export function tomlTable(values: Environment, quotedKeys: boolean): string {
  const entries = Object.entries(values).map(
    ([key, value]) => `${quotedKeys ? tomlString(key) : key} = ${tomlString(value)}`,
  );
  return `{ ${entries.join(', ')} }`;
}

/** A table of a server as Codex documents it. */
export function codexTable(connection: Connection): string {
  const head = `[mcp_servers.${SERVER_NAME}]`;
  if ('url' in connection) return `${head}\nurl = ${tomlString(connection.url)}`;
  const { command, args, env } = connection;
  return [
    head,
    `command = ${tomlString(command)}`,
    `args = [${args.map(tomlString).join(', ')}]`,
    `env = ${tomlTable(env, true)}`,
  ].join('\n');
}

/** One word for sh, bash and zsh: everything between single quotes is taken as it is. */
export const shellWord = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** The same for PowerShell. Before version 7.3 it loses the quotes inside an argument unless they are escaped. */
export const powerShellWord = (text: string) => `'${text.replaceAll("'", "''").replaceAll('"', '\\"')}'`;

/** `{ "mcpServers": { "hindsight-mcp": … } }`, which most clients read. */
export function mcpServers(settings: Record<string, unknown>): string {
  return json({ mcpServers: { [SERVER_NAME]: settings } });
}

/** What the guide shows of a JSON file: the servers under their key, with the entry of this one. */
export const entryIn =
  (label: string, key = 'mcpServers', entry: (launch: Launch) => Record<string, unknown> = plainEntry) =>
  (environment: Environment): Snippet[] => [
    {
      label,
      language: 'json',
      text: json({ [key]: { [SERVER_NAME]: entry(installedCommand(environment)) } }),
    },
  ];

/** The command of a client that adds the server by its address. */
export const inTerminal =
  (command: (url: string) => string) =>
  (url: string): Snippet => ({ label: 'Terminal', language: 'shell', text: command(url) });
