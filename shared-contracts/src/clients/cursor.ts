/** Cursor: an entry in its file, or a deep link that adds it. */
import type { Client } from './client';
import { entryIn } from './formats';
import { plainEntry, SERVER_NAME } from './server';

const remote = (url: string) => ({ url });

export const cursor: Client = {
  id: 'cursor',
  name: 'Cursor',
  tagline: 'Code editor with an agent',
  status: 'ready',
  summary: 'Cursor keeps MCP servers in a file of your home folder or of the project.',
  steps: [
    'Open `~/.cursor/mcp.json`, or `.cursor/mcp.json` in the project; create it if it doesn’t exist.',
    'Add the entry below to `mcpServers` and save.',
    'Under Settings > Tools & MCP, check that the server is on.',
  ],
  snippets: entryIn('mcp.json'),
  own: (url) => ({
    label: 'Link',
    language: 'shell',
    text: `cursor://anysphere.cursor-deeplink/mcp/install?name=${SERVER_NAME}&config=${encodeURIComponent(btoa(JSON.stringify(remote(url))))}`,
    note: 'Paste it into the address bar of your browser.',
  }),
  signIn: 'Under Settings > Tools & MCP, select Connect beside the server.',
  file: {
    format: 'json',
    keys: ['mcpServers'],
    path: ({ home }) => [home, '.cursor', 'mcp.json'],
    project: ['.cursor', 'mcp.json'],
    entry: plainEntry,
    remote,
    traces: ({ home }) => [[home, '.cursor']],
    program: 'cursor',
  },
};
