/** Codex CLI: a table in TOML. */
import type { Client, Machine } from './client';
import { codexTable, inTerminal } from './formats';
import { installedCommand, SERVER_NAME } from './server';

const folder = ({ home, environment: { CODEX_HOME } }: Machine) =>
  CODEX_HOME ? [CODEX_HOME] : [home, '.codex'];

export const codexCli: Client = {
  id: 'codex-cli',
  name: 'Codex CLI',
  tagline: "OpenAI's coding agent for the terminal",
  status: 'ready',
  summary: 'Codex reads MCP servers from its TOML configuration in your home folder.',
  steps: [
    'Open `~/.codex/config.toml`; create the file if it doesn’t exist.',
    'Add the table below and save.',
    'Restart Codex and type `/mcp`; `hindsight-mcp` should be listed.',
  ],
  snippets: (environment) => [
    {
      label: '~/.codex/config.toml',
      language: 'toml',
      text: codexTable(installedCommand(environment)),
    },
  ],
  own: inTerminal((url) => `codex mcp add ${SERVER_NAME} --url ${url}`),
  signIn: 'Run `codex mcp login hindsight-mcp`.',
  needs: 'Codex reads a project’s `.codex/config.toml` only if it trusts the project.',
  file: {
    format: 'toml',
    keys: ['mcp_servers'],
    path: (machine) => [...folder(machine), 'config.toml'],
    entry: ({ command, args, env }) => ({ command, args, env }),
    remote: (url) => ({ url }),
    project: ['.codex', 'config.toml'],
    traces: (machine) => [folder(machine)],
    program: 'codex',
  },
};
