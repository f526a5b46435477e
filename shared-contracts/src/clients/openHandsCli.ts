/** OpenHands CLI: TOML before version 1.0, JSON since. */
import type { Client } from './client';
import { inTerminal, mcpServers, tomlString, tomlTable } from './formats';
import { installedCommand, SERVER_NAME, type Launch } from './server';

/** Entry for version 1.0 and later. */
const entry = ({ command, args, env }: Launch) => ({ transport: 'stdio', command, args, env });

export const openHandsCli: Client = {
  id: 'openhands-cli',
  name: 'OpenHands CLI',
  tagline: 'Open-source software agent for the terminal',
  status: 'ready',
  summary:
    'OpenHands before version 1.0 reads MCP servers from its TOML configuration, newer versions from a JSON file.',
  steps: [
    'Open or create `config.toml`; from version 1.0 on `~/.openhands/mcp.json`.',
    'Add the snippet for your version and save.',
    'Start OpenHands and type `/mcp` to check that the server is listed.',
  ],
  snippets: (environment) => [
    {
      label: 'config.toml',
      language: 'toml',
      text: [
        '[mcp]',
        'stdio_servers = [',
        `  { name = ${tomlString(SERVER_NAME)}, command = ${tomlString(SERVER_NAME)}, env = ${tomlTable(environment, false)} }`,
        ']',
      ].join('\n'),
      note: 'Before version 1.0.',
    },
    {
      label: '~/.openhands/mcp.json',
      language: 'json',
      text: mcpServers(entry(installedCommand(environment))),
      note: 'From version 1.0 on.',
    },
  ],
  own: inTerminal((url) => `openhands mcp add ${SERVER_NAME} --transport http --auth oauth ${url}`),
  signIn: 'Start `openhands`; it opens the browser to sign in.',
  file: {
    format: 'json',
    keys: ['mcpServers'],
    path: ({ home }) => [home, '.openhands', 'mcp.json'],
    entry,
    remote: (url) => ({ transport: 'http', url, auth: 'oauth' }),
    traces: ({ home }) => [[home, '.openhands']],
    program: 'openhands',
  },
};
