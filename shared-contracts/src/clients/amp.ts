/** Amp: an entry in its settings file. */
import type { Client } from './client';
import { entryIn, inTerminal } from './formats';
import { plainEntry, SERVER_NAME } from './server';

const KEY = 'amp.mcpServers';

export const amp: Client = {
  id: 'amp',
  name: 'Amp',
  tagline: 'Coding agent for terminal and editor',
  status: 'ready',
  summary: 'Amp keeps MCP servers in its settings, for all projects or for one.',
  steps: [
    'Open `~/.config/amp/settings.json`; create it if it doesn’t exist.',
    'Add the entry below and save.',
    'Check with `amp mcp list`.',
  ],
  snippets: entryIn('settings.json', KEY),
  own: inTerminal((url) => `amp mcp add ${SERVER_NAME} ${url}`),
  signIn: 'Start `amp`; it opens the browser to sign in.',
  needs: 'Servers of a project need `amp mcp approve hindsight-mcp` once.',
  file: {
    format: 'json',
    keys: [KEY],
    path: ({ home }) => [home, '.config', 'amp', 'settings.json'],
    project: ['.amp', 'settings.json'],
    entry: plainEntry,
    remote: (url) => ({ url }),
    traces: ({ home }) => [[home, '.config', 'amp']],
    program: 'amp',
  },
};
