/** Serializes server settings for configuration files and shells. */
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

/** A TOML basic string; uses the same escapes as JSON. */
export const tomlString = (text: string) => JSON.stringify(text);

/** On one line, as TOML requires of inline tables. */
export function tomlTable(values: Environment, quotedKeys: boolean): string {
  const entries = Object.entries(values).map(
    ([key, value]) => `${quotedKeys ? tomlString(key) : key} = ${tomlString(value)}`,
  );
  return `{ ${entries.join(', ')} }`;
}

/** A server table in the form that Codex documents. */
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

/** One word for sh, bash and zsh: single quotes suppress all expansion. */
export const shellWord = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** The PowerShell equivalent. Before version 7.3 it strips quotes inside an argument unless they are escaped. */
export const powerShellWord = (text: string) => `'${text.replaceAll("'", "''").replaceAll('"', '\\"')}'`;

/** `{ "mcpServers": { "hindsight-mcp": … } }`, the format of most clients. */
export function mcpServers(settings: Record<string, unknown>): string {
  return json({ mcpServers: { [SERVER_NAME]: settings } });
}

/** Snippet of a JSON file: the server map with this server's entry. */
export const entryIn =
  (label: string, key = 'mcpServers', entry: (launch: Launch) => Record<string, unknown> = plainEntry) =>
  (environment: Environment): Snippet[] => [
    {
      label,
      language: 'json',
      text: json({ [key]: { [SERVER_NAME]: entry(installedCommand(environment)) } }),
    },
  ];

/** The client's command for adding a remote server. */
export const inTerminal =
  (command: (url: string) => string) =>
  (url: string): Snippet => ({ label: 'Terminal', language: 'shell', text: command(url) });
