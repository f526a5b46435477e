/** Claude Desktop: an entry in its configuration. It connects to remote servers only from its vendor's network. */
import type { Client } from './client';
import { entryIn } from './formats';
import { plainEntry } from './server';
import { userFolder } from './vsCode';

export const claudeDesktop: Client = {
  id: 'claude-desktop',
  name: 'Claude Desktop',
  tagline: "Anthropic's assistant for the desktop",
  status: 'ready',
  summary: 'Claude Desktop starts MCP servers by the commands in its configuration.',
  steps: [
    'Open Settings, Developer, and press Edit Config.',
    'Add the entry below to `mcpServers` and save.',
    'Restart Claude Desktop; the server should be in the list of tools.',
  ],
  snippets: entryIn('claude_desktop_config.json'),
  needs:
    'If Hindsight is reachable from the internet, you can enter its address under Settings > Connectors > Add custom connector instead.',
  file: {
    format: 'json',
    keys: ['mcpServers'],
    path: (machine) => [...userFolder(machine), 'Claude', 'claude_desktop_config.json'],
    entry: plainEntry,
    traces: (machine) => [[...userFolder(machine), 'Claude']],
  },
};
