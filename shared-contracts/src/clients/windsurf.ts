/** Windsurf: an entry in its agent's file. */
import type { Client } from './client';
import { entryIn } from './formats';
import { plainEntry } from './server';

export const windsurf: Client = {
  id: 'windsurf',
  name: 'Windsurf',
  tagline: 'Code editor with the agent Cascade',
  status: 'ready',
  summary: 'Windsurf keeps MCP servers in one file for all projects.',
  steps: [
    'Open Windsurf Settings > Cascade > MCP Servers and select View raw config.',
    'Add the entry below to `mcpServers` and save.',
    'Press Refresh in the list of servers.',
  ],
  snippets: entryIn('mcp_config.json'),
  signIn: 'Press Refresh in the list of MCP servers; Windsurf opens the browser to sign in.',
  file: {
    format: 'json',
    keys: ['mcpServers'],
    path: ({ home }) => [home, '.codeium', 'windsurf', 'mcp_config.json'],
    entry: plainEntry,
    remote: (serverUrl) => ({ serverUrl }),
    traces: ({ home }) => [[home, '.codeium', 'windsurf']],
    program: 'windsurf',
  },
};
