/** What the guide knows of a client that speaks MCP. */
import type { Environment, Launch } from './server';

type SnippetLanguage = 'toml' | 'json' | 'shell' | 'powershell' | 'yaml' | 'markdown';

export interface Snippet {
  /** Where it goes: a file, or the shell that runs it. */
  label: string;
  language: SnippetLanguage;
  text: string;
  /** For which versions it is, or what else one should know. */
  note?: string;
}

/** The machine that a client runs on, as far as it decides where files are. */
export interface Machine {
  /** As Node names it: `linux`, `darwin`, `win32`. */
  platform: string;
  home: string;
  /** The folder that a command is carried out in. */
  folder: string;
  environment: Readonly<Record<string, string | undefined>>;
  exists(path: Path): boolean;
}

/** An absolute folder and names below it. */
export type Path = readonly string[];

/** The file in which a client keeps MCP servers: what `hindsight-mcp connect` writes. */
export interface ClientFile {
  format: 'json' | 'toml' | 'yaml';
  /** For all projects of a person. */
  path(machine: Machine): Path;
  /** For one project, below its folder; absent where the client has none. */
  project?: Path;
  /** Keys that lead to the servers, each of which is named by its own key. */
  keys: readonly string[];
  entry(launch: Launch): Record<string, unknown>;
  /** The entry of a server at an address, to which the client signs in by itself; absent where it cannot. */
  remote?(url: string): Record<string, unknown>;
  /** Folders and files that the client makes; one of them shows that it is installed. */
  traces(machine: Machine): Path[];
  /** Its own command, which shows the same. */
  program?: string;
}

export interface Client {
  id: string;
  /** As its makers write it. */
  name: string;
  /** One line for the tooltip. */
  tagline: string;
  /** `comingSoon` is listed with a badge and cannot be chosen. */
  status: 'ready' | 'comingSoon';
  /** What is configured, in a sentence. */
  summary: string;
  /** In order; words between backticks are code. */
  steps: readonly string[];
  snippets(environment: Environment): Snippet[];
  /** Its own command or link that adds the server by its address; absent where it has none. */
  own?(url: string): Snippet;
  /** How to sign in to a server that was added by its address; words between backticks are code. */
  signIn?: string;
  /** What it needs besides; words between backticks are code. */
  needs?: string;
  file: ClientFile;
}
