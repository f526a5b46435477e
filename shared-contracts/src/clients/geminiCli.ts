/** Gemini CLI: an entry in its settings. */
import type { Client } from './client';
import { entryIn, inTerminal } from './formats';
import { plainEntry, SERVER_NAME } from './server';

export const geminiCli: Client = {
  id: 'gemini-cli',
  name: 'Gemini CLI',
  tagline: "Google's open-source agent for the terminal",
  status: 'ready',
  summary: 'Gemini CLI reads MCP servers from the settings of a project or of your home folder.',
  steps: [
    'Update the client: `npm install -g @google/gemini-cli@latest`.',
    'Open `.gemini/settings.json` in the project, or `~/.gemini/settings.json` for all projects; create it if it doesn’t exist.',
    'Add the entry below to `mcpServers` and save.',
    'Start Gemini CLI and type `/mcp`; `hindsight-mcp` should be connected.',
  ],
  snippets: entryIn('.gemini/settings.json'),
  own: inTerminal((url) => `gemini mcp add --transport http --scope user ${SERVER_NAME} ${url}`),
  signIn: 'Start `gemini` and type `/mcp auth hindsight-mcp`.',
  needs: 'Gemini CLI starts servers only in folders it trusts: type `/permissions` in the folder.',
  file: {
    format: 'json',
    keys: ['mcpServers'],
    path: ({ home }) => [home, '.gemini', 'settings.json'],
    entry: plainEntry,
    remote: (url) => ({ type: 'http', url }),
    project: ['.gemini', 'settings.json'],
    traces: ({ home }) => [[home, '.gemini']],
    program: 'gemini',
  },
};
