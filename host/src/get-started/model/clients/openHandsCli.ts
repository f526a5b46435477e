/** OpenHands CLI: TOML before version 1.0, JSON since. */
import type { Client } from '../client';
import { mcpServers, tomlString, tomlTable } from '../formats';
import { SERVER_NAME } from '../server';

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
    'Start OpenHands and type `/mcp` to see that the server is there.',
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
      text: mcpServers({ transport: 'stdio', command: SERVER_NAME, args: [], env: environment }),
      note: 'From version 1.0 on.',
    },
  ],
};
