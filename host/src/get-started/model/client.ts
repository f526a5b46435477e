/** What the guide knows of a client that speaks MCP. */
import type { Environment } from './server';

type SnippetLanguage = 'toml' | 'json' | 'shell' | 'powershell' | 'yaml' | 'markdown';

export interface Snippet {
  /** Where it goes: a file, or the shell that runs it. */
  label: string;
  language: SnippetLanguage;
  text: string;
  /** For which versions it is, or what else one should know. */
  note?: string;
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
}
