/** Zed: an entry in its settings. */
import type { Client, Machine } from './client';
import { entryIn } from './formats';
import { plainEntry } from './server';
import { userFolder } from './vsCode';

const folder = (machine: Machine) =>
  machine.platform === 'win32' ? [...userFolder(machine), 'Zed'] : [machine.home, '.config', 'zed'];

export const zed: Client = {
  id: 'zed',
  name: 'Zed',
  tagline: 'Fast code editor with an agent panel',
  status: 'ready',
  summary: 'Zed keeps MCP servers as context servers in its settings.',
  steps: [
    'Run “zed: open settings file” from the command palette.',
    'Add the entry below to `context_servers` and save.',
    'In the agent panel’s settings, check that the server’s light is green.',
  ],
  snippets: entryIn('settings.json', 'context_servers'),
  signIn: 'Open the settings of the agent panel and press Authenticate beside the server.',
  needs: 'Zed reads a project’s `.zed/settings.json` only if it trusts the project.',
  file: {
    format: 'json',
    keys: ['context_servers'],
    path: (machine) => [...folder(machine), 'settings.json'],
    project: ['.zed', 'settings.json'],
    entry: plainEntry,
    remote: (url) => ({ url }),
    traces: (machine) => [folder(machine)],
    program: 'zed',
  },
};
