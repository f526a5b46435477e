/** opencode: an entry in its configuration. */
import type { Client, Machine } from './client';
import { entryIn, inTerminal } from './formats';
import { SERVER_NAME, type Launch } from './server';

const folder = ({ home, environment: { XDG_CONFIG_HOME } }: Machine) =>
  XDG_CONFIG_HOME ? [XDG_CONFIG_HOME, 'opencode'] : [home, '.config', 'opencode'];

const entry = ({ command, args, env }: Launch) => ({
  type: 'local',
  command: [command, ...args],
  environment: env,
  enabled: true,
});

export const openCode: Client = {
  id: 'opencode',
  name: 'opencode',
  tagline: 'Open-source coding agent for the terminal',
  status: 'ready',
  summary: 'opencode keeps MCP servers in its configuration, for all projects or for one.',
  steps: [
    'Open `~/.config/opencode/opencode.json`, or `opencode.json` in the project; create it if it doesn’t exist.',
    'Add the entry below to `mcp` and save.',
    'Check with `opencode mcp list`.',
  ],
  snippets: entryIn('opencode.json', 'mcp', entry),
  own: inTerminal((url) => `opencode mcp add ${SERVER_NAME} --url ${url}`),
  signIn: 'Run `opencode mcp auth hindsight-mcp`.',
  file: {
    format: 'json',
    keys: ['mcp'],
    path(machine) {
      const withComments = [...folder(machine), 'opencode.jsonc'];
      return machine.exists(withComments) ? withComments : [...folder(machine), 'opencode.json'];
    },
    project: ['opencode.json'],
    entry,
    remote: (url) => ({ type: 'remote', url, enabled: true }),
    traces: (machine) => [folder(machine)],
    program: 'opencode',
  },
};
