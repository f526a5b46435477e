/** Visual Studio Code: an entry in its own file, and the folder of its extensions' settings. */
import type { Client, Machine, Path } from './client';
import { entryIn, inTerminal, shellWord } from './formats';
import { plainEntry, SERVER_NAME, type Launch } from './server';

/** Folder of per-user settings. */
export function userFolder({ platform, home, environment: { APPDATA, XDG_CONFIG_HOME } }: Machine): Path {
  if (platform === 'win32') return APPDATA ? [APPDATA] : [home, 'AppData', 'Roaming'];
  if (platform === 'darwin') return [home, 'Library', 'Application Support'];
  return XDG_CONFIG_HOME ? [XDG_CONFIG_HOME] : [home, '.config'];
}

/** @param id of the extension, `publisher.name`. */
export const extensionFolder = (machine: Machine, id: string): Path => [
  ...userFolder(machine),
  'Code',
  'User',
  'globalStorage',
  id,
];

const entry = (launch: Launch) => ({ type: 'stdio', ...plainEntry(launch) });
const remote = (url: string) => ({ type: 'http', url });

export const vsCode: Client = {
  id: 'vscode',
  name: 'VS Code',
  tagline: 'The editor with GitHub Copilot in agent mode',
  status: 'ready',
  summary: 'VS Code keeps MCP servers in a file of your profile or of the workspace.',
  steps: [
    'Run “MCP: Open User Configuration” from the command palette, or open `.vscode/mcp.json`.',
    'Add the entry below to `servers` and save.',
    'Press Start above the entry, or check with “MCP: List Servers”.',
  ],
  snippets: entryIn('mcp.json', 'servers', entry),
  own: inTerminal(
    (url) => `code --add-mcp ${shellWord(JSON.stringify({ name: SERVER_NAME, ...remote(url) }))}`,
  ),
  signIn: 'Start the server with “MCP: List Servers”; VS Code asks you to sign in.',
  file: {
    format: 'json',
    keys: ['servers'],
    path: (machine) => [...userFolder(machine), 'Code', 'User', 'mcp.json'],
    project: ['.vscode', 'mcp.json'],
    entry,
    remote,
    traces: (machine) => [[...userFolder(machine), 'Code']],
    program: 'code',
  },
};
