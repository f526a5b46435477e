/** An MCP client, as the setup guide describes it. */
import type { Environment, Launch } from './server';

type SnippetLanguage = 'toml' | 'json' | 'shell' | 'powershell' | 'yaml' | 'markdown';

export interface Snippet {
  /** Destination: a file, or the shell that runs it. */
  label: string;
  language: SnippetLanguage;
  text: string;
  /** The versions it applies to, or another remark. */
  note?: string;
}

/** The client's machine, as far as it determines file locations. */
export interface Machine {
  /** Node's `process.platform`: `linux`, `darwin`, `win32`. */
  platform: string;
  home: string;
  /** Working directory of the command. */
  folder: string;
  environment: Readonly<Record<string, string | undefined>>;
  exists(path: Path): boolean;
}

/** An absolute folder followed by the names below it. */
export type Path = readonly string[];

/** The file that holds a client's MCP servers, which `hindsight-mcp connect` writes. */
export interface ClientFile {
  format: 'json' | 'toml' | 'yaml';
  /** User-level file, for all projects. */
  path(machine: Machine): Path;
  /** Project-level file, relative to the project folder; absent if the client has none. */
  project?: Path;
  /** Keys that lead to the server map, which is keyed by server name. */
  keys: readonly string[];
  entry(launch: Launch): Record<string, unknown>;
  /** Entry for a remote server that the client signs in to by itself; absent if unsupported. */
  remote?(url: string): Record<string, unknown>;
  /** Folders and files that the client creates; any of them shows that it is installed. */
  traces(machine: Machine): Path[];
  /** Its executable, which shows the same. */
  program?: string;
}

export interface Client {
  id: string;
  /** As its vendor spells it. */
  name: string;
  /** One line, for the tooltip. */
  tagline: string;
  /** `comingSoon` is listed with a badge and is not selectable. */
  status: 'ready' | 'comingSoon';
  /** One sentence on what gets configured. */
  summary: string;
  /** In order; text in backticks is code. */
  steps: readonly string[];
  snippets(environment: Environment): Snippet[];
  /** The client's own command or link for adding a remote server; absent if it has none. */
  own?(url: string): Snippet;
  /** How to sign in to a remote server; text in backticks is code. */
  signIn?: string;
  /** Further requirements; text in backticks is code. */
  needs?: string;
  file: ClientFile;
}
