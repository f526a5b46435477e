/** Codex CLI: a table in TOML. */
import type { Client } from '../client';
import { tomlString, tomlTable } from '../formats';
import { SERVER_NAME } from '../server';

export const codexCli: Client = {
  id: 'codex-cli',
  name: 'Codex CLI',
  tagline: "OpenAI's coding agent for the terminal",
  status: 'ready',
  summary: 'Codex reads MCP servers from its TOML configuration in your home folder.',
  steps: [
    'Open `~/.codex/config.toml`; create the file if it is not there.',
    'Add the table below and save.',
    'Start Codex again and type `/mcp`: `hindsight-mcp` is in the list.',
  ],
  snippets: (environment) => [
    {
      label: '~/.codex/config.toml',
      language: 'toml',
      text: [
        `[mcp_servers.${SERVER_NAME}]`,
        `command = ${tomlString(SERVER_NAME)}`,
        'args = []',
        `env = ${tomlTable(environment, true)}`,
      ].join('\n'),
    },
  ],
};
